# A program that holds the C library starts in half the time.

include(CheckCSourceCompiles)

# Links the target statically where compiler and system can, at any address if possible.
function(gait_link_statically target)
  foreach(flags "-static-pie;-Wl,-z,text" "-static")
    string(MAKE_C_IDENTIFIER "GAIT_LINKS${flags}" links)
    set(CMAKE_REQUIRED_LINK_OPTIONS ${flags})
    check_c_source_compiles("
      #include <stdio.h>
      int main(void) { return puts(\"\") < 0; }" ${links})
    if(${links})
      target_link_options(${target} PRIVATE ${flags})
      return()
    endif()
  endforeach()
endfunction()
