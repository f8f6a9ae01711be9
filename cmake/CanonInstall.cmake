# What `cmake --install` puts where, the canonConfig.cmake that find_package(canon) reads, and canon.pc.
include(CMakePackageConfigHelpers)

set(canon_config_dir "${CMAKE_INSTALL_LIBDIR}/cmake/canon")
get_target_property(canon_type canon TYPE)
if(canon_type STREQUAL "SHARED_LIBRARY")
  set(CANON_IS_SHARED ON)
else()
  set(CANON_IS_SHARED OFF)
endif()

set_target_properties(canon PROPERTIES VERSION ${PROJECT_VERSION}
                      SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})
install(TARGETS canon EXPORT canonTargets)
install(DIRECTORY libcanon/include/ DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}")
install(FILES "${PROJECT_BINARY_DIR}/libcanon/include/canon/version.hpp"
        DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}/canon")
install(EXPORT canonTargets NAMESPACE canon:: DESTINATION "${canon_config_dir}")

configure_package_config_file(cmake/canonConfig.cmake.in "${PROJECT_BINARY_DIR}/canonConfig.cmake"
                              INSTALL_DESTINATION "${canon_config_dir}")
write_basic_package_version_file("${PROJECT_BINARY_DIR}/canonConfigVersion.cmake"
                                 COMPATIBILITY SameMinorVersion)
install(FILES "${PROJECT_BINARY_DIR}/canonConfig.cmake" "${PROJECT_BINARY_DIR}/canonConfigVersion.cmake"
              cmake/Findarmadillo.cmake cmake/Findbliss.cmake
        DESTINATION "${canon_config_dir}")
include(CanonPkgConfig)

if(EXISTS "${PROJECT_SOURCE_DIR}/LICENSE")
  install(FILES LICENSE NOTICE DESTINATION "${CMAKE_INSTALL_DOCDIR}")
endif()
