# What every target of ours has in common: the standard, the warnings, the sanitizers.

# Warnings are ours alone: third-party headers are system headers, consumers inherit nothing.
function(canon_target_defaults target)
  target_compile_features(${target} PRIVATE cxx_std_20)
  set_target_properties(${target} PROPERTIES CXX_EXTENSIONS OFF)
  # What nvcc compiles gets its own: CanonCuda.cmake.
  target_compile_options(${target} PRIVATE
    "$<$<COMPILE_LANGUAGE:CXX>:-Wall;-Wextra;-Wpedantic;-Wconversion;$<$<BOOL:${CANON_WERROR}>:-Werror>>")
  # GCC 12 warns falsely on "literal" + std::string (its bug 105651, mended in 13).
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
    target_compile_options(${target} PRIVATE $<$<COMPILE_LANGUAGE:CXX>:-Wno-restrict>)
  endif()
  if(CANON_SANITIZE)
    target_compile_options(${target} PRIVATE
      "$<$<COMPILE_LANGUAGE:CXX>:-fsanitize=${CANON_SANITIZE};-fno-sanitize-recover=all;-fno-omit-frame-pointer>")
    target_link_options(${target} PRIVATE -fsanitize=${CANON_SANITIZE})
  endif()
endfunction()

# One test program a file: tests/NAME.cpp becomes the ctest NAME, labelled `unit`, or `long` if LONG
# is said (more than some 20 s). The package build and the sanitizers run only the former.
function(canon_add_test source)
  cmake_parse_arguments(arg "LONG" "PREFIX" "LIBRARIES" ${ARGN})
  if(arg_LONG AND NOT CANON_LONG_TESTS)
    return()
  endif()
  get_filename_component(name ${source} NAME_WE)
  set(target ${arg_PREFIX}test_${name})
  add_executable(${target} ${source})
  canon_target_defaults(${target})
  target_link_libraries(${target} PRIVATE ${arg_LIBRARIES} Boost::unit_test_framework)
  get_target_property(type Boost::unit_test_framework TYPE)
  # Conan's target is an INTERFACE one, static by default, and brings its own definition if shared.
  if(type MATCHES "SHARED|UNKNOWN" AND NOT Boost_USE_STATIC_LIBS)
    target_compile_definitions(${target} PRIVATE BOOST_TEST_DYN_LINK)
  endif()
  # Reference data lies beside a checkout; a user has none and the tests that want it say so.
  target_compile_definitions(${target} PRIVATE
    CANON_SHARED_DATA="${CMAKE_SOURCE_DIR}/../shared/data")
  add_test(NAME ${arg_PREFIX}${name} COMMAND ${target} --log_level=message)
  set_tests_properties(${arg_PREFIX}${name} PROPERTIES TIMEOUT 900
                       LABELS $<IF:$<BOOL:${arg_LONG}>,long,unit>)
endfunction()
