#include <fmt/format.h>

#include <algorithm>
#include <encke/io/tree/hdf5_matrix.hpp>
#include <encke/ordination/matrix_reader.hpp>
#include <optional>

namespace encke::ordination::detail {
namespace {

/// The file is held while its rows come.
void require_both(const io::FileRecord& file, Index samples, std::int64_t memory) {
  constexpr double most = 9e18;
  const double bytes =
      static_cast<double>(file.bytes) + static_cast<double>(bytes_of_distances(samples));
  if (memory == 0 || bytes <= static_cast<double>(memory)) return;
  throw OutOfMemory(file.path, static_cast<std::int64_t>(std::min(bytes, most)), memory);
}

}  // namespace

Distances read_bdsm(const std::string& path, std::int64_t memory) {
  Distances distances;
  std::optional<SquareRows> square;
  const auto begin = [&](const io::MatrixHead& head) {
    check_ids(head.ids, [&](Index) { return Place{.file = path}; });
    const Index n = std::ssize(head.ids);
    if (head.rows != n || head.columns != n) {
      throw MalformedInput({.file = path},
                           fmt::format("'matrix': {} x {} values found, {} x {} expected as there "
                                       "are ids in 'order'",
                                       head.rows, head.columns, n, n));
    }
    require_both(head.file, n, memory);
    distances.ids = head.ids;
    distances.files = {head.file};
    // A row and a column of the matrix, from 1, are the place in a file that has no lines.
    square.emplace(path, n, memory, [path](Index row, Index column) {
      return Place{.file = path, .line = row + 1, .column = column + 1};
    });
  };
  io::read_hdf5_matrix(path, memory, {.begin = begin, .row = [&](std::span<const double> row) {
                                        square.value().add(row);
                                      }});
  distances.values = square.value().take();
  return distances;
}

}  // namespace encke::ordination::detail
