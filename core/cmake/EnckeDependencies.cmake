# Everything that Encke needs from elsewhere, one line each. A missing one ends the configuration with what to install.

# encke_find_package(<package> <Debian package> [arguments of find_package])
function(encke_find_package package debian_package)
  find_package(${package} ${ARGN} QUIET)
  if(NOT ${package}_FOUND)
    message(
      FATAL_ERROR
        "Encke needs ${package} ${ARGN}, which was not found.\n"
        "  Debian, Ubuntu: apt-get install ${debian_package} (bash drivers/setup.sh installs all that is missing)\n"
        "  elsewhere: install it, and name its prefix in CMAKE_PREFIX_PATH or ${package}_ROOT")
  endif()
endfunction()

# encke_prefer_default_paths(<imported target>): a library that is a link into one of the linker's own folders is named by what it leads to
# (Debian's openmpi/lib/libmpi.so), so that programs need no path to search for it.
function(encke_prefer_default_paths target)
  get_target_property(libraries ${target} INTERFACE_LINK_LIBRARIES)
  if(NOT libraries) # the compiler knows them by itself
    return()
  endif()
  set(named)
  foreach(library IN LISTS libraries)
    if(IS_ABSOLUTE "${library}")
      get_filename_component(file ${library} REALPATH)
      get_filename_component(folder ${file} DIRECTORY)
      if(folder IN_LIST CMAKE_CXX_IMPLICIT_LINK_DIRECTORIES)
        set(library ${file})
      endif()
    endif()
    list(APPEND named ${library})
  endforeach()
  set_property(TARGET ${target} PROPERTY INTERFACE_LINK_LIBRARIES ${named})
endfunction()

# Where drivers/setup.sh builds Kokkos if the machine has none.
set(ENCKE_KOKKOS_HINT ${PROJECT_SOURCE_DIR}/build/deps/kokkos)
if(DEFINED ENV{ENCKE_DEPS})
  set(ENCKE_KOKKOS_HINT $ENV{ENCKE_DEPS}/kokkos)
endif()
include(EnckeKokkos)
if(NOT Kokkos_FOUND)
  message(FATAL_ERROR ${Kokkos_NOT_FOUND_MESSAGE})
endif()
message(STATUS "Kokkos ${Kokkos_VERSION} (${Kokkos_DEVICES}) in ${Kokkos_DIR}")
if(CMAKE_CXX_COMPILER MATCHES "nvcc_wrapper$")
  message(
    FATAL_ERROR
      "Encke's kernels for CPUs are for the host compiler: name that in CMAKE_CXX_COMPILER (or nothing), not nvcc_wrapper.\n"
      "  What needs nvcc is sent there by Kokkos (kokkos_launch_compiler)")
endif()

# Templates alone, in one .cpp file. The prefix of Kokkos comes first: a Kokkos Kernels is for the Kokkos of its release.
set(ENCKE_HAS_KOKKOS_KERNELS OFF)
if(ENCKE_KOKKOS_KERNELS)
  find_package(KokkosKernels QUIET CONFIG HINTS ${Kokkos_DIR}/../KokkosKernels)
  if(KokkosKernels_FOUND)
    string(REGEX MATCH "^[0-9]+\\.[0-9]+" encke_kokkos_release "${Kokkos_VERSION}")
    string(REGEX MATCH "^[0-9]+\\.[0-9]+" encke_kernels_release "${KokkosKernels_VERSION}")
    if(encke_kokkos_release STREQUAL encke_kernels_release)
      set(ENCKE_HAS_KOKKOS_KERNELS ON)
    else()
      message(STATUS "${KokkosKernels_DIR} is of release ${KokkosKernels_VERSION}, and not for this Kokkos")
    endif()
  endif()
  if(NOT ENCKE_HAS_KOKKOS_KERNELS AND NOT ENCKE_KOKKOS_KERNELS STREQUAL "AUTO")
    message(
      FATAL_ERROR
        "ENCKE_KOKKOS_KERNELS is ON, and no Kokkos Kernels of release ${Kokkos_VERSION} was found.\n"
        "  Debian: bash drivers/setup.sh builds one beside Kokkos\n"
        "  elsewhere: install it where Kokkos is, or name its prefix in KokkosKernels_ROOT")
  endif()
