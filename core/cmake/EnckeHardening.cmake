# What makes a defect in a program harder to use: the linker's part for executables, and for sources that read what others wrote checks of
# the stack and of what is copied. Kernels and loops over values have neither, so that they are what they were.

option(ENCKE_HARDENING "Checks of stack and copies in what reads inputs, and read-only relocations of programs" ON)
mark_as_advanced(ENCKE_HARDENING)
set(ENCKE_HARDENED_SOURCE_OPTIONS)
set(ENCKE_HARDENED_LINK_OPTIONS)
if(ENCKE_HARDENING AND CMAKE_CXX_COMPILER_ID MATCHES "GNU|Clang" AND CMAKE_SYSTEM_NAME STREQUAL "Linux")
  # _FORTIFY_SOURCE needs optimisation, and does not go with sanitizers, whose builds are of type Debug. Those have checks of their own.
  if(NOT CMAKE_BUILD_TYPE STREQUAL "Debug")
    set(ENCKE_HARDENED_SOURCE_OPTIONS -fstack-protector-strong
                                      "$<$<CONFIG:Release,RelWithDebInfo,MinSizeRel>:-U_FORTIFY_SOURCE;-D_FORTIFY_SOURCE=2>")
  endif()
  # Position-independent executables are the compiler's default where they are the system's.
  set(ENCKE_HARDENED_LINK_OPTIONS LINKER:-z,relro LINKER:-z,now)
endif()

# encke_harden(<target>)
function(encke_harden target)
  target_compile_options(${target} PRIVATE ${ENCKE_HARDENED_SOURCE_OPTIONS})
endfunction()
