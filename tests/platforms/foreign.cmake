# Tests of a build for another machine: cmocka from its source, and programs that start the
# programs of that machine.

set(GAIT_CMOCKA_SOURCE "" CACHE PATH "Source of cmocka; without it there are no unit tests")

set(CMOCKA_LIBRARY "")
if(EXISTS ${GAIT_CMOCKA_SOURCE}/src/cmocka.c)
  set(CMOCKA_LIBRARY foreign-cmocka)
  set(CMOCKA_INCLUDE_DIR ${GAIT_CMOCKA_SOURCE}/include)
  add_library(foreign-cmocka STATIC ${GAIT_CMOCKA_SOURCE}/src/cmocka.c)
  target_include_directories(foreign-cmocka PRIVATE ${CMOCKA_INCLUDE_DIR})
  set_target_properties(foreign-cmocka PROPERTIES C_EXTENSIONS ON)
  target_compile_definitions(foreign-cmocka PRIVATE
    HAVE_MALLOC_H HAVE_INTTYPES_H HAVE_SIGNAL_H HAVE_STRINGS_H HAVE_STRUCT_TIMESPEC
    HAVE_GCC_THREAD_LOCAL_STORAGE)
  if(NOT WIN32)
    target_compile_definitions(foreign-cmocka PRIVATE
      HAVE_CLOCK_REALTIME HAVE_SIGLONGJMP HAVE_STRSIGNAL)
  endif()
endif()

# gait_foreign_program(NAME FILE): a program NAME in foreign_programs that runs FILE.
set(foreign_programs ${PROJECT_BINARY_DIR}/run)
function(gait_foreign_program name file)
  file(GENERATE OUTPUT ${foreign_programs}/${name}
    CONTENT "#!/bin/sh\nexec ${CMAKE_CROSSCOMPILING_EMULATOR} ${file} \"$@\"\n"
    FILE_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE)
endfunction()