endif()
message(STATUS "Kokkos Kernels: ${ENCKE_HAS_KOKKOS_KERNELS}")

encke_find_package(fmt libfmt-dev 8) # 8: format strings are checked at compile time
encke_find_package(nlohmann_json nlohmann-json3-dev) # headers only: nothing of it is left in a program's link
encke_find_package(Eigen3 libeigen3-dev 3.3 NO_MODULE) # headers only, in .cpp files alone: regressions
set(MPI_CXX_SKIP_MPICXX ON) # the C interface alone
set(found_mpi ON)
if(ENCKE_MPI STREQUAL "AUTO")
  find_package(MPI QUIET COMPONENTS CXX)
  set(found_mpi ${MPI_CXX_FOUND}) # the target is there, too, where mpi.h is not
elseif(ENCKE_MPI)
  encke_find_package(MPI libopenmpi-dev COMPONENTS CXX)
endif()
set(ENCKE_HAS_MPI OFF)
if(ENCKE_MPI AND found_mpi AND TARGET MPI::MPI_CXX)
  set(ENCKE_HAS_MPI ON)
  message(STATUS "MPI by ${MPI_CXX_COMPILER}")
  encke_prefer_default_paths(MPI::MPI_CXX)
else()
  message(STATUS "MPI: none; runs are of one process")
endif()
if(ENCKE_BUILD_DRIVERS)
  encke_find_package(CLI11 libcli11-dev)
endif()
if(ENCKE_BUILD_TESTS)
  encke_find_package(GTest libgtest-dev)
endif()

include(EnckeOptionalLibrary)
set(ENCKE_OPTIONAL_LIBRARIES) # those that this build has
foreach(library hdf5 zstd zlib htslib)
  string(TOUPPER ${library} upper)
  set(ENCKE_HAS_${upper} OFF)
  if(ENCKE_${upper})
    encke_find_library(${library})
    set(ENCKE_HAS_${upper} ${encke_${library}_found})
    if(ENCKE_HAS_${upper})
      list(APPEND ENCKE_OPTIONAL_LIBRARIES ${library})
    elseif(NOT ENCKE_${upper} STREQUAL "AUTO")
      message(FATAL_ERROR "ENCKE_${upper} is ON, and ${encke_${library}_title} was not found.\n"
                          "  Debian, Ubuntu: apt-get install ${encke_${library}_package}")
    endif()
  endif()
  message(STATUS "${encke_${library}_title}: ${ENCKE_HAS_${upper}}")
endforeach()

# Headers alone, in two .cpp files: nothing of it is needed to link.
set(ENCKE_HAS_SPECTRA OFF)
if(ENCKE_SPECTRA)
  find_path(ENCKE_SPECTRA_INCLUDE Spectra/SymEigsSolver.h)
  mark_as_advanced(ENCKE_SPECTRA_INCLUDE)
  if(ENCKE_SPECTRA_INCLUDE)
    set(ENCKE_HAS_SPECTRA ON)
    add_library(Encke::spectra INTERFACE IMPORTED)
    target_include_directories(Encke::spectra INTERFACE ${ENCKE_SPECTRA_INCLUDE})
  elseif(NOT ENCKE_SPECTRA STREQUAL "AUTO")
    message(FATAL_ERROR "ENCKE_SPECTRA is ON, and Spectra was not found.\n  Debian, Ubuntu: apt-get install libspectra-dev")
  endif()
endif()
message(STATUS "Spectra: ${ENCKE_HAS_SPECTRA}")
