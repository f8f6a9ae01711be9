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

# What is installed has its final search path for libraries as soon as it is built: CMake ends the one
# that it would replace later with a colon, which stands for the current folder, and a program in the
# build folder would load a libopenblas.so.0 from wherever it is started. libcanon.so therefore has
# its place relative to the programs in the build folder, too. Programs on emulated devices are never
# installed, and need the emulation's own libraries.
function(canon_installed_as_built target)
  if(NOT PROJECT_IS_TOP_LEVEL OR CANON_CUDA_EMULATION)
    return()
  endif()
  set_target_properties(${target} PROPERTIES
    BUILD_WITH_INSTALL_RPATH ON LIBRARY_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/${CMAKE_INSTALL_LIBDIR}")
  if(CANON_WITH_MPI OR CANON_WITH_HDF5 OR CANON_WITH_CUDA) # which may lie anywhere
    set_target_properties(${target} PROPERTIES INSTALL_RPATH_USE_LINK_PATH ON)
  endif()
endfunction()

# What is or may become part of a shared library exports the public headers alone. DEFINE_SYMBOL: without
# it both libraries have the same objects, and a compiler cache has to make them once.
function(canon_hide_symbols target)
  set_target_properties(${target} PROPERTIES CXX_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON
                                             DEFINE_SYMBOL "")
endfunction()

# A precompiled header of what nearly every file includes: reading Armadillo and Boost.Graph takes
# four fifths of a compiler's time. The flags must be those of its users, so that a family of
# targets (canon_headers, lab_headers) has its own; canon_reuse_headers names it. Conan's build goes
# without, which shows a file that includes too little.
function(canon_precompile_headers name)
  cmake_parse_arguments(arg "" "" "LIBRARIES;HEADERS" ${ARGN})
  if(NOT CANON_PCH OR BUILD_SHARED_LIBS)
    return()
  endif()
  # Programs would be compiled with -fPIE and libraries with -fPIC: no header serves both.
  if(CMAKE_POSITION_INDEPENDENT_CODE AND (CANON_TESTS OR CANON_BENCH OR CANON_EXAMPLES OR CANON_TOOLS))
    return()
  endif()
  file(CONFIGURE OUTPUT "${CMAKE_CURRENT_BINARY_DIR}/${name}.cpp" CONTENT "")
  add_library(${name} OBJECT "${CMAKE_CURRENT_BINARY_DIR}/${name}.cpp")
  canon_target_defaults(${name})
  if(CMAKE_POSITION_INDEPENDENT_CODE)
    canon_hide_symbols(${name})
  endif()
  target_link_libraries(${name} PRIVATE ${arg_LIBRARIES})
  target_precompile_headers(${name} PRIVATE ${arg_HEADERS})
endfunction()

function(canon_reuse_headers target name)
  if(NOT TARGET ${name})
    return()
  endif()
  target_precompile_headers(${target} REUSE_FROM ${name})
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    # The first lets ccache see what was included (its manual, "Precompiled headers"). The others: GCC
    # forgets which lines of a precompiled header come from the system, and warns of libstdc++'s own.
    target_compile_options(${target} PRIVATE
      "$<$<COMPILE_LANGUAGE:CXX>:-fpch-preprocess;-Wno-array-bounds;-Wno-stringop-overflow;-Wno-stringop-overread>")
  endif()
endfunction()

# One test program per file: tests/NAME.cpp becomes the ctest NAME, labelled `unit`, or `long` if
# LONG is said (more than some 20 s). The package build and the sanitizers run only the former. MEMORY
# says that it tests code which walks raw memory or reads what others wrote (the library, the programs,
# the training engine): these `unit` tests have the label `memory` as well, and the target
# canon_memory_tests builds them, for the sanitizers of `tools/dev test`. The
# label `numeric` says that the test runs on several kernel sets of the BLAS (`tools/dev kernels`):
# every test but those that are EXACT, in which no result of BLAS or LAPACK is asserted.
function(canon_add_test source)
  cmake_parse_arguments(arg "LONG;EXACT;MEMORY" "PREFIX;HEADERS" "LIBRARIES" ${ARGN})
  if(arg_LONG AND NOT CANON_LONG_TESTS)
    return()
  endif()
  get_filename_component(name ${source} NAME_WE)
  set(target ${arg_PREFIX}test_${name})
  add_executable(${target} ${source})
  canon_target_defaults(${target})
  target_include_directories(${target} PRIVATE ${PROJECT_SOURCE_DIR}/libcanon/tests) # test_files.hpp
  target_link_libraries(${target} PRIVATE ${arg_LIBRARIES} Boost::unit_test_framework)
  canon_reuse_headers(${target} ${arg_HEADERS})
  get_target_property(type Boost::unit_test_framework TYPE)
  # Conan's target is an INTERFACE one, static by default, and brings its own definition if shared.
  if(type MATCHES "SHARED|UNKNOWN" AND NOT Boost_USE_STATIC_LIBS)
    target_compile_definitions(${target} PRIVATE BOOST_TEST_DYN_LINK)
  endif()
  # Without the data sets of docs/data.md the tests that want them say that they skip them.
  target_compile_definitions(${target} PRIVATE CANON_TEST_DATA="${CANON_TEST_DATA}")
  add_test(NAME ${arg_PREFIX}${name} COMMAND ${target} --log_level=message)
  set(labels $<IF:$<BOOL:${arg_LONG}>,long,unit>)
  if(NOT arg_EXACT)
    list(APPEND labels numeric)
  endif()
  if(arg_MEMORY AND NOT arg_LONG)
    list(APPEND labels memory)
    if(NOT TARGET canon_memory_tests)
      add_custom_target(canon_memory_tests)
    endif()
    add_dependencies(canon_memory_tests ${target})
  endif()
  # Tests share the cores: a thread of OpenMP that waits for others by spinning takes the core that
  # these need (lab_gradients beside other work: 122 s, and 0.9 s without spinning).
  set_tests_properties(${arg_PREFIX}${name} PROPERTIES TIMEOUT 900 LABELS "${labels}"
                       ENVIRONMENT OMP_WAIT_POLICY=passive)
endfunction()

# One benchmark per file: bench/NAME.cpp becomes the program bench_NAME.
function(canon_add_bench source)
  cmake_parse_arguments(arg "" "PREFIX;HEADERS" "LIBRARIES;INCLUDES" ${ARGN})
  get_filename_component(name ${source} NAME_WE)
  set(target ${arg_PREFIX}bench_${name})
  add_executable(${target} ${source})
  canon_target_defaults(${target})
  target_include_directories(${target} PRIVATE ${arg_INCLUDES})
  target_link_libraries(${target} PRIVATE ${arg_LIBRARIES} benchmark::benchmark)
  canon_reuse_headers(${target} ${arg_HEADERS})
  target_compile_definitions(${target} PRIVATE CANON_TEST_DATA="${CANON_TEST_DATA}")
endfunction()

# canon_test_kinds(RESULT NAME LONG_NAMES EXACT_NAMES): the options of canon_add_test for this test.
function(canon_test_kinds result name long_names exact_names)
  set(kinds)
  if(name IN_LIST long_names)
    list(APPEND kinds LONG)
  endif()
  if(name IN_LIST exact_names)
    list(APPEND kinds EXACT)
  endif()
  set(${result} ${kinds} PARENT_SCOPE)
endfunction()
