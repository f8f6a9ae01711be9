# Gives the distribution's bliss the target name Conan gives it: bliss::bliss.
find_path(bliss_INCLUDE_DIR bliss/graph.hh)
find_library(bliss_LIBRARY NAMES bliss bliss_static)

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(bliss REQUIRED_VARS bliss_LIBRARY bliss_INCLUDE_DIR)
if(bliss_FOUND AND NOT TARGET bliss::bliss)
  add_library(bliss::bliss UNKNOWN IMPORTED)
  set_target_properties(bliss::bliss PROPERTIES
    IMPORTED_LOCATION "${bliss_LIBRARY}"
    INTERFACE_INCLUDE_DIRECTORIES "${bliss_INCLUDE_DIR}")
endif()
mark_as_advanced(bliss_INCLUDE_DIR bliss_LIBRARY)
