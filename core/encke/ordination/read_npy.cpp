#include <fmt/format.h>

#include <encke/base/text/printable.hpp>
#include <encke/file/input_file.hpp>
#include <encke/file/line_reader.hpp>
#include <encke/ordination/matrix_reader.hpp>
#include <encke/ordination/npy_values.hpp>

namespace encke::ordination::detail {
namespace {

/// The ids, one a line.
std::vector<std::string> read_ids(io::InputFile& file) {
  std::vector<std::string> ids;
  io::LineReader reader(file);
  while (reader.next()) {
    if (reader.line().find('\t') != std::string_view::npos) {
      throw MalformedInput({.file = file.path(), .line = reader.number()},
                           "a tab found, one id a line expected");
    }
    ids.emplace_back(reader.line());
  }
  while (!ids.empty() && ids.back().empty()) ids.pop_back();
  check_ids(ids, [&](Index i) { return Place{.file = file.path(), .line = i + 1}; });
  return ids;
}

[[noreturn]] void refuse_shape(const std::string& path, const std::vector<Index>& found,
                               const std::string& ids_path, Index samples) {
  std::string shape;
  for (const Index extent : found) {
    shape += (shape.empty() ? "" : " x ") + std::to_string(extent);
  }
  throw MalformedInput(
      {.file = path},
      fmt::format("a shape of {} found, {} x {} or {} expected for the {} ids of {}", shape,
                  samples, samples, samples * (samples - 1) / 2, samples, printable(ids_path)));
}

std::vector<double> read_condensed(NpyValues& file, const std::string& path, Index samples,
                                   std::int64_t memory) {
  require_memory(path, samples, memory);
  std::vector<double> values(static_cast<std::size_t>(samples * (samples - 1) / 2));
  file.read(0, values);
  for (std::size_t v = 0; v < values.size(); ++v) {
    check_distance(values[v], [&] {
      return Place{.file = path, .offset = file.offset_of(static_cast<Index>(v))};
    });
  }
  return values;
}

std::vector<double> read_square(NpyValues& file, const std::string& path, Index samples,
                                std::int64_t memory) {
  SquareRows rows(path, samples, memory, [&](Index row, Index column) {
    return Place{.file = path, .offset = file.offset_of(row * samples + column)};
  });
  std::vector<double> row(static_cast<std::size_t>(samples));
  for (Index i = 0; i < samples; ++i) {
    file.read(i * samples, row);
    rows.add(row);
  }
  return rows.take();
}

}  // namespace

Distances read_npy(const std::string& path, const std::string& ids_path, std::int64_t memory) {
  if (ids_path.empty()) {
    throw Error(Failure::inconsistent,
                path + ": has no ids; a file with an id a line is needed with .npy");
  }
  io::InputFile ids_file(ids_path);
  Distances distances{.ids = read_ids(ids_file)};
  const Index n = distances.samples();
  io::InputFile file(path);
  NpyValues values(file);
  const std::vector<Index>& shape = values.shape();
  const bool square = shape.size() == 2 && shape[0] == n && shape[1] == n;
  const bool condensed = shape.size() == 1 && shape[0] == n * (n - 1) / 2;
  if (!square && !condensed) refuse_shape(path, shape, ids_path, n);
  if (!values.whole() || values.count() != (square ? n * n : shape[0])) {
    throw MalformedInput(
        {.file = path}, fmt::format("{} values found after the header, {} expected", values.count(),
                                    square ? n * n : shape[0]));
  }
  distances.values =
      square ? read_square(values, path, n, memory) : read_condensed(values, path, n, memory);
  distances.files = {file.record(), ids_file.record()};
  return distances;
}

}  // namespace encke::ordination::detail
