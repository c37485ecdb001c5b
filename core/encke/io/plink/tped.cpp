#include <fmt/format.h>

#include <array>
#include <encke/base/error.hpp>
#include <encke/base/index.hpp>
#include <encke/base/stopwatch.hpp>
#include <encke/comm/agree.hpp>
#include <encke/file/line_reader.hpp>
#include <encke/io/plink/plink_set.hpp>
#include <encke/io/plink/tped.hpp>
#include <encke/io/plink/tped_row.hpp>
#include <encke/io/rows/fed_rows.hpp>
#include <encke/io/select/genotype_filters.hpp>
#include <encke/schedule/slice.hpp>
#include <string_view>

namespace encke::io {
namespace {

/// Where a variant is in the file.
struct Line {
  Index offset = 0;
  Index number = 0;  ///< from 1
};

/// A data set while it is opened.
struct TpedFiles {
  std::unique_ptr<InputFile> tped;
  std::vector<Line> lines;        ///< of all variants
  std::vector<Founder> founders;  ///< of all samples
  PlinkSet plink;
};

void scan(TpedFiles& set) {
  LineReader reader(*set.tped);
  set.plink.sites = Sites(set.tped->path());
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
    set.plink.names.emplace_back(columns[1]);
    set.plink.sites.add(reader.number(), columns[0], columns[3], "");  // until name_alleles()
  }
  if (set.lines.empty()) throw MalformedInput({.file = set.tped->path()}, "the file is empty");
  set.plink.log.files.push_back(set.tped->record());
}

/// What each rank does for itself.
TpedFiles open_tped_texts(const std::string& prefix, const Subset& subset, MissingCode missing,
                          const PhenotypeSource* phenotype) {
  check_subset(subset);
  TpedFiles set;
  const std::string tfam = prefix + ".tfam";
  const auto samples = read_fam(tfam, set.plink.log);
  for (const SampleId& sample : samples) {
    set.founders.push_back(!sample.founder ? Founder::no
                           : sample.male   ? Founder::male
                                           : Founder::yes);
  }
  set.tped = std::make_unique<InputFile>(prefix + ".tped");
  scan(set);
  set.plink.stored = {.code = GenotypeCode::bed, .missing = missing};
  select(set.plink, subset, {tfam, samples, phenotype});
  return set;
}

/// Calls take(variant, row) for those of the variants `rows` that are kept.
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
    take(v, row);
  }
}

/// Finds A1 and A2 of the variants that are kept; each rank reads a share of them.
void name_alleles(TpedFiles& set, const Communicator& world) {
  const Kept& kept = set.plink.stored.rows;
  std::string mine;
  agree(world, [&] {
    const Slice share{world.rank(), world.size()};
    for_each_row(*set.tped, set.lines, set.founders, kept, share.of({0, std::ssize(set.lines)}),
                 [&mine](Index, const TpedRow& row) { mine += row.alleles() + '\n'; });
  });
  std::string all;
  for (int rank = 0; rank < world.size(); ++rank) all += world.broadcast(mine, rank);
  TextColumn alleles;
  std::string_view rest = all;
  for (const std::uint8_t keep : kept) {
    const std::size_t end = keep != 0 ? rest.find('\n') : 0;
    alleles.add(rest.substr(0, end));
    if (keep != 0) rest.remove_prefix(end + 1);
  }
  set.plink.sites.set_alleles(std::move(alleles));
}

class TpedSource final : public PlinkSource {
 public:
  TpedSource(TpedFiles set, Element element)
      : PlinkSource(std::move(set.plink), element),
        tped_(std::move(*set.tped)),
        lines_(std::move(set.lines)),
        founders_(std::move(set.founders)) {}

  // Every rank has read it all.
  std::vector<FileRecord> files(const Communicator& /*world*/) override { return texts_; }

 private:
  PackedVectors read_range(const ReadRange& part) override {
    return pack_fed_rows(stored_, element(), part, [&](Range rows, const TakeRow& take) {
      for_each_row(tped_, lines_, founders_, stored_.rows, rows,
                   [&take](Index v, const TpedRow& row) { take(v, row.codes()); });
    });
  }

  InputFile tped_;
  std::vector<Line> lines_;
  std::vector<Founder> founders_;
};

}  // namespace

std::unique_ptr<Source> open_tped(const std::string& prefix, const Subset& subset,
                                  MissingCode missing, Element element, const Communicator& world,
                                  const PhenotypeSource& phenotype) {
  TpedFiles set;
  const auto* const classes = element == Element::case_control ? &phenotype : nullptr;
  agree(world, [&] { set = open_tped_texts(prefix, subset, missing, classes); });
  select_by_genotypes(set.plink, subset, world,
                      [&](Range rows, const Kept& kept, const TakeRow& take) {
                        for_each_row(*set.tped, set.lines, set.founders, kept, rows,
                                     [&](Index v, const TpedRow& row) { take(v, row.codes()); });
                      });
  name_alleles(set, world);
  keep_names(set.plink);
  return std::make_unique<TpedSource>(std::move(set), element);
}

Dataset read_tped(const std::string& prefix, const Subset& subset, MissingCode missing,
                  Element element, const PhenotypeSource& phenotype) {
  const Stopwatch watch;
  Dataset data = read_all(open_tped(prefix, subset, missing, element, {}, phenotype));
  data.seconds = watch.seconds();
  return data;
}

}  // namespace encke::io
