#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <encke/base/text/printable.hpp>
#include <encke/base/text/text_hash.hpp>
#include <encke/file/input_file.hpp>
#include <encke/io/file_kind.hpp>
#include <encke/ordination/matrix_reader.hpp>
#include <encke/ordination/read_distances.hpp>
#include <string_view>

namespace encke::ordination {
namespace detail {
namespace {

/// Differences up to this share of the larger of two values are of rounding.
constexpr double same = 1e-12;

}  // namespace

void check_distance(double value, const std::function<Place()>& place) {
  if (std::isfinite(value) && value >= 0) return;
  throw MalformedInput(place(), fmt::format("{} found, a distance of at least 0 expected", value));
}

void require_memory(const std::string& path, Index samples, std::int64_t memory) {
  const double bytes = 4.0 * static_cast<double>(samples) * static_cast<double>(samples);
  constexpr double most = 9e18;
  if (bytes > most || (memory > 0 && bytes > static_cast<double>(memory))) {
    throw OutOfMemory(path, static_cast<std::int64_t>(std::min(bytes, most)), memory);
  }
}

void check_ids(const std::vector<std::string>& ids, const std::function<Place(Index)>& place) {
  TextSet seen(ids.size());
  for (std::size_t i = 0; i < ids.size(); ++i) {
    const auto at = static_cast<Index>(i);
    if (ids[i].empty()) throw MalformedInput(place(at), "an empty id, a sample's name expected");
    if (seen.insert(ids[i]).second) continue;
    throw MalformedInput(place(at),
                         fmt::format("the sample {} comes a second time", in_quotes(ids[i])));
  }
}

SquareRows::SquareRows(const std::string& path, Index samples, std::int64_t memory, PlaceOf place)
    : samples_(samples), place_(std::move(place)) {
  require_memory(path, samples, memory);
  values_.resize(static_cast<std::size_t>(samples * (samples - 1) / 2));
}

void SquareRows::refuse(Index row, Index column, const std::string& message) const {
  throw MalformedInput(place_(row, column), message);
}

void SquareRows::add(std::span<const double> row) {
  const Index i = next_++;
  for (Index j = 0; j < samples_; ++j) {
    const double value = row[static_cast<std::size_t>(j)];
    check_distance(value, [&] { return place_(i, j); });
    if (i == j && value != 0) {
      refuse(i, j,
             fmt::format("{} found, 0 expected: a sample's distance to itself (of similarities, "
                         "--distance makes distances)",
                         value));
    }
    if (j >= i) continue;
    const double mirrored = above(j)[i - j - 1];
    if (std::abs(value - mirrored) <= same * std::max(value, mirrored)) continue;
    refuse(i, j,
           fmt::format("{} found, {} expected, the value of the same two samples in row {}: "
                       "the matrix is not symmetric",
                       value, mirrored, j + 1));
  }
  std::copy(row.begin() + i + 1, row.end(), above(i));
}

}  // namespace detail

Distances read_distances(const std::string& path, const std::string& ids, std::int64_t memory) {
  constexpr std::string_view npy = "\x93NUMPY";
  constexpr std::string_view hdf5 = "\x89HDF\r\n\x1a\n";
  std::array<char, 8> first{};
  std::size_t known = 0;
  {
    const io::InputFile file(path);
    io::refuse_other_kind(file, io::FileKind::distances);
    known = static_cast<std::size_t>(std::min<Index>(file.size(), first.size()));
    file.read_at(0, std::as_writable_bytes(std::span(first)).first(known));
  }
  const std::string_view begin(first.data(), known);
  if (begin.starts_with(npy)) return detail::read_npy(path, ids, memory);
  if (!ids.empty()) {
    throw Error(Failure::inconsistent,
                path + ": has ids of its own; a file of ids is for .npy alone");
  }
  return begin == hdf5 ? detail::read_bdsm(path, memory) : detail::read_lsmat(path, memory);
}

}  // namespace encke::ordination
