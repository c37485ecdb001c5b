#include <fmt/format.h>

#include <array>
#include <encke/base/error.hpp>
#include <encke/base/stopwatch.hpp>
#include <encke/comm/agree.hpp>
#include <encke/file/line_reader.hpp>
#include <encke/io/plink/bed_rates.hpp>
#include <encke/io/plink/phenotype_classes.hpp>
#include <encke/io/plink/subset.hpp>
#include <encke/io/plink/tped.hpp>
#include <encke/io/plink/tped_row.hpp>
#include <encke/io/rows/class_collector.hpp>
#include <encke/io/rows/row_collector.hpp>

namespace encke::io {
namespace {

std::size_t idx(Index i) { return static_cast<std::size_t>(i); }

/// Where a variant is in the file.
struct Line {
  Index offset = 0;
  Index number = 0;  ///< from 1
};

/// A data set while it is opened.
struct Opening {
  std::unique_ptr<InputFile> tped;
  std::vector<std::string> names;  ///< of all variants, then of those kept
  std::vector<Line> lines;         ///< of all variants
  std::vector<Founder> founders;   ///< of all samples
  CodedRows stored;                ///< what is kept, and the form of TpedRow's codes
  ReadLog log;
};

void scan(Opening& set) {
  LineReader reader(*set.tped);
  std::array<std::string_view, 4> columns;
  for (Index offset = reader.offset(); reader.next(); offset = reader.offset()) {
    const std::size_t found = split_blanks(reader.line(), columns);
    if (found == 0) continue;
    if (found < columns.size()) {
      throw MalformedInput({.file = set.tped->path(), .line = reader.number()},
                           fmt::format("{} columns found, {} and alleles expected (chromosome id "
                                       "cM position)",
                                       found, columns.size()));
    }
    set.lines.push_back({offset, reader.number()});
    set.names.emplace_back(columns[1]);
  }
  if (set.lines.empty()) throw MalformedInput({.file = set.tped->path()}, "the file is empty");
  set.log.files.push_back(set.tped->record());
}

/// What each rank does for itself.
Opening open_texts(const std::string& prefix, const Subset& subset, MissingCode missing,
                   const PhenotypeSource* phenotype) {
  check_rates(subset);
  Opening set;
  const std::string tfam = prefix + ".tfam";
  const auto samples = read_fam(tfam, set.log);
  for (const SampleId& sample : samples) {
    set.founders.push_back(!sample.founder ? Founder::no
                           : sample.male   ? Founder::male
                                           : Founder::yes);
  }
  set.tped = std::make_unique<InputFile>(prefix + ".tped");
  scan(set);
  set.stored = {.code = GenotypeCode::bed, .missing = missing};
  set.stored.samples = select_samples(subset, samples, set.log);
  if (phenotype != nullptr) {
    set.stored.cases = select_classes(*phenotype, tfam, samples, set.stored.samples, set.log);
  }
  set.stored.rows = select_variants(subset, set.names, set.log);
  return set;
}

/// Calls take(variant, codes) for those of the variants `rows` that are kept.
template <class Take>
void for_each_row(InputFile& tped, const std::vector<Line>& lines,
                  const std::vector<Founder>& founders, const Kept& kept, Range rows, Take take) {
  TpedRow row(tped.path(), founders);
  std::unique_ptr<LineReader> reader;
  for (Index v = rows.begin; v < rows.end; ++v) {
    if (kept[idx(v)] == 0) continue;
    const Line& line = lines[idx(v)];
    if (!reader) reader = std::make_unique<LineReader>(tped, line.offset, line.number - 1);
    do {
      if (reader->next()) continue;
      throw Error(Failure::read, tped.path() + ": the file changed while it was read");
    } while (reader->number() < line.number);
    row.parse(reader->line(), line.number);
    take(v, row.codes());
  }
}

class TpedSource final : public Source {
 public:
  TpedSource(Opening set, Element element, Index duplicates)
      : Source({.element = element,
                .vectors = count_kept(set.stored.rows),
                .fields = count_kept(set.stored.samples),
                .vectors_in_file = std::ssize(set.stored.rows),
                .fields_in_file = std::ssize(set.stored.samples),
                .names = std::move(set.names),
                .duplicate_names = duplicates,
                .remarks = std::move(set.log.remarks)}),
        tped_(std::move(*set.tped)),
        lines_(std::move(set.lines)),
        founders_(std::move(set.founders)),
        stored_(std::move(set.stored)),
        files_(std::move(set.log.files)) {
    for (Index v = 0; v < std::ssize(stored_.rows); ++v) {
      if (stored_.rows[idx(v)] != 0) variants_.push_back(v);
    }
  }

