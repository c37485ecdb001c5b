# What makes a defect in a program harder to use: the linker's part for executables, and for sources that read what others wrote checks of
# the stack and of what is copied. Kernels and loops over values have neither, so that they are what they were.

option(ENCKE_HARDENING "Checks of stack and copies in what reads inputs, and read-only relocations of programs" ON)
mark_as_advanced(ENCKE_HARDENING)
set(ENCKE_HARDENED_SOURCE_OPTIONS)
set(ENCKE_HARDENED_LINK_OPTIONS)
if(ENCKE_HARDENING AND CMAKE_CXX_COMPILER_ID MATCHES "GNU|Clang" AND CMAKE_SYSTEM_NAME STREQUAL "Linux")
  # _FORTIFY_SOURCE needs optimisation, and does not go with sanitizers, whose builds are of type Debug. Those have checks of their own, and
  # sources without options of their own compile together (encke_by_folder).
  if(NOT CMAKE_BUILD_TYPE STREQUAL "Debug")
    set(ENCKE_HARDENED_SOURCE_OPTIONS -fstack-protector-strong
                                      "$<$<CONFIG:Release,RelWithDebInfo,MinSizeRel>:-U_FORTIFY_SOURCE;-D_FORTIFY_SOURCE=2>")
  endif()
  # Position-independent executables are the compiler's default where they are the system's.
  set(ENCKE_HARDENED_LINK_OPTIONS LINKER:-z,relro LINKER:-z,now)
endif()

# encke_harden_sources(<file>...): of the folder from which it is called.
function(encke_harden_sources)
  if(ENCKE_HARDENED_SOURCE_OPTIONS)
    set_property(SOURCE ${ARGN} APPEND PROPERTY COMPILE_OPTIONS ${ENCKE_HARDENED_SOURCE_OPTIONS})
  endif()
endfunction()
