#if defined(ENCKE_HAS_HDF5)

#include <zlib.h>

#include <algorithm>
#include <array>
#include <encke/file/hdf5/filters.hpp>
#include <limits>

namespace encke::io {
namespace {

std::optional<std::vector<std::byte>> inflated(std::span<const std::byte> stored,
                                               std::size_t expected) {
  constexpr std::size_t most = std::numeric_limits<uInt>::max();
  if (stored.size() > most || expected >= most) return std::nullopt;
  std::vector<std::byte> made(expected + 1);  // a byte more shows that there is too much
  z_stream stream = {};
  if (inflateInit(&stream) != Z_OK) throw std::bad_alloc();
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<std::byte*>(stored.data()));
  stream.avail_in = static_cast<uInt>(stored.size());
  stream.next_out = reinterpret_cast<Bytef*>(made.data());
  stream.avail_out = static_cast<uInt>(made.size());
  const int result = inflate(&stream, Z_FINISH);
  const std::size_t size = made.size() - stream.avail_out;
  inflateEnd(&stream);
  if (result == Z_MEM_ERROR) throw std::bad_alloc();
  if (result != Z_STREAM_END || size != expected) return std::nullopt;
  made.pop_back();
  return made;
}

/// First bytes of all elements, then second ones, ...; what is no whole element follows as it is.
std::vector<std::byte> unshuffled(std::vector<std::byte> bytes, std::size_t width) {
  const std::size_t count = bytes.size() / width;
  if (width <= 1 || count <= 1) return bytes;
  std::vector<std::byte> made = bytes;
  for (std::size_t b = 0; b < width; ++b) {
    for (std::size_t i = 0; i < count; ++i) made[i * width + b] = bytes[b * count + i];
  }
  return made;
}

}  // namespace

std::optional<Hdf5Filters> Hdf5Filters::of(hid_t creation) {
  Hdf5Filters all;
  unsigned options = 0;
  const int count = H5Pget_nfilters(creation);
  if (count < 0 || H5Pget_chunk_opts(creation, &options) < 0) return std::nullopt;
  all.skip_cut_chunks_ = (options & H5D_CHUNK_DONT_FILTER_PARTIAL_CHUNKS) != 0;
  for (int i = 0; i < count; ++i) {
    unsigned flags = 0;
    std::array<unsigned, 8> values{};
    std::size_t size = values.size();
    const H5Z_filter_t id = H5Pget_filter2(creation, static_cast<unsigned>(i), &flags, &size,
                                           values.data(), 0, nullptr, nullptr);
    const bool deflate = id == H5Z_FILTER_DEFLATE;
    const bool known = deflate || id == H5Z_FILTER_SHUFFLE;
    const bool again = std::ranges::any_of(
        all.filters_, [&](const Filter& filter) { return filter.deflate == deflate; });
    if (!known || again) return std::nullopt;
    // HDF5 writes no width for texts of variable length, and then does not shuffle them.
    all.filters_.push_back({deflate, !deflate && size == 1 ? values[0] : 0});
  }
  return all;
}

std::optional<std::vector<std::byte>> Hdf5Filters::undo(std::vector<std::byte> stored,
                                                        unsigned skipped,
                                                        std::size_t expected) const {
  for (std::size_t i = filters_.size(); i-- > 0;) {
    if ((skipped >> i & 1U) != 0) continue;
    if (filters_[i].deflate) {
      auto made = inflated(stored, expected);
      if (!made) return std::nullopt;
      stored = std::move(*made);
    } else {
      if (filters_[i].width == 0) return std::nullopt;
      stored = unshuffled(std::move(stored), filters_[i].width);
    }
  }
  if (stored.size() != expected) return std::nullopt;
  return stored;
}

}  // namespace encke::io

#endif
