#include <fmt/format.h>

#include <array>
#include <cmath>
#include <encke/base/error.hpp>
#include <encke/base/index.hpp>
#include <encke/base/text/printable.hpp>
#include <encke/base/text/text_hash.hpp>
#include <encke/file/input_file.hpp>
#include <encke/io/file_kind.hpp>
#include <encke/io/tree/biom.hpp>
#include <encke/io/tree/biom_parts.hpp>
#include <limits>
#include <string_view>

namespace encke::io {
namespace {

constexpr std::string_view hdf5_magic = "\x89HDF\r\n\x1a\n";

bool is_hdf5(const std::string& path) {
  InputFile file(path);
  refuse_other_kind(file, FileKind::biom);
  std::array<char, hdf5_magic.size()> begin{};
  const auto taken = file.read_next(std::as_writable_bytes(std::span(begin)));
  return std::string_view(begin.data(), taken) == hdf5_magic;
}

void check_ids(const std::vector<std::string>& ids, std::string_view what,
               const std::string& path) {
  TextSet seen(ids.size());
  for (const auto& id : ids) {
    if (id.empty()) detail::refuse_biom(path, fmt::format("an empty {} id", what));
    if (seen.insert(id).second) continue;
    detail::refuse_biom(path, fmt::format("a second {} with the id {}", what, in_quotes(id)));
  }
}

void check_begin(const SparseTable& table, const std::string& path) {
  const auto entries = static_cast<Index>(table.count.size());
  if (table.begin.size() != table.samples.size() + 1 ||
      table.observation.size() != table.count.size()) {
    detail::refuse_biom(path, fmt::format("{} row pointers, {} indices and {} counts of {} samples "
                                          "do not fit together",
                                          table.begin.size(), table.observation.size(), entries,
                                          table.samples.size()));
  }
  if (table.begin.front() != 0 || table.begin.back() != entries) {
    detail::refuse_biom(path, fmt::format("the row pointer runs from {} to {}, 0 to {} expected",
                                          table.begin.front(), table.begin.back(), entries));
  }
  for (std::size_t s = 0; s < table.samples.size(); ++s) {
    if (table.begin[s] <= table.begin[s + 1]) continue;
    detail::refuse_biom(path, fmt::format("the row pointer falls from {} to {} at sample {} "
                                          "(from 0)",
                                          table.begin[s], table.begin[s + 1], s));
  }
}

}  // namespace

namespace detail {

void refuse_biom(const std::string& path, const std::string& message) {
  throw MalformedInput({.file = path}, message);
}

void check_observations(double observations, const std::string& path) {
  constexpr std::int32_t most = std::numeric_limits<std::int32_t>::max();
  if (observations <= most) return;
  refuse_biom(path, fmt::format("{:.0f} observations, {} expected at most", observations, most));
}

void check_table(const SparseTable& table, const std::string& path) {
  check_ids(table.samples, "sample", path);
  check_ids(table.observations, "observation", path);
  check_begin(table, path);
  const auto observations = static_cast<Index>(table.observations.size());
  std::vector<Index> last(idx(observations), -1);  // sample in which each came last
  for (std::size_t s = 0; s < table.samples.size(); ++s) {
    double sum = 0;
    for (Index e = table.begin[s]; e < table.begin[s + 1]; ++e) {
      const Index o = table.observation[idx(e)];
      const auto where = [&] {
        return fmt::format("sample {}, entry {}", in_quotes(table.samples[s]), e);
      };
      if (o < 0 || o >= observations) {
        refuse_biom(path, fmt::format("{}: observation {} of {}", where(), o, observations));
      }
      if (last[idx(o)] == static_cast<Index>(s)) {
        refuse_biom(path, fmt::format("{}: observation {} comes twice", where(), o));
      }
      last[idx(o)] = static_cast<Index>(s);
      const double count = table.count[idx(e)];
      if (!std::isfinite(count) || count < 0) {
        refuse_biom(path,
                    fmt::format("{}: the count {}, a finite number >= 0 expected", where(), count));
      }
      sum += count;
    }
    if (std::isfinite(sum)) continue;
    refuse_biom(path, fmt::format("sample {}: the sum of its counts is too large for float64",
                                  in_quotes(table.samples[s])));
  }
}

}  // namespace detail

SparseTable read_biom(const std::string& path, std::int64_t memory) {
  SparseTable table =
      is_hdf5(path) ? detail::read_biom_hdf5(path, memory) : detail::read_biom_json(path, memory);
  detail::check_table(table, path);
  if (table.file.path.empty()) table.file = InputFile(path).record();
  return table;
}

}  // namespace encke::io
