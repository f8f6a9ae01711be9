# The API reference from the comments of the public headers: the target `docs` writes docs/html below
# the build folder, and the ctest `docs_doxygen` fails if doxygen warns. Without doxygen the test is
# there and says that it is skipped. To be included at file scope of the top CMakeLists.txt.
find_program(CANON_DOXYGEN doxygen)
mark_as_advanced(CANON_DOXYGEN)

set(canon_doxygen_output "${PROJECT_BINARY_DIR}/docs")
if(CANON_DOXYGEN)
  file(MAKE_DIRECTORY "${canon_doxygen_output}")
  set(canon_doxygen_command "${CMAKE_COMMAND}" -E env "CANON_VERSION=${PROJECT_VERSION}"
      "CANON_DOXYGEN_OUTPUT=${canon_doxygen_output}" "${CANON_DOXYGEN}" docs/Doxyfile)
  add_custom_target(docs COMMAND ${canon_doxygen_command} WORKING_DIRECTORY "${PROJECT_SOURCE_DIR}"
                    COMMENT "API reference in ${canon_doxygen_output}/html/index.html" VERBATIM)
else()
  set(canon_doxygen_command "${CMAKE_COMMAND}" -E echo "skipped: doxygen was not found by CMake")
endif()

if(CANON_TESTS)
  add_test(NAME docs_doxygen COMMAND ${canon_doxygen_command}
           WORKING_DIRECTORY "${PROJECT_SOURCE_DIR}")
  set_tests_properties(docs_doxygen PROPERTIES LABELS unit TIMEOUT 300
                       SKIP_REGULAR_EXPRESSION "^skipped: ")
endif()