  // Every rank has read it all.
  std::vector<FileRecord> files(const Communicator& /*world*/) override { return files_; }

 private:
  PackedVectors read_range(const ReadRange& part) override {
    Range rows = {0, 0};  // of cases and controls a part may be empty, see Source::read
    if (part.vectors.size() > 0) {
      rows = {variants_[idx(part.vectors.begin)], variants_[idx(part.vectors.end - 1)] + 1};
    }
    const auto read = [&](auto& collector) {
      for_each_row(tped_, lines_, founders_, stored_.rows, rows,
                   [&](Index, const std::uint8_t* codes) { collector.add(codes); });
    };
    if (element() == Element::case_control) {
      if (part.fields.size() != fields()) {
        throw Error(Failure::inconsistent, "cases and controls are read with all of their samples");
      }
      ClassCollector collector(part, stored_);
      read(collector);
      return collector.finish();
    }
    auto vectors = PackedVectors(element(), part.vectors.size(), part.fields.size());
    const BedSamples samples(samples_of(part.fields));
    RowCollector collector(vectors, samples, stored_);
    read(collector);
    collector.flush();
    return vectors;
  }

  /// Of the samples kept, those of a part.
  Kept samples_of(Range fields) const {
    Kept kept = stored_.samples;
    Index field = 0;
    for (std::uint8_t& keep : kept) {
      if (keep != 0 && !fields.contains(field++)) keep = 0;
    }
    return kept;
  }

  InputFile tped_;
  std::vector<Line> lines_;
  std::vector<Founder> founders_;
  CodedRows stored_;
  std::vector<FileRecord> files_;
  std::vector<Index> variants_;  ///< that are kept
};

}  // namespace

std::unique_ptr<Source> open_tped(const std::string& prefix, const Subset& subset,
                                  MissingCode missing, Element element, const Communicator& world,
                                  const PhenotypeSource& phenotype) {
  Opening set;
  const auto* const classes = element == Element::case_control ? &phenotype : nullptr;
  agree(world, [&] { set = open_texts(prefix, subset, missing, classes); });
  select_by_rates(subset, world, set.stored, set.log, [&](Slice share, RateFilter& filter) {
    const BedSamples samples(set.stored.samples);
    for_each_row(*set.tped, set.lines, set.founders, Kept(set.stored.rows),
                 share.of({0, std::ssize(set.lines)}), [&](Index v, const std::uint8_t* codes) {
                   if (!filter.keeps(samples.count(codes))) set.stored.rows[idx(v)] = 0;
                 });
  });
  keep_names(set.names, set.stored.rows);
  const Index same = remark_same_variants(set.names, set.log);
  return std::make_unique<TpedSource>(std::move(set), element, same);
}

Dataset read_tped(const std::string& prefix, const Subset& subset, MissingCode missing,
                  Element element, const PhenotypeSource& phenotype) {
  const Stopwatch watch;
  Dataset data = read_all(open_tped(prefix, subset, missing, element, {}, phenotype));
  data.seconds = watch.seconds();
  return data;
}

}  // namespace encke::io
