# Compiler flags, in one place.
#
#   gait_flags(TARGET LIBRARY)         the library: strict C11, nothing else
#   gait_flags(TARGET HOSTED [STRICT]) programs: POSIX as well; STRICT adds the conversion warnings

# Not -Wpedantic: gcc's C11 takes `double m[3][3]` for `const double m[3][3]` only with a warning.
set(gait_warnings
  -Wall -Wextra -Wshadow -Wstrict-prototypes -Wmissing-prototypes -Wmissing-declarations
  -Wold-style-definition -Wvla -Wundef -Wpointer-arith -Wwrite-strings -Wformat=2
  -Wimplicit-fallthrough
  -Wno-psabi) # vectors are passed only to inlined functions
set(gait_strict_warnings -Wconversion -Wcast-qual -Wcast-align)

function(gait_flags target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "LIBRARY;HOSTED;STRICT" "" "")
  if(NOT CMAKE_C_COMPILER_ID MATCHES "GNU|Clang")
    return()
  endif()
  string(COMPARE EQUAL "${CMAKE_SYSTEM_PROCESSOR}" s390x on_s390)
  # Contraction into fused multiply-adds would make results depend on the machine, and so would
  # gcc's floats of s390, which strict C11 has computed as doubles.
  target_compile_options(${target} PRIVATE -ffp-contract=off ${gait_warnings}
    $<$<AND:$<C_COMPILER_ID:GNU>,$<BOOL:${on_s390}>>:-fexcess-precision=fast>
    $<$<C_COMPILER_ID:Clang>:-Wno-format-nonliteral>) # what gcc knows of va_list it does not
  if(arg_LIBRARY OR arg_STRICT)
    target_compile_options(${target} PRIVATE ${gait_strict_warnings})
  endif()
  if(arg_HOSTED)
    target_compile_definitions(${target} PRIVATE
      _POSIX_C_SOURCE=200809L _DEFAULT_SOURCE _FILE_OFFSET_BITS=64
      $<$<PLATFORM_ID:Darwin>:_DARWIN_C_SOURCE>) # the same for macOS as _DEFAULT_SOURCE
  endif()
  if(GAIT_WERROR)
    target_compile_options(${target} PRIVATE -Werror)
  endif()
  if(GAIT_SANITIZE)
    set(sanitizers -fsanitize=address,undefined,float-cast-overflow)
    target_compile_options(${target} PRIVATE
      ${sanitizers} -fno-sanitize-recover=all -fno-omit-frame-pointer)
    if(CMAKE_C_COMPILER_ID STREQUAL "GNU")
      # What gcc derives from the flow of instrumented code is not about the source.
      target_compile_options(${target} PRIVATE -Wno-format-truncation -Wno-maybe-uninitialized)
    endif()
    # gcc's shared libubsan does not know log_path beside libasan, which tests/sanitized.py needs.
    target_link_options(${target} PUBLIC
      ${sanitizers} $<$<C_COMPILER_ID:GNU>:-static-libubsan>)
  endif()
  if(GAIT_FUZZ)
    target_compile_options(${target} PRIVATE -fsanitize=fuzzer-no-link)
  endif()
endfunction()
