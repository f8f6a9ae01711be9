# Gives the distribution's Armadillo the target name Conan gives it: armadillo::armadillo.
find_path(armadillo_INCLUDE_DIR armadillo)
find_library(armadillo_LIBRARY armadillo)
find_package(LAPACK QUIET)

if(armadillo_INCLUDE_DIR AND EXISTS "${armadillo_INCLUDE_DIR}/armadillo_bits/arma_version.hpp")
  file(STRINGS "${armadillo_INCLUDE_DIR}/armadillo_bits/arma_version.hpp" lines
       REGEX "define ARMA_VERSION_(MAJOR|MINOR|PATCH) ")
  string(REGEX REPLACE ".*MAJOR ([0-9]+).*MINOR ([0-9]+).*PATCH ([0-9]+).*" "\\1.\\2.\\3"
         armadillo_VERSION "${lines}")
endif()

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(armadillo REQUIRED_VARS armadillo_LIBRARY armadillo_INCLUDE_DIR
                                  LAPACK_FOUND VERSION_VAR armadillo_VERSION)
if(armadillo_FOUND AND NOT TARGET armadillo::armadillo)
  add_library(armadillo::armadillo UNKNOWN IMPORTED)
  # ARMA_DONT_USE_WRAPPER: call LAPACK itself, not through libarmadillo's forwarding functions.
  set_target_properties(armadillo::armadillo PROPERTIES
    IMPORTED_LOCATION "${armadillo_LIBRARY}"
    INTERFACE_INCLUDE_DIRECTORIES "${armadillo_INCLUDE_DIR}"
    INTERFACE_COMPILE_DEFINITIONS "ARMA_DONT_USE_WRAPPER;ARMA_DONT_USE_HDF5;ARMA_DONT_USE_SUPERLU;ARMA_DONT_USE_ARPACK"
    INTERFACE_LINK_LIBRARIES "${LAPACK_LIBRARIES}")
endif()
mark_as_advanced(armadillo_INCLUDE_DIR armadillo_LIBRARY)
