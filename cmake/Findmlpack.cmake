# Gives the distribution's mlpack (headers only) the target name Conan gives it: mlpack::mlpack.
# Its own mlpack.pc and ensmallen's CMake files name paths and targets that do not exist on Debian.
find_path(mlpack_INCLUDE_DIR mlpack/core.hpp)
find_path(ensmallen_INCLUDE_DIR ensmallen.hpp)
find_path(cereal_INCLUDE_DIR cereal/cereal.hpp)
find_package(armadillo QUIET)

# mlpack/core.hpp includes three headers of stb. Debian installs them packed, among the
# documentation, and the stb of Debian 12 itself is too old to serve instead.
set(mlpack_STB_PACKED /usr/share/doc/libmlpack-dev/usr/include/mlpack/core/stb/bundled)
if(mlpack_INCLUDE_DIR AND EXISTS "${mlpack_INCLUDE_DIR}/mlpack/core/stb/bundled/stb_image.h")
  set(mlpack_STB_DIR "${mlpack_INCLUDE_DIR}/mlpack/core/stb")
elseif(EXISTS "${mlpack_STB_PACKED}")
  set(mlpack_STB_DIR "${CMAKE_BINARY_DIR}/mlpack-stb")
  find_program(mlpack_GZIP gzip)
  foreach(name stb_image.h stb_image_write.h stb_image_resize2.h)
    if(mlpack_GZIP AND NOT EXISTS "${mlpack_STB_DIR}/bundled/${name}")
      file(MAKE_DIRECTORY "${mlpack_STB_DIR}/bundled")
      execute_process(COMMAND "${mlpack_GZIP}" -dc "${mlpack_STB_PACKED}/${name}.gz"
                      OUTPUT_FILE "${mlpack_STB_DIR}/bundled/${name}")
    endif()
  endforeach()
  mark_as_advanced(mlpack_GZIP)
else()
  find_path(mlpack_STB_DIR stb_image_resize2.h PATH_SUFFIXES stb)
  set(mlpack_DEFINITIONS MLPACK_USE_SYSTEM_STB)
endif()

if(mlpack_INCLUDE_DIR AND EXISTS "${mlpack_INCLUDE_DIR}/mlpack/core/util/version.hpp")
  file(STRINGS "${mlpack_INCLUDE_DIR}/mlpack/core/util/version.hpp" lines
       REGEX "define MLPACK_VERSION_(MAJOR|MINOR|PATCH) ")
  string(REGEX REPLACE ".*MAJOR ([0-9]+).*MINOR ([0-9]+).*PATCH ([0-9]+).*" "\\1.\\2.\\3"
         mlpack_VERSION "${lines}")
endif()

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(mlpack
  REQUIRED_VARS mlpack_INCLUDE_DIR ensmallen_INCLUDE_DIR cereal_INCLUDE_DIR mlpack_STB_DIR
                armadillo_FOUND
  VERSION_VAR mlpack_VERSION)
if(mlpack_FOUND AND NOT TARGET mlpack::mlpack)
  add_library(mlpack::mlpack INTERFACE IMPORTED)
  set(dirs "${mlpack_INCLUDE_DIR}" "${ensmallen_INCLUDE_DIR}" "${cereal_INCLUDE_DIR}"
           "${mlpack_STB_DIR}")
  list(REMOVE_DUPLICATES dirs)
  set_target_properties(mlpack::mlpack PROPERTIES
    INTERFACE_INCLUDE_DIRECTORIES "${dirs}"
    INTERFACE_COMPILE_DEFINITIONS "${mlpack_DEFINITIONS}"
    INTERFACE_LINK_LIBRARIES armadillo::armadillo)
endif()
mark_as_advanced(mlpack_INCLUDE_DIR ensmallen_INCLUDE_DIR cereal_INCLUDE_DIR)
