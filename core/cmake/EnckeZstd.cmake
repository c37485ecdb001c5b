# Finds the Zstandard library as target Encke::zstd. Used by Encke's own build, and installed for the projects that use a static
# Encke. (zstd's own CMake package is not in every distribution.)
#
# Sets EnckeZstd_FOUND.

find_path(ENCKE_ZSTD_INCLUDE zstd.h)
find_library(ENCKE_ZSTD_LIBRARY zstd)
mark_as_advanced(ENCKE_ZSTD_INCLUDE ENCKE_ZSTD_LIBRARY)
set(EnckeZstd_FOUND FALSE)
if(ENCKE_ZSTD_INCLUDE AND ENCKE_ZSTD_LIBRARY)
  set(EnckeZstd_FOUND TRUE)
  if(NOT TARGET Encke::zstd)
    add_library(Encke::zstd UNKNOWN IMPORTED)
    set_target_properties(Encke::zstd PROPERTIES IMPORTED_LOCATION "${ENCKE_ZSTD_LIBRARY}" INTERFACE_INCLUDE_DIRECTORIES
                                                                                          "${ENCKE_ZSTD_INCLUDE}")
  endif()
endif()
