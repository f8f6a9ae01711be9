# Gives the distribution's bliss the target name Conan gives it: bliss::bliss.
find_path(bliss_INCLUDE_DIR bliss/graph.hh)
find_library(bliss_LIBRARY NAMES bliss bliss_static)

# bliss/bignum.hh lays out bliss::Stats differently with and without GMP and cannot know how the
# library was compiled (Debian: with); a mismatch leaks and hands GMP a number never initialised.
set(bliss_required bliss_LIBRARY bliss_INCLUDE_DIR)
set(bliss_gmp_symbols "")
if(bliss_LIBRARY)
  file(STRINGS "${bliss_LIBRARY}" bliss_gmp_symbols REGEX "__gmpz_" LIMIT_COUNT 1)
endif()
if(bliss_gmp_symbols)
  find_path(bliss_GMP_INCLUDE_DIR gmp.h)
  find_library(bliss_GMP_LIBRARY gmp)
  list(APPEND bliss_required bliss_GMP_LIBRARY bliss_GMP_INCLUDE_DIR)
  mark_as_advanced(bliss_GMP_LIBRARY bliss_GMP_INCLUDE_DIR)
endif()

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(bliss REQUIRED_VARS ${bliss_required})
if(bliss_FOUND AND NOT TARGET bliss::bliss)
  add_library(bliss::bliss UNKNOWN IMPORTED)
  set_target_properties(bliss::bliss PROPERTIES
    IMPORTED_LOCATION "${bliss_LIBRARY}"
    INTERFACE_INCLUDE_DIRECTORIES "${bliss_INCLUDE_DIR}")
  if(bliss_gmp_symbols)
    set_property(TARGET bliss::bliss APPEND PROPERTY
                 INTERFACE_INCLUDE_DIRECTORIES "${bliss_GMP_INCLUDE_DIR}")
    set_target_properties(bliss::bliss PROPERTIES
      INTERFACE_COMPILE_DEFINITIONS BLISS_USE_GMP
      INTERFACE_LINK_LIBRARIES "${bliss_GMP_LIBRARY}")
  endif()
endif()
mark_as_advanced(bliss_INCLUDE_DIR bliss_LIBRARY)
