#include <fmt/format.h>

#include <algorithm>
#include <encke/base/error.hpp>
#include <encke/base/text/printable.hpp>
#include <encke/base/text/text_hash.hpp>
#include <encke/comm/agree.hpp>
#include <encke/file/line_reader.hpp>
#include <encke/io/table/allele_row.hpp>
#include <encke/io/table/allele_table.hpp>
#include <encke/pack/packers.hpp>
#include <optional>
#include <string_view>
#include <unordered_set>

namespace encke::io {
namespace {

struct AlleleScan {
  Index fields = 0;
  std::vector<Index> offsets;  ///< of the markers' lines in the file
  std::vector<Index> first;    ///< vector of each marker; and the number of vectors
  std::vector<std::string> names;
  std::vector<std::string> remarks;
  FileRecord record;
};

Index fields_of_header(const std::string& path, LineReader& reader) {
  if (!reader.next()) throw MalformedInput({.file = path}, "the file is empty");
  const Index fields = std::count(reader.line().begin(), reader.line().end(), '\t');
  if (fields > 0) return fields;
  throw MalformedInput({.file = path, .line = 1},
                       "no samples: a header line with two or more tab-separated cells expected");
}

void add_marker(const AlleleRow& row, AlleleScan& found) {
  found.first.push_back(std::ssize(found.names));
  for (const auto allele : row.alleles()) {
    found.names.push_back(std::string(row.name()) + ':' + std::string(allele));
  }
}

AlleleScan scan(InputFile& file) {
  LineReader reader(file);
  AlleleScan found{.fields = fields_of_header(file.path(), reader)};
  AlleleRow row(file.path(), found.fields);
  std::unordered_set<std::string, TextHash, std::equal_to<>> seen;
  Index blank = 0, without = 0;
  for (Index offset = reader.offset(); reader.next(); offset = reader.offset()) {
    if (reader.line().empty()) {
      blank = blank == 0 ? reader.number() : blank;
      continue;
    }
    if (blank != 0) {
      throw MalformedInput({.file = file.path(), .line = blank}, "an empty line between the rows");
    }
    row.parse(reader.line(), reader.number());
    if (!seen.insert(std::string(row.name())).second) {
      throw MalformedInput({.file = file.path(), .line = reader.number(), .column = 1},
                           fmt::format("the marker {} comes a second time", in_quotes(row.name())));
    }
    found.offsets.push_back(offset);
    without += row.alleles().empty() ? 1 : 0;
    add_marker(row, found);
  }
  if (found.names.empty()) {
    throw MalformedInput({.file = file.path()}, "no markers with alleles after the header line");
  }
  found.first.push_back(std::ssize(found.names));
  found.remarks.push_back(
      fmt::format("{} alleles of {} markers: a vector is one allele of a marker",
                  found.names.size(), found.offsets.size()));
  if (without > 0) {
    found.remarks.push_back(fmt::format("markers missing in every sample, left out: {}", without));
  }
  found.record = file.record();
  return found;
}

/// The packed code of a sample with these alleles, for the vector of `allele`.
unsigned code_of(const AlleleRow::Pair& pair, std::uint8_t allele) {
  constexpr unsigned codes[] = {0b00, 0b01, 0b11};
  if (pair[0] == AlleleRow::missing) return 0b10;
  return codes[(pair[0] == allele ? 1 : 0) + (pair[1] == allele ? 1 : 0)];
}

class AlleleSource final : public Source {
 public:
  AlleleSource(InputFile file, AlleleScan scan)
      : Source({.element = Element::genotype,
                .vectors = std::ssize(scan.names),
                .fields = scan.fields,
                .vectors_in_file = std::ssize(scan.names),
                .fields_in_file = scan.fields,
                .names = std::move(scan.names),
                .remarks = std::move(scan.remarks)}),
        file_(std::move(file)),
        offsets_(std::move(scan.offsets)),
        first_(std::move(scan.first)),
        record_(std::move(scan.record)) {}

  // Every rank has read it all.
  std::vector<FileRecord> files(const Communicator& /*world*/) override { return {record_}; }
  SourceCosts costs() const override {
    SourceCosts costs = Source::costs();
    costs.held += std::ssize(offsets_) * Index{sizeof(Index)};
    costs.slow_again = true;
    return costs;
  }

 private:
  /// Marker of a vector.
  Index marker_of(Index vector) const {
    return std::upper_bound(first_.begin(), first_.end(), vector) - first_.begin() - 1;
  }
  Index first_of(Index marker) const { return first_[static_cast<std::size_t>(marker)]; }

  /// What reads from this marker on. The parts of a rank come one after the other, so that a
  /// compressed file is decompressed once.
  LineReader& reader_at(Index marker) {
    const Index offset = offsets_[static_cast<std::size_t>(marker)];
    reader_ ? reader_->move_to(offset, marker + 1)
            : void(reader_.emplace(file_, offset, marker + 1));
    return *reader_;
  }

  void next(LineReader& reader, AlleleRow& row) const {
    if (!reader.next()) {
      throw Error(Failure::read, file_.path() + ": the file changed while it was read");
    }
    row.parse(reader.line(), reader.number());
  }

  PackedVectors read_range(const ReadRange& part) override {
    constexpr Index group = 8;
    auto vectors = pack::genotypes(part.vectors.size(), part.fields.size());
    Index marker = marker_of(part.vectors.begin);
    LineReader& reader = reader_at(marker);
    AlleleRow row(file_.path(), fields());
    next(reader, row);
    const Index bytes = divide_up(part.fields.size(), 4);
    std::vector<std::uint8_t> codes;
    for (Index v = part.vectors.begin; v < part.vectors.end; ++v) {
      for (; v >= first_of(marker + 1); ++marker) next(reader, row);
      const Index done = v - part.vectors.begin;
      if (done % group == 0) codes.assign(static_cast<std::size_t>(group * bytes), 0);
      fill(row, static_cast<std::uint8_t>(v - first_of(marker)), part.fields,
           codes.data() + done % group * bytes);
      if (done % group < group - 1 && v + 1 < part.vectors.end) continue;
      pack::set_genotypes(vectors, done / group * group, done % group + 1, codes.data(), bytes,
                          GenotypeCode::packed);
    }
    return vectors;
  }

  static void fill(const AlleleRow& row, std::uint8_t allele, const Range& fields,
                   std::uint8_t* codes) {
    for (Index f = fields.begin; f < fields.end; ++f) {
      const Index at = f - fields.begin;
      const unsigned code = code_of(row.pairs()[static_cast<std::size_t>(f)], allele);
      codes[at / 4] |= static_cast<std::uint8_t>(code << (at % 4 * 2));
    }
  }

  InputFile file_;
  std::vector<Index> offsets_;
  std::vector<Index> first_;
  FileRecord record_;
  std::optional<LineReader> reader_;
};

}  // namespace

std::unique_ptr<Source> open_allele_table(const std::string& path, const Communicator& world) {
  std::unique_ptr<Source> source;
  agree(world, [&] {
    InputFile file(path);
    AlleleScan found = scan(file);
    source = std::make_unique<AlleleSource>(std::move(file), std::move(found));
  });
  return source;
}

std::vector<std::uint32_t> markers_of(const std::vector<std::string>& names) {
  std::vector<std::uint32_t> markers;
  std::string_view before;
  std::uint32_t marker = 0;
  for (const std::string& name : names) {
    const auto id = std::string_view(name).substr(0, name.rfind(':'));
    if (!markers.empty() && id != before) ++marker;
    markers.push_back(marker);
    before = id;
  }
  return markers;
}

}  // namespace encke::io
