#pragma once

#include <hdf5.h>

// The functions of the HDF5 library that are used here, by their own names: where this is included,
// encke::io::H5Fopen is found before ::H5Fopen. Where the library is shared it is loaded by the
// first of them that is called: it brings some forty others, and most runs need none of it.

#if defined(ENCKE_LOADS_HDF5)
#include <encke/file/loaded_library.hpp>

namespace encke::io {

/// Loads the library. Throws Error(inconsistent) where it cannot be loaded.
void load_hdf5();
/// A function or variable of the library. Throws as load_hdf5(), also where it has no such name.
void* hdf5_symbol(const char* name);

template <class Function>
using Hdf5Function = LoadedFunction<Function, hdf5_symbol>;

/// A number that the library keeps in a variable; its macro calls H5open() before.
class Hdf5Id {
 public:
  constexpr explicit Hdf5Id(const char* name) : name_(name) {}
  operator hid_t() const { return *static_cast<const hid_t*>(hdf5_symbol(name_)); }

 private:
  const char* name_;
};

inline const Hdf5Function<decltype(::H5Aclose)> H5Aclose("H5Aclose");
inline const Hdf5Function<decltype(::H5Aget_space)> H5Aget_space("H5Aget_space");
inline const Hdf5Function<decltype(::H5Aget_type)> H5Aget_type("H5Aget_type");
inline const Hdf5Function<decltype(::H5Aopen)> H5Aopen("H5Aopen");
inline const Hdf5Function<decltype(::H5Aread)> H5Aread("H5Aread");
inline const Hdf5Function<decltype(::H5Dclose)> H5Dclose("H5Dclose");
inline const Hdf5Function<decltype(::H5Dcreate2)> H5Dcreate2("H5Dcreate2");
inline const Hdf5Function<decltype(::H5Dget_chunk_info_by_coord)> H5Dget_chunk_info_by_coord(
    "H5Dget_chunk_info_by_coord");
inline const Hdf5Function<decltype(::H5Dget_create_plist)> H5Dget_create_plist(
    "H5Dget_create_plist");
inline const Hdf5Function<decltype(::H5Dget_offset)> H5Dget_offset("H5Dget_offset");
inline const Hdf5Function<decltype(::H5Dget_space)> H5Dget_space("H5Dget_space");
inline const Hdf5Function<decltype(::H5Dget_storage_size)> H5Dget_storage_size(
    "H5Dget_storage_size");
inline const Hdf5Function<decltype(::H5Dget_type)> H5Dget_type("H5Dget_type");
inline const Hdf5Function<decltype(::H5Dopen2)> H5Dopen2("H5Dopen2");
inline const Hdf5Function<decltype(::H5Dread)> H5Dread("H5Dread");
inline const Hdf5Function<decltype(::H5Dread_chunk)> H5Dread_chunk("H5Dread_chunk");
inline const Hdf5Function<decltype(::H5Dset_extent)> H5Dset_extent("H5Dset_extent");
inline const Hdf5Function<decltype(::H5Dvlen_reclaim)> H5Dvlen_reclaim("H5Dvlen_reclaim");
inline const Hdf5Function<decltype(::H5Dwrite)> H5Dwrite("H5Dwrite");
inline const Hdf5Function<decltype(::H5Eget_auto2)> H5Eget_auto2("H5Eget_auto2");
inline const Hdf5Function<decltype(::H5Eset_auto2)> H5Eset_auto2("H5Eset_auto2");
inline const Hdf5Function<decltype(::H5Fclose)> H5Fclose("H5Fclose");
inline const Hdf5Function<decltype(::H5Fcreate)> H5Fcreate("H5Fcreate");
inline const Hdf5Function<decltype(::H5Fflush)> H5Fflush("H5Fflush");
inline const Hdf5Function<decltype(::H5Fget_create_plist)> H5Fget_create_plist(
    "H5Fget_create_plist");
inline const Hdf5Function<decltype(::H5Fopen)> H5Fopen("H5Fopen");
inline const Hdf5Function<decltype(::H5Pclose)> H5Pclose("H5Pclose");
inline const Hdf5Function<decltype(::H5Pcreate)> H5Pcreate("H5Pcreate");
inline const Hdf5Function<decltype(::H5Pget_chunk)> H5Pget_chunk("H5Pget_chunk");
inline const Hdf5Function<decltype(::H5Pget_chunk_opts)> H5Pget_chunk_opts("H5Pget_chunk_opts");
inline const Hdf5Function<decltype(::H5Pget_external_count)> H5Pget_external_count(
    "H5Pget_external_count");
inline const Hdf5Function<decltype(::H5Pget_filter2)> H5Pget_filter2("H5Pget_filter2");
inline const Hdf5Function<decltype(::H5Pget_layout)> H5Pget_layout("H5Pget_layout");
inline const Hdf5Function<decltype(::H5Pget_nfilters)> H5Pget_nfilters("H5Pget_nfilters");
inline const Hdf5Function<decltype(::H5Pget_sizes)> H5Pget_sizes("H5Pget_sizes");
inline const Hdf5Function<decltype(::H5Pset_chunk)> H5Pset_chunk("H5Pset_chunk");
inline const Hdf5Function<decltype(::H5Pset_elink_cb)> H5Pset_elink_cb("H5Pset_elink_cb");
inline const Hdf5Function<decltype(::H5Pset_fapl_core)> H5Pset_fapl_core("H5Pset_fapl_core");
inline const Hdf5Function<decltype(::H5Pset_fclose_degree)> H5Pset_fclose_degree(
    "H5Pset_fclose_degree");
inline const Hdf5Function<decltype(::H5Pset_file_image)> H5Pset_file_image("H5Pset_file_image");
inline const Hdf5Function<decltype(::H5Pset_file_image_callbacks)> H5Pset_file_image_callbacks(
    "H5Pset_file_image_callbacks");
inline const Hdf5Function<decltype(::H5Pset_file_locking)> H5Pset_file_locking(
    "H5Pset_file_locking");
inline const Hdf5Function<decltype(::H5Pset_obj_track_times)> H5Pset_obj_track_times(
    "H5Pset_obj_track_times");
inline const Hdf5Function<decltype(::H5Sclose)> H5Sclose("H5Sclose");
inline const Hdf5Function<decltype(::H5Screate_simple)> H5Screate_simple("H5Screate_simple");
inline const Hdf5Function<decltype(::H5Sget_simple_extent_dims)> H5Sget_simple_extent_dims(
    "H5Sget_simple_extent_dims");
inline const Hdf5Function<decltype(::H5Sget_simple_extent_ndims)> H5Sget_simple_extent_ndims(
    "H5Sget_simple_extent_ndims");
inline const Hdf5Function<decltype(::H5Sget_simple_extent_npoints)> H5Sget_simple_extent_npoints(
    "H5Sget_simple_extent_npoints");
inline const Hdf5Function<decltype(::H5Sselect_hyperslab)> H5Sselect_hyperslab(
    "H5Sselect_hyperslab");
inline const Hdf5Function<decltype(::H5Tclose)> H5Tclose("H5Tclose");
inline const Hdf5Function<decltype(::H5Tconvert)> H5Tconvert("H5Tconvert");
inline const Hdf5Function<decltype(::H5Tcopy)> H5Tcopy("H5Tcopy");
inline const Hdf5Function<decltype(::H5Tget_class)> H5Tget_class("H5Tget_class");
inline const Hdf5Function<decltype(::H5Tget_size)> H5Tget_size("H5Tget_size");
inline const Hdf5Function<decltype(::H5Tis_variable_str)> H5Tis_variable_str("H5Tis_variable_str");
inline const Hdf5Function<decltype(::H5Tset_cset)> H5Tset_cset("H5Tset_cset");
inline const Hdf5Function<decltype(::H5Tset_size)> H5Tset_size("H5Tset_size");
inline const Hdf5Function<decltype(::H5Tset_strpad)> H5Tset_strpad("H5Tset_strpad");
inline const Hdf5Function<decltype(::H5check_version)> H5check_version("H5check_version");
inline const Hdf5Function<decltype(::H5dont_atexit)> H5dont_atexit("H5dont_atexit");
inline const Hdf5Function<decltype(::H5open)> H5open("H5open");

inline const Hdf5Id H5T_NATIVE_DOUBLE_g("H5T_NATIVE_DOUBLE_g");
inline const Hdf5Id H5T_NATIVE_INT64_g("H5T_NATIVE_INT64_g");
inline const Hdf5Id H5T_C_S1_g("H5T_C_S1_g");
inline const Hdf5Id H5T_IEEE_F32LE_g("H5T_IEEE_F32LE_g");
inline const Hdf5Id H5T_IEEE_F64LE_g("H5T_IEEE_F64LE_g");
inline const Hdf5Id H5T_STD_U8LE_g("H5T_STD_U8LE_g");
inline const Hdf5Id H5T_STD_U32LE_g("H5T_STD_U32LE_g");
inline const Hdf5Id H5T_STD_I64LE_g("H5T_STD_I64LE_g");
inline const Hdf5Id H5P_CLS_FILE_ACCESS_ID_g("H5P_CLS_FILE_ACCESS_ID_g");
inline const Hdf5Id H5P_CLS_DATASET_CREATE_ID_g("H5P_CLS_DATASET_CREATE_ID_g");
inline const Hdf5Id H5P_CLS_DATASET_ACCESS_ID_g("H5P_CLS_DATASET_ACCESS_ID_g");

}  // namespace encke::io

#else

namespace encke::io {

inline void load_hdf5() {}

}  // namespace encke::io

#endif
