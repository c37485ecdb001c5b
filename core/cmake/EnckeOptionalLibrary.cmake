# The libraries that Encke does without where they are missing. Used by Encke's own build, and installed for the projects that use
# a static Encke: not every distribution has CMake packages of these libraries, and CMake's FindHDF5 wants the C language enabled
# and compiler wrappers on the path.

set(encke_hdf5_title HDF5) # its C interface, without MPI
set(encke_hdf5_header hdf5.h)
set(encke_hdf5_needs H5Ppublic.h H5Pset_file_locking) # from 1.10.7 on, not 1.12.0
set(encke_hdf5_names hdf5_serial hdf5)
set(encke_hdf5_folder hdf5/serial)
set(encke_hdf5_package libhdf5-dev)

set(encke_hdf5_with_header zlib.h) # what compresses inside it
set(encke_hdf5_with_names z)

set(encke_zstd_title Zstandard)
set(encke_zstd_header zstd.h)
set(encke_zstd_names zstd)
set(encke_zstd_folder)
set(encke_zstd_package libzstd-dev)

set(encke_zlib_title zlib)
set(encke_zlib_header zlib.h)
set(encke_zlib_names z)
set(encke_zlib_folder)
set(encke_zlib_package zlib1g-dev)

set(encke_htslib_title HTSlib)
set(encke_htslib_header htslib/vcf.h)
set(encke_htslib_needs htslib/hts.h hts_idx_load3) # from 1.10 on
set(encke_htslib_names hts)
set(encke_htslib_folder)
set(encke_htslib_package libhts-dev)

# encke_find_library(hdf5|zstd|zlib|htslib): finds it as target Encke::<name>, and sets encke_<name>_found.
function(encke_find_library name)
  string(TOUPPER ENCKE_${name} cached)
  find_path(${cached}_INCLUDE ${encke_${name}_header} PATH_SUFFIXES ${encke_${name}_folder})
  find_library(${cached}_LIBRARY NAMES ${encke_${name}_names} PATH_SUFFIXES ${encke_${name}_folder})
  mark_as_advanced(${cached}_INCLUDE ${cached}_LIBRARY)
  set(includes ${${cached}_INCLUDE})
  set(with)
  if(encke_${name}_with_header)
    find_path(${cached}_WITH_INCLUDE ${encke_${name}_with_header})
    find_library(${cached}_WITH_LIBRARY NAMES ${encke_${name}_with_names})
    mark_as_advanced(${cached}_WITH_INCLUDE ${cached}_WITH_LIBRARY)
    list(APPEND includes ${${cached}_WITH_INCLUDE})
    list(APPEND with ${${cached}_WITH_LIBRARY})
  endif()
  set(encke_${name}_found FALSE PARENT_SCOPE)
  set(has_all 1)
  if(encke_${name}_needs AND ${cached}_INCLUDE) # a header, and what it must declare
    list(GET encke_${name}_needs 0 header)
    list(GET encke_${name}_needs 1 declaration)
    file(STRINGS ${${cached}_INCLUDE}/${header} lines REGEX ${declaration})
    list(LENGTH lines has_all)
    if(NOT has_all)
      message(STATUS "${encke_${name}_title} is too old: it has no ${declaration}")
    endif()
  endif()
  if(encke_${name}_with_header AND NOT (${cached}_WITH_INCLUDE AND with))
    set(has_all 0)
  endif()
  if(${cached}_INCLUDE AND ${cached}_LIBRARY AND has_all)
    set(encke_${name}_found TRUE PARENT_SCOPE)
    if(NOT TARGET Encke::${name}_headers) # for who loads the library when it is needed
      add_library(Encke::${name}_headers INTERFACE IMPORTED)
      set_target_properties(Encke::${name}_headers PROPERTIES INTERFACE_INCLUDE_DIRECTORIES "${includes}" INTERFACE_LINK_LIBRARIES "${with}")
    endif()
    if(NOT TARGET Encke::${name})
      add_library(Encke::${name} UNKNOWN IMPORTED)
      set_target_properties(
        Encke::${name} PROPERTIES IMPORTED_LOCATION "${${cached}_LIBRARY}" INTERFACE_INCLUDE_DIRECTORIES "${includes}"
                                  INTERFACE_LINK_LIBRARIES "${with}")
    endif()
  endif()
endfunction()
