#include <fmt/format.h>

#include <algorithm>
#include <encke/base/error.hpp>
#include <encke/base/index.hpp>
#include <encke/base/text/printable.hpp>
#include <encke/comm/agree.hpp>
#include <encke/io/rows/real_rows.hpp>
#include <encke/io/table/biom_table.hpp>

namespace encke::io {
namespace {

/// The same table with samples and observations exchanged; entries keep their order.
SparseTable transposed(SparseTable table) {
  SparseTable other{.samples = std::move(table.observations),
                    .observations = std::move(table.samples),
                    .file = std::move(table.file)};
  other.begin.resize(other.samples.size() + 1);
  other.observation.resize(table.count.size());
  other.count.resize(table.count.size());
  for (const std::int32_t o : table.observation) ++other.begin[idx(o + 1)];
  for (std::size_t o = 1; o < other.begin.size(); ++o) other.begin[o] += other.begin[o - 1];
  std::vector<Index> next(other.begin.begin(), other.begin.end() - 1);
  for (std::size_t s = 0; s < other.observations.size(); ++s) {
    for (Index e = table.begin[s]; e < table.begin[s + 1]; ++e) {
      const Index at = next[idx(table.observation[idx(e)])]++;
      other.observation[idx(at)] = static_cast<std::int32_t>(s);
      other.count[idx(at)] = table.count[idx(e)];
    }
  }
  return other;
}

/// Of a table before anything is left out.
struct Extents {
  Index samples = 0;
  Index features = 0;
};

class BiomSource final : public Source {
 public:
  BiomSource(SparseTable table, Element element, Compare compare, Extents in_file,
             std::vector<std::string> remarks)
      : Source(
            {.element = element,
             .vectors = std::ssize(table.samples),
             .fields = std::ssize(table.observations),
             .vectors_in_file = compare == Compare::features ? in_file.features : in_file.samples,
             .fields_in_file = compare == Compare::features ? in_file.samples : in_file.features,
             .names = table.samples,
             .remarks = std::move(remarks)}),
        table_(std::move(table)) {}

  // Every rank has read it all.
  std::vector<FileRecord> files(const Communicator& /*world*/) override { return {table_.file}; }
  SourceCosts costs() const override {
    SourceCosts costs = Source::costs();
    constexpr std::int64_t name_bytes = 32;  // of names that the table has for itself
    costs.held += table_.bytes() + (vectors() + fields()) * name_bytes;
    costs.reading += 8 * fields();
    costs.slow_again = true;
    return costs;
  }

 private:
  PackedVectors read_range(const ReadRange& part) override {
    auto vectors = room_for_rows(element(), part.vectors.size(), part.fields.size());
    std::vector<double> row(idx(part.fields.size()));
    for (Index v = part.vectors.begin; v < part.vectors.end; ++v) {
      std::fill(row.begin(), row.end(), 0.0);
      for (Index e = table_.begin[idx(v)]; e < table_.begin[idx(v) + 1]; ++e) {
        const Index field = table_.observation[idx(e)] - part.fields.begin;
        if (field < 0 || field >= part.fields.size()) continue;
        const double count = table_.count[idx(e)];
        row[idx(field)] = element() == Element::bit ? (count > 0 ? 1 : 0) : count + 0.0;
      }
      check(row, v, part.fields.begin);
      set_row(vectors, v - part.vectors.begin, row, v, {.file = table_.file.path});
    }
    return vectors;
  }

  void check(const std::vector<double>& row, Index vector, Index first) const {
    const std::size_t unfit = find_unfit(row, element());
    if (unfit == row.size()) return;
    throw MalformedInput({.file = table_.file.path},
                         fmt::format("{}, {}: {} found, {}", in_quotes(table_.samples[idx(vector)]),
                                     in_quotes(table_.observations[idx(first) + unfit]), row[unfit],
                                     expected_value(element())));
  }

  SparseTable table_;
};

}  // namespace

std::unique_ptr<Source> open_biom_table(const std::string& path, Element element, Compare compare,
                                        const TableSelection& selection, const Communicator& world,
                                        std::int64_t memory) {
  std::unique_ptr<Source> source;
  agree(world, [&] {
    SparseTable table = read_biom(path, memory);
    if (table.samples.empty() || table.observations.empty()) {
      throw MalformedInput({.file = path},
                           fmt::format("a table of {} samples and {} observations",
                                       table.samples.size(), table.observations.size()));
    }
    const Extents in_file = {std::ssize(table.samples), std::ssize(table.observations)};
    auto remarks = take_selection(table, selection, path);
    if (compare == Compare::features) table = transposed(std::move(table));
    source = std::make_unique<BiomSource>(std::move(table), element, compare, in_file,
                                          std::move(remarks));
  });
  return source;
}

}  // namespace encke::io
