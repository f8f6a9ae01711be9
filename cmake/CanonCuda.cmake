# CUDA for the experiments (CANON_WITH_CUDA): the language, and how a target compiles some of its
# sources by nvcc. To be included at file scope.

# Every generation that nvcc 13 still knows, each in its own machine code: Turing; Ampere of data
# centres and of desks; Ada; Hopper; Blackwell of data centres and of desks. The PTX of the oldest
# and of the newest serve what is not in the list (a Jetson, the next generation).
#
# With CANON_CUDA_EMULATION the program needs no device: it is linked with tools/cuda_emulation
# instead of the runtime and cuBLAS, and the PTX of the kernels is executed on the CPU (docs/cuda.md).
option(CANON_CUDA_EMULATION "execute the CUDA kernels on the CPU" OFF)
set(CANON_CUDA_ALL "75;80-real;86-real;89-real;90-real;100-real;120")
if(CANON_CUDA_EMULATION)
  set(CMAKE_CUDA_ARCHITECTURES 75-virtual) # the PTX alone, and as text
  set(CMAKE_CUDA_RUNTIME_LIBRARY None)
elseif(NOT CMAKE_CUDA_ARCHITECTURES AND NOT DEFINED ENV{CUDAARCHS})
  set(CMAKE_CUDA_ARCHITECTURES "${CANON_CUDA_ALL}" CACHE STRING "CUDA architectures" FORCE)
endif()
# The objects meet in one program, so one compiler makes the host's half of all of them.
if(NOT CMAKE_CUDA_HOST_COMPILER)
  set(CMAKE_CUDA_HOST_COMPILER "${CMAKE_CXX_COMPILER}" CACHE FILEPATH "" FORCE)
endif()
enable_language(CUDA)
if(CMAKE_CUDA_COMPILER_VERSION VERSION_LESS 12)
  message(FATAL_ERROR "CANON_WITH_CUDA needs nvcc 12 or newer for C++20, got ${CMAKE_CUDA_COMPILER_VERSION}")
endif()
find_package(CUDAToolkit REQUIRED)
if(CANON_CUDA_EMULATION)
  add_subdirectory("${PROJECT_SOURCE_DIR}/tools/cuda_emulation" cuda_emulation)
endif()

# canon_compile_as_cuda(TARGET SOURCE...)
function(canon_compile_as_cuda target)
  set_source_files_properties(${ARGN} PROPERTIES LANGUAGE CUDA)
  if(CANON_CUDA_EMULATION)
    target_compile_options(${target} PRIVATE "$<$<COMPILE_LANGUAGE:CUDA>:--compress-mode=none>")
    target_link_libraries(${target} PRIVATE cuda_emulation)
    cuda_emulation_translate(${target})
  else()
    # The runtime is linked statically and opens the driver (libcuda) itself, if there is one: so
    # does cuBLAS, and the program starts on a machine without.
    set_target_properties(${target} PROPERTIES CUDA_RUNTIME_LIBRARY Static)
    target_link_libraries(${target} PRIVATE CUDA::cublas CUDA::cublasLt)
  endif()
  # Not CUDA_STANDARD: CMake 3.25 (Debian 12) does not know that nvcc has C++20. No -Wpedantic: it
  # complains about what nvcc writes between our lines.
  target_compile_options(${target} PRIVATE
    "$<$<COMPILE_LANGUAGE:CUDA>:-std=c++20;-Xcompiler=-Wall,-Wextra,-Wconversion,${OpenMP_CXX_FLAGS}>"
    "$<$<AND:$<COMPILE_LANGUAGE:CUDA>,$<BOOL:${CANON_WERROR}>>:-Werror=all-warnings;-Xcompiler=-Werror>")
  target_compile_definitions(${target} PRIVATE CANON_CUDA)
endfunction()
