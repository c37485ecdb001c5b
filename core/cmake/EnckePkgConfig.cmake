# Writes and installs encke.pc, for projects that are not built by CMake:
#   g++ -std=c++20 main.cpp $(pkg-config --cflags --libs encke)
# A static library needs all that it was linked with again, so that stands in Libs. Kokkos and MPI have no .pc files everywhere: they
# stand with their paths on this machine.
set(requires)
set(libraries)
if(NOT BUILD_SHARED_LIBS)
  set(requires fmt)
  set(pairs zstd:libzstd zlib:zlib)
  if(NOT ENCKE_HTSLIB_LIBRARY MATCHES "\\.so") # else it is loaded, as HDF5 is
    list(APPEND pairs htslib:htslib)
  endif()
  foreach(pair IN LISTS pairs)
    string(REPLACE ":" ";" pair ${pair})
    list(GET pair 0 library)
    list(GET pair 1 module)
    if(library IN_LIST ENCKE_OPTIONAL_LIBRARIES)
      list(APPEND requires ${module})
    endif()
  endforeach()
  foreach(part kokkoscontainers kokkosalgorithms kokkoscore)
    if(TARGET Kokkos::${part})
      get_target_property(type Kokkos::${part} TYPE)
      if(NOT type STREQUAL "INTERFACE_LIBRARY")
        list(APPEND libraries $<TARGET_FILE:Kokkos::${part}>)
      endif()
    endif()
  endforeach()
  if(ENCKE_HAS_MPI)
    list(APPEND libraries ${MPI_CXX_LIBRARIES})
  endif()
  if("hdf5" IN_LIST ENCKE_OPTIONAL_LIBRARIES AND NOT ENCKE_HDF5_LIBRARY MATCHES "\\.so")
    list(APPEND libraries ${ENCKE_HDF5_LIBRARY})
  endif()
  list(APPEND libraries ${CMAKE_DL_LIBS})
  list(TRANSFORM libraries REPLACE "^(dl|rt)$" "-l\\1")
  if("${Kokkos_DEVICES}" MATCHES "OPENMP")
    list(APPEND libraries -fopenmp)
  else()
    list(APPEND libraries -pthread)
  endif()
endif()
string(REPLACE ";" ", " requires "${requires}")
string(REPLACE ";" " " libraries "${libraries}")

# Where this file is found says where Encke is: an installation can be moved.
file(RELATIVE_PATH up /usr/${CMAKE_INSTALL_LIBDIR}/pkgconfig /usr)
string(REGEX REPLACE "/$" "" up "${up}")
file(
  GENERATE
  OUTPUT ${CMAKE_CURRENT_BINARY_DIR}/encke.pc
  CONTENT
    "prefix=\${pcfiledir}/${up}
libdir=\${prefix}/${CMAKE_INSTALL_LIBDIR}
includedir=\${prefix}/${CMAKE_INSTALL_INCLUDEDIR}

Name: Encke
Description: ${PROJECT_DESCRIPTION}
Version: ${PROJECT_VERSION}
Requires: ${requires}
Cflags: -I\${includedir} -ffp-contract=off
Libs: -L\${libdir} -lencke ${libraries}
")
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/encke.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
