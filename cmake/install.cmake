# Headers, library, command, CMake package and pkg-config file.

include(CMakePackageConfigHelpers)

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/gait)

install(FILES ${public_headers} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/gait)
install(TARGETS gait EXPORT gaitTargets
  ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}
  LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}
  RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR}
  INCLUDES DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
if(TARGET gait-tool)
  install(TARGETS gait-tool RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
endif()

install(EXPORT gaitTargets NAMESPACE gait:: DESTINATION ${package_dir})
configure_package_config_file(cmake/gaitConfig.cmake.in gaitConfig.cmake
  INSTALL_DESTINATION ${package_dir})
# Before 1.0 a new minor version may break its callers.
write_basic_package_version_file(gaitConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES
  ${PROJECT_BINARY_DIR}/gaitConfig.cmake ${PROJECT_BINARY_DIR}/gaitConfigVersion.cmake
  DESTINATION ${package_dir})

# Relative to the file itself, so that an installed tree can be moved.
file(RELATIVE_PATH pc_prefix
  ${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig ${CMAKE_INSTALL_PREFIX})
set(pc_cflags "")
set(pc_libs " -lm") # required with a static library, also without the option --static
set(pc_private_libs "")
if(BUILD_SHARED_LIBS)
  set(pc_cflags " -DGAIT_SHARED")
  set(pc_libs "")
  set(pc_private_libs " -lm")
endif()
configure_file(cmake/gait.pc.in gait.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/gait.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})

# The command prints its manual page and its completions when it is installed.
function(gait_install_help folder name)
  set(file ${PROJECT_BINARY_DIR}/help/${name})
  install(CODE "file(MAKE_DIRECTORY \"${PROJECT_BINARY_DIR}/help\")
    execute_process(COMMAND \"$<TARGET_FILE:gait-tool>\" help ${ARGN}
      OUTPUT_FILE \"${file}\" COMMAND_ERROR_IS_FATAL ANY)")
  install(FILES ${file} DESTINATION ${folder})
endfunction()

if(TARGET gait-tool AND NOT CMAKE_CROSSCOMPILING)
  gait_install_help(${CMAKE_INSTALL_MANDIR}/man1 gait.1 --man)
  gait_install_help(${CMAKE_INSTALL_DATADIR}/bash-completion/completions gait --completion bash)
  gait_install_help(${CMAKE_INSTALL_DATADIR}/zsh/site-functions _gait --completion zsh)
  gait_install_help(${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d gait.fish --completion fish)
endif()
