# Finds a Kokkos that Encke works with, as target Kokkos::kokkos. Used by Encke's own build, and installed for the
# projects that use Encke: a static library needs its Kokkos again when a program is linked.
#
# ENCKE_KOKKOS_HINT: where to look after CMAKE_PREFIX_PATH and Kokkos_ROOT, and before the system's directories.
# Sets Kokkos_FOUND, and Kokkos_NOT_FOUND_MESSAGE where it is false.

find_package(Kokkos QUIET CONFIG HINTS ${ENCKE_KOKKOS_HINT})

# No version is asked of find_package: Kokkos' own version files accept no range over several major versions.
set(encke_kokkos_wanted
    "Encke needs Kokkos 3.4.1 or newer, below 6, with an OpenMP, Threads or Serial host space.\n"
    "  Debian: bash drivers/setup.sh builds one from Debian's source package\n"
    "  elsewhere: build Kokkos with -DKokkos_ENABLE_OPENMP=ON, and name its prefix in Kokkos_ROOT")

if(NOT Kokkos_FOUND)
  set(Kokkos_NOT_FOUND_MESSAGE ${encke_kokkos_wanted})
elseif(Kokkos_VERSION VERSION_LESS 3.4.1 OR Kokkos_VERSION VERSION_GREATER_EQUAL 6)
  # 3.4.1: the oldest that is tested. 6: nothing is known of it yet.
  set(Kokkos_FOUND FALSE)
  set(Kokkos_NOT_FOUND_MESSAGE ${encke_kokkos_wanted} "\n  found: ${Kokkos_VERSION} in ${Kokkos_DIR}")
elseif(NOT "${Kokkos_DEVICES}" MATCHES "OPENMP|THREADS|SERIAL")
  set(Kokkos_FOUND FALSE)
  set(Kokkos_NOT_FOUND_MESSAGE ${encke_kokkos_wanted} "\n  found: ${Kokkos_DIR} with ${Kokkos_DEVICES}")
elseif(Kokkos_INCLUDE_DIRS)
  # Only the Kokkos inside Trilinos sets this variable. Its Kokkos::kokkos is missing or names a directory that is not there.
  if(NOT TARGET Kokkos::kokkos)
    add_library(Kokkos::kokkos INTERFACE IMPORTED)
  endif()
  set_target_properties(
    Kokkos::kokkos PROPERTIES INTERFACE_INCLUDE_DIRECTORIES "${Kokkos_INCLUDE_DIRS}"
                              INTERFACE_LINK_LIBRARIES "${Kokkos_LIBRARIES}")
endif()
unset(encke_kokkos_wanted)
