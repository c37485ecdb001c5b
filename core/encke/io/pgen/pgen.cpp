#include <fmt/format.h>

#include <algorithm>
#include <encke/base/error.hpp>
#include <encke/base/index.hpp>
#include <encke/comm/agree.hpp>
#include <encke/io/pgen/pgen.hpp>
#include <encke/io/pgen/pgen_rows.hpp>
#include <encke/io/pgen/psam.hpp>
#include <encke/io/pgen/pvar.hpp>
#include <encke/io/plink/plink.hpp>
#include <encke/io/plink/plink_set.hpp>
#include <encke/io/select/genotype_filters.hpp>
#include <filesystem>
#include <optional>

namespace encke::io {
namespace {

/// A data set while it is opened.
struct Opening {
  std::unique_ptr<InputFile> pgen;
  std::optional<PgenIndex> index;  ///< none: the .pgen is a .bed
  PlinkSet plink;
};

/// The index of a .pgen, which may be in a file of its own, or none of one that is a .bed.
std::optional<PgenIndex> read_index(InputFile& pgen, PgenShape shape, ReadLog& log) {
  const unsigned mode = storage_mode(pgen);
  if (mode == bed_mode) {
    const Index expected = 3 + shape.variants * divide_up(shape.samples, 4);
    if (pgen.size() == expected) return std::nullopt;
    throw MalformedInput(
        {.file = pgen.path()},
        fmt::format("{} bytes found, {} expected for the {} variants and {} samples of a .bed",
                    pgen.size(), expected, shape.variants, shape.samples));
  }
  if (!has_index_file(mode)) return PgenIndex(pgen, nullptr, shape);
  InputFile file(pgen.path() + ".pgi");
  PgenIndex index(pgen, &file, shape);
  log.files.push_back(file.record());
  return index;
}

/// Those that the .pvar or the type of a record calls so.
std::vector<Index> with_several_alleles(const PvarVariants& variants,
                                        const std::optional<PgenIndex>& index) {
  std::vector<Index> several = variants.multiallelic;
  if (!index) return several;
  for (Index v = 0; v < index->variants(); ++v) {
    if (PgenIndex::has_several_alleles(index->type(v))) several.push_back(v);
  }
  std::sort(several.begin(), several.end());
  several.erase(std::unique(several.begin(), several.end()), several.end());
  return several;
}

void remark_on_dosages(const Opening& set, ReadLog& log) {
  Index count = 0;
  for (Index v = 0; set.index && v < set.index->variants(); ++v) {
    const bool kept = set.plink.stored.rows[idx(v)] != 0;
    count += kept && PgenIndex::has_dosages(set.index->type(v)) ? 1 : 0;
  }
  if (count == 0) return;
  log.remarks.push_back(fmt::format("variants with dosages: {}; the hard calls are taken", count));
}

// What each rank does for itself.
Opening open_files(const PgenFiles& files, const Subset& subset, Multiallelics multiallelics,
                   MissingCode missing, const PhenotypeSource& phenotype, bool classes) {
  check_subset(subset);
  Opening set;
  PlinkSet& plink = set.plink;
  const bool in_psam = classes && phenotype.file.empty();
  const auto samples = read_psam(files.psam, in_psam ? phenotype.name : "", plink.log);
  PvarVariants variants = read_pvar(files.pvar, plink.log);
  plink.names = std::move(variants.ids);
  plink.sites = std::move(variants.sites);
  set.pgen = std::make_unique<InputFile>(files.pgen);
  set.index = read_index(*set.pgen, {std::ssize(plink.names), std::ssize(samples)}, plink.log);
  plink.stored = {.code = GenotypeCode::bed, .missing = missing};
  select(plink, subset, {files.psam, samples, classes ? &phenotype : nullptr});
  check_multiallelics(multiallelics, files.pvar, with_several_alleles(variants, set.index),
                      plink.names, plink.stored.rows, plink.log);
  remark_on_dosages(set, plink.log);
  return set;
}

class PgenSource final : public PlinkSource {
 public:
  PgenSource(Opening set, Element element, bool alone)
      : PlinkSource(std::move(set.plink), element),
        pgen_(std::move(*set.pgen)),
        index_(std::move(*set.index)),
        alone_(alone) {}

  // Every rank has read all of the texts.
  std::vector<FileRecord> files(const Communicator& world) override {
    std::vector<FileRecord> all = texts_;
    all.push_back(record_of(pgen_, world));
    return all;
  }

 private:
  PackedVectors read_range(const ReadRange& part) override {
    const bool in_passing =
        alone_ && !pgen_.is_digested() && part.vectors.size() == count_kept(stored_.rows);
    return pack_fed_rows(stored_, element(), part, [&](Range rows, const TakeRow& take) {
      read_pgen_rows(pgen_, index_, rows, stored_.rows, in_passing, take);
    });
  }

  InputFile pgen_;
  PgenIndex index_;
  bool alone_;
};

}  // namespace

PgenFiles pgen_files(const std::string& prefix) {
  const std::string_view extension = ".pgen";
  const std::string stem =
      prefix.ends_with(extension) ? prefix.substr(0, prefix.size() - extension.size()) : prefix;
  std::error_code ignored;
  const bool compressed = !std::filesystem::exists(stem + ".pvar", ignored) &&
                          std::filesystem::exists(stem + ".pvar.zst", ignored);
  return {stem + ".pgen", stem + (compressed ? ".pvar.zst" : ".pvar"), stem + ".psam"};
}

std::unique_ptr<Source> open_pgen(const PgenFiles& files, const Subset& subset,
                                  Multiallelics multiallelics, MissingCode missing, Element element,
                                  const Communicator& world, const PhenotypeSource& phenotype) {
  Opening set;
  const bool classes = element == Element::case_control;
  agree(world,
        [&] { set = open_files(files, subset, multiallelics, missing, phenotype, classes); });
  if (!set.index) {
    return open_bed(std::move(set.pgen), std::move(set.plink), subset, element, world);
  }
  const bool alone = world.size() == 1;
  select_by_genotypes(set.plink, subset, world,
                      [&](Range rows, const Kept& kept, const TakeRow& take) {
                        const bool whole = rows.size() == set.index->variants();
                        const bool in_passing = alone && whole && !set.pgen->is_digested();
                        read_pgen_rows(*set.pgen, *set.index, rows, kept, in_passing, take);
                      });
  keep_names(set.plink);
  return std::make_unique<PgenSource>(std::move(set), element, alone);
}

}  // namespace encke::io
