# Finds the HDF5 library (C interface, without MPI) as target Encke::hdf5. Used by Encke's own build, and installed for the
# projects that use a static Encke. (CMake's FindHDF5 wants the C language enabled and compiler wrappers on the path.)
#
# Sets EnckeHdf5_FOUND.

find_path(ENCKE_HDF5_INCLUDE hdf5.h PATH_SUFFIXES hdf5/serial)
find_library(ENCKE_HDF5_LIBRARY NAMES hdf5_serial hdf5 PATH_SUFFIXES hdf5/serial)
mark_as_advanced(ENCKE_HDF5_INCLUDE ENCKE_HDF5_LIBRARY)
set(EnckeHdf5_FOUND FALSE)
if(ENCKE_HDF5_INCLUDE AND ENCKE_HDF5_LIBRARY)
  set(EnckeHdf5_FOUND TRUE)
  if(NOT TARGET Encke::hdf5)
    add_library(Encke::hdf5 UNKNOWN IMPORTED)
    set_target_properties(Encke::hdf5 PROPERTIES IMPORTED_LOCATION "${ENCKE_HDF5_LIBRARY}" INTERFACE_INCLUDE_DIRECTORIES
                                                                                          "${ENCKE_HDF5_INCLUDE}")
  endif()
endif()
