#if defined(ENCKE_HAS_HDF5)

#include <fmt/format.h>

#include <algorithm>
#include <encke/base/error.hpp>
#include <encke/file/hdf5/filters.hpp>
#include <encke/file/hdf5/heap.hpp>
#include <encke/file/hdf5/reader.hpp>
#include <encke/file/input_file.hpp>

namespace encke::io {
namespace {

/// No filter of HDF5's own stores elements in less: deflate's best is 1 : 1032.
constexpr double best_compression = 1100;
constexpr double small_set = 4096;      // bytes that need no storage to be believed
constexpr std::size_t most_bytes = 16;  // of a number
constexpr std::size_t numbers_at_once = 1 << 13;

/// The callbacks that make HDF5 use the bytes where they are, for reading alone.
H5FD_file_image_callbacks_t in_place(void* bytes) {
  return {
      .image_malloc = [](size_t, H5FD_file_image_op_t, void* data) { return data; },
      .image_memcpy = [](void* to, const void*, size_t, H5FD_file_image_op_t, void*) { return to; },
      .image_realloc = [](void*, size_t, H5FD_file_image_op_t, void*) -> void* { return nullptr; },
      .image_free = [](void*, H5FD_file_image_op_t, void*) -> herr_t { return 0; },
      .udata_copy = [](void* data) { return data; },
      .udata_free = [](void*) -> herr_t { return 0; },
      .udata = bytes};
}

/// Links to other files are not followed: what they hold is no part of this one.
herr_t follow_none(const char*, const char*, const char*, const char*, unsigned*, hid_t, void*) {
  return -1;
}

}  // namespace

Hdf5Bytes::Hdf5Bytes(const std::string& path, std::int64_t memory, FileBytes how)
    : memory_(memory) {
  InputFile file(path);
  record_.path = path;
  require(static_cast<double>(file.size()));
  if (how == FileBytes::mapped) {
    bytes_ = mapped_.emplace(file.file()).all();
    FileDigest digest;
    digest.add(bytes_);
    record_ = {path, file.size(), FileDigest::text(digest.sum(), file.size())};
    return;
  }
  copy_.resize(idx(file.size()));
  constexpr std::size_t step = 1 << 20;
  for (std::size_t at = 0; at < copy_.size(); at += step) {
    file.read_next(std::span(copy_).subspan(at, std::min(step, copy_.size() - at)));
  }
  bytes_ = copy_;
  record_ = file.record();
}

void Hdf5Bytes::require(double more) const {
  constexpr double most = 9e18;
  const double bytes = static_cast<double>(bytes_.size()) + more;
  if (memory_ == 0 || bytes <= static_cast<double>(memory_)) return;
  throw OutOfMemory(record_.path, static_cast<std::int64_t>(std::min(bytes, most)), memory_);
}

/// A data set, and what is asked of it more than once.
struct Hdf5Reader::Set {
  const char* name;
  Hdf5Handle id;
  Hdf5Handle type;
  Hdf5Handle creation;
  Index extent = 0;
  Index columns = 0;  ///< of two dimensions
};

Hdf5Reader::Hdf5Reader(const std::string& path, std::int64_t memory, const char* expected,
                       FileBytes how)
    : path_(path), expected_(expected), bytes_(path, memory, how), file_(open_file()) {
  if (!file_.valid()) {
    throw MalformedInput({.file = path}, "a damaged or incomplete HDF5 file");
  }
}

Hdf5Handle Hdf5Reader::open_file() const {
  const Hdf5Handle access(H5Pcreate(H5P_FILE_ACCESS), H5Pclose);
  void* const bytes = const_cast<std::byte*>(bytes_.all().data());
  auto callbacks = in_place(bytes);
  H5Pset_fapl_core(access, 1 << 20, false);
  H5Pset_file_image_callbacks(access, &callbacks);
  H5Pset_file_image(access, bytes, bytes_.all().size());
  H5Pset_fclose_degree(access, H5F_CLOSE_STRONG);
  // a name that no file can have: HDF5 takes none that exists
  return {H5Fopen((path_ + "/in memory").c_str(), H5F_ACC_RDONLY, access), H5Fclose};
}

void Hdf5Reader::refuse(const char* name, const std::string& message) const {
  throw MalformedInput({.file = path_}, fmt::format("'{}': {}", name, message));
}

Hdf5Reader::Set Hdf5Reader::open(const char* name, int dimensions) const {
  const Hdf5Handle access(H5Pcreate(H5P_DATASET_ACCESS), H5Pclose);
  H5Pset_elink_cb(access, &follow_none, nullptr);
  Hdf5Handle id(H5Dopen2(file_, name, access), H5Dclose);
  if (!id.valid()) refuse(name, fmt::format("no such data set, {} expected", expected_));
  Hdf5Handle type(H5Dget_type(id), H5Tclose);
  Hdf5Handle creation(H5Dget_create_plist(id), H5Pclose);
  const Hdf5Handle space(H5Dget_space(id), H5Sclose);
  if (!type.valid() || !creation.valid() || !space.valid()) refuse(name, "cannot be read");
  if (H5Sget_simple_extent_ndims(space) != dimensions) {
    refuse(name, dimensions == 1 ? "one dimension expected" : "two dimensions expected");
  }
  if (H5Pget_external_count(creation) != 0 || H5Pget_layout(creation) == H5D_VIRTUAL) {
    refuse(name, "its elements lie in other files; a table that is one file expected");
  }
  hsize_t sizes[2] = {0, 1};
  H5Sget_simple_extent_dims(space, sizes, nullptr);
  const double size = static_cast<double>(sizes[0]) * static_cast<double>(sizes[1]);
  const double bytes = size * static_cast<double>(H5Tget_size(type));
  const auto stored = static_cast<double>(H5Dget_storage_size(id));
  const double believed = std::min(stored, static_cast<double>(bytes_.all().size()));
  if (bytes > small_set && bytes > believed * best_compression) {
    refuse(name,
           fmt::format("{:.0f} elements, more than the {} bytes stored can hold", size, stored));
  }
  return {name,
          std::move(id),
          std::move(type),
          std::move(creation),
          static_cast<Index>(sizes[0]),
          static_cast<Index>(sizes[1])};
}

Index Hdf5Reader::extent(const char* name) const { return open(name).extent; }

double Hdf5Reader::held(const char* name) const {
  const Set set = open(name);
  const auto count = static_cast<double>(set.extent);
  if (H5Tget_class(set.type) != H5T_STRING) return count * sizeof(double);
  constexpr double of_each = 2 * sizeof(std::string);  // it is looked up, too
  const auto width = static_cast<double>(H5Tget_size(set.type));
  if (H5Tis_variable_str(set.type) <= 0) return count * (of_each + width);
  constexpr double of_reference = 2 * Hdf5Heap::reference_bytes;  // and of what it refers to
  return count * (of_each + of_reference) + text_bytes(set);
}

/// Bytes of texts of variable length, as their references say; a file cannot hold more than it has.
double Hdf5Reader::text_bytes(const Set& set) const {
  constexpr std::size_t width = Hdf5Heap::reference_bytes;
  double all = 0;
  elements(set, width, [&](std::span<const std::byte> bytes) {
    for (; !bytes.empty(); bytes = bytes.subspan(width)) {
      all += static_cast<double>(Hdf5Heap::length(bytes.first<width>()));
    }
  });
  return std::min(all, static_cast<double>(bytes_.all().size()));
}

void Hdf5Reader::elements(const Set& set, std::size_t width, const Take& take) const {
  if (set.extent == 0) return;
  const H5D_layout_t layout = H5Pget_layout(set.creation);
  if (layout == H5D_CONTIGUOUS) return contiguous(set, width, take);
  if (layout == H5D_CHUNKED && Hdf5Filters::of(set.creation)) return chunked(set, width, take);
  by_library(set, width, take);
}

void Hdf5Reader::contiguous(const Set& set, std::size_t width, const Take& take) const {
  const auto file = bytes_.all();
  const auto size = static_cast<std::size_t>(set.extent) * width;
  const haddr_t begin = H5Dget_offset(set.id);
  if (begin == HADDR_UNDEF && H5Dget_storage_size(set.id) == 0) {
    return take(std::vector<std::byte>(size));
  }
  if (begin > file.size() || size > file.size() - begin) {
    refuse(set.name, fmt::format("{} bytes at byte {} of {}", size, begin, file.size()));
  }
  take(file.subspan(begin, size));
}

std::vector<std::byte> Hdf5Reader::chunk(const Set& set, hsize_t first, std::size_t bytes,
                                         bool cut) const {
  unsigned skipped = 0;
  haddr_t address = HADDR_UNDEF;
  hsize_t size = 0;
  if (H5Dget_chunk_info_by_coord(set.id, &first, &skipped, &address, &size) < 0 ||
      size > bytes_.all().size()) {
    refuse(set.name, fmt::format("the elements from {} on cannot be read", first));
  }
  if (address == HADDR_UNDEF) return std::vector<std::byte>(bytes);
  if (static_cast<double>(bytes) > small_set + static_cast<double>(size) * best_compression) {
    refuse(set.name, fmt::format("{} bytes that are stored in {}", bytes, size));
  }
  require(static_cast<double>(size) + 2 * static_cast<double>(bytes));
  std::vector<std::byte> stored(size);
  std::uint32_t mask = 0;
  if (H5Dread_chunk(set.id, H5P_DEFAULT, &first, &mask, stored.data()) < 0) {
    refuse(set.name, fmt::format("the elements from {} on cannot be read", first));
  }
  const auto filters = *Hdf5Filters::of(set.creation);
  auto made = filters.undo(std::move(stored), cut && filters.skip_cut_chunks() ? ~0U : mask, bytes);
  if (!made) refuse(set.name, fmt::format("the elements from {} on are damaged", first));
  return std::move(*made);
}

void Hdf5Reader::chunked(const Set& set, std::size_t width, const Take& take) const {
  hsize_t length = 0;
  const auto extent = static_cast<hsize_t>(set.extent);
  if (H5Pget_chunk(set.creation, 1, &length) != 1 || length == 0 || length > UINT32_MAX) {
    refuse(set.name, "cannot be read");
  }
  for (hsize_t first = 0; first < extent; first += length) {
    const auto count = std::min(length, extent - first);
    const auto bytes = chunk(set, first, length * width, count < length);
    take(std::span(bytes).first(count * width));
  }
}

void Hdf5Reader::by_library(const Set& set, std::size_t width, const Take& take) const {
  if (H5Tis_variable_str(set.type) > 0) {
    refuse(set.name,
           "texts of variable length, in a layout or with a filter that is not read here; h5repack "
           "-l CONTI -f NONE changes that");
  }
  const auto size = static_cast<std::size_t>(set.extent) * width;
  require(static_cast<double>(size));
  std::vector<std::byte> bytes(size);
  if (H5Dread(set.id, set.type, H5S_ALL, H5S_ALL, H5P_DEFAULT, bytes.data()) < 0) {
    refuse(set.name, "cannot be read");
  }
  take(bytes);
}

template <class T>
void Hdf5Reader::numbers(const char* name, H5T_class_t other, hid_t type,
                         const std::function<void(std::span<const T>)>& take) const {
  const Set set = open(name);
  const H5T_class_t kind = H5Tget_class(set.type);
  const std::size_t width = H5Tget_size(set.type);
  if ((kind != H5T_INTEGER && kind != other) || width == 0 || width > most_bytes) {
    refuse(name, "numbers of another type expected");
  }
  std::vector<std::byte> buffer(numbers_at_once * std::max(width, sizeof(T)));
  elements(set, width, [&](std::span<const std::byte> bytes) {
    while (!bytes.empty()) {
      const std::size_t count = std::min(bytes.size() / width, numbers_at_once);
      std::ranges::copy(bytes.first(count * width), buffer.begin());
      if (H5Tconvert(set.type, type, count, buffer.data(), nullptr, H5P_DEFAULT) < 0) {
        refuse(name, "cannot be read");
      }
      take({reinterpret_cast<const T*>(buffer.data()), count});
      bytes = bytes.subspan(count * width);
    }
  });
}

template <class T>
std::vector<T> Hdf5Reader::all_numbers(const char* name, H5T_class_t other, hid_t type) const {
  std::vector<T> all;
  all.reserve(idx(extent(name)));
  numbers<T>(name, other, type,
             [&](std::span<const T> some) { all.insert(all.end(), some.begin(), some.end()); });
  return all;
}

std::vector<Index> Hdf5Reader::integers(const char* name) const {
  return all_numbers<Index>(name, H5T_INTEGER, H5T_NATIVE_INT64);
}

void Hdf5Reader::integers(const char* name,
                          const std::function<void(std::span<const Index>)>& take) const {
  numbers<Index>(name, H5T_INTEGER, H5T_NATIVE_INT64, take);
}

std::vector<double> Hdf5Reader::reals(const char* name) const {
  return all_numbers<double>(name, H5T_FLOAT, H5T_NATIVE_DOUBLE);
}

std::vector<std::string> Hdf5Reader::variable_texts(const Set& set) const {
  const Hdf5Handle creation(H5Fget_create_plist(file_), H5Pclose);
  std::size_t address = 0;
  std::size_t length = 0;
  if (H5Pget_sizes(creation, &address, &length) < 0 || address != 8 || length != 8) {
    refuse(set.name, "addresses and lengths of 8 bytes expected (HDF5)");
  }
  constexpr std::size_t width = Hdf5Heap::reference_bytes;
  Hdf5Heap heap(path_, bytes_.all());
  std::vector<std::string> all;
  all.reserve(static_cast<std::size_t>(set.extent));
  elements(set, width, [&](std::span<const std::byte> bytes) {
    for (; !bytes.empty(); bytes = bytes.subspan(width))
      all.push_back(heap.text(bytes.first<width>()));
  });
  return all;
}

std::vector<std::string> Hdf5Reader::texts(const char* name) const {
  const Set set = open(name);
  if (set.extent == 0) return {};
  if (H5Tget_class(set.type) != H5T_STRING) refuse(name, "texts expected");
  if (H5Tis_variable_str(set.type) > 0) return variable_texts(set);
  const std::size_t width = H5Tget_size(set.type);
  if (width == 0) refuse(name, "texts expected");
  std::vector<std::string> all;
  elements(set, width, [&](std::span<const std::byte> bytes) {
    for (; !bytes.empty(); bytes = bytes.subspan(width)) {
      const std::string_view text(reinterpret_cast<const char*>(bytes.data()), width);
      all.emplace_back(text.substr(0, text.find('\0')));
    }
  });
  return all;
}

std::pair<Index, Index> Hdf5Reader::extents(const char* name) const {
  const Set set = open(name, 2);
  return {set.extent, set.columns};
}

/// Where the elements of a row lie in the file, of a contiguous data set.
std::span<const std::byte> Hdf5Reader::stored_row(const Set& set, hsize_t row,
                                                  std::size_t bytes) const {
  const auto file = bytes_.all();
  const haddr_t begin = H5Dget_offset(set.id);
  const std::size_t all = bytes * static_cast<std::size_t>(set.extent);
  if (begin == HADDR_UNDEF || begin > file.size() || all > file.size() - begin) {
    refuse(set.name, fmt::format("{} bytes expected, which the file does not have", all));
  }
  return file.subspan(begin + row * bytes, bytes);
}

/// A row by the library itself, which knows all layouts and filters.
void Hdf5Reader::read_row(const Set& set, hsize_t row, std::span<double> values) const {
  const hsize_t start[2] = {row, 0};
  const hsize_t one[2] = {1, static_cast<hsize_t>(set.columns)};
  const Hdf5Handle space(H5Dget_space(set.id), H5Sclose);
  const Hdf5Handle memory(H5Screate_simple(2, one, nullptr), H5Sclose);
  if (H5Sselect_hyperslab(space, H5S_SELECT_SET, start, nullptr, one, nullptr) < 0 ||
      H5Dread(set.id, H5T_NATIVE_DOUBLE, memory, space, H5P_DEFAULT, values.data()) < 0) {
    refuse(set.name, fmt::format("row {} cannot be read", row + 1));
  }
}

void Hdf5Reader::rows(const char* name,
                      const std::function<void(std::span<const double>)>& take) const {
  const Set set = open(name, 2);
  const std::size_t width = H5Tget_size(set.type);
  if (H5Tget_class(set.type) != H5T_FLOAT || width == 0 || width > most_bytes) {
    refuse(name, "numbers of another type expected");
  }
  const auto columns = static_cast<std::size_t>(set.columns);
  const bool contiguous = H5Pget_layout(set.creation) == H5D_CONTIGUOUS;
  std::vector<double> values(columns * (most_bytes / sizeof(double)));
  for (hsize_t row = 0; columns > 0 && row < static_cast<hsize_t>(set.extent); ++row) {
    if (contiguous) {
      const auto stored = stored_row(set, row, columns * width);
      std::ranges::copy(stored, std::as_writable_bytes(std::span(values)).begin());
      if (H5Tconvert(set.type, H5T_NATIVE_DOUBLE, columns, values.data(), nullptr, H5P_DEFAULT) <
          0) {
        refuse(name, fmt::format("row {} cannot be read", row + 1));
      }
    } else {
      read_row(set, row, values);
    }
    take(std::span(values).first(columns));
  }
}

std::pair<Index, Index> Hdf5Reader::pair(const char* attribute) const {
  const Hdf5Handle a(H5Aopen(file_, attribute, H5P_DEFAULT), H5Aclose);
  if (!a.valid()) refuse(attribute, fmt::format("no such attribute, {} expected", expected_));
  const Hdf5Handle space(H5Aget_space(a), H5Sclose);
  const Hdf5Handle type(H5Aget_type(a), H5Tclose);
  if (H5Sget_simple_extent_npoints(space) != 2 || H5Tget_class(type) != H5T_INTEGER) {
    refuse(attribute, "two whole numbers expected");
  }
  Index values[2] = {};
  if (H5Aread(a, H5T_NATIVE_INT64, values) < 0) refuse(attribute, "cannot be read");
  return {values[0], values[1]};
}

}  // namespace encke::io

#endif
