#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <encke/base/error.hpp>
#include <encke/base/index.hpp>
#include <encke/base/stopwatch.hpp>
#include <encke/comm/agree.hpp>
#include <encke/file/input_file.hpp>
#include <encke/io/padding.hpp>
#include <encke/io/plink/plink.hpp>
#include <encke/io/select/genotype_filters.hpp>

namespace encke::io {
namespace {

constexpr Index magic_bytes = 3;

std::string without_bed(const std::string& prefix) {
  const std::string_view extension = ".bed";
  return prefix.ends_with(extension) ? prefix.substr(0, prefix.size() - extension.size()) : prefix;
}

void check_magic(const InputFile& file) {
  std::array<std::byte, magic_bytes> magic{};
  const Index found = std::min(file.size(), magic_bytes);
  if (found == 0) throw MalformedInput({.file = file.path()}, "the file is empty");
  file.read_at(0, std::span(magic).first(idx(found)));
  std::string text;
  for (Index i = 0; i < found; ++i)
    text += fmt::format(" {:02x}", std::to_integer<int>(magic[idx(i)]));
  if (text == " 6c 1b 00") {
    throw MalformedInput({.file = file.path(), .offset = 2},
                         "the .bed is sample-major (6c 1b 00), variant-major (6c 1b 01) expected; "
                         "PLINK 1.9 --make-bed converts it");
  }
  if (text != " 6c 1b 01") {
    throw MalformedInput({.file = file.path(), .offset = 0},
                         fmt::format("not a variant-major .bed: 6c 1b 01 expected,{} found", text));
  }
}

/// A data set while it is opened.
struct BedFiles {
  std::unique_ptr<InputFile> bed;
  PlinkSet plink;
};

// What each rank does for itself.
BedFiles open_bed_texts(const std::string& stem, const Subset& subset, MissingCode missing,
                        const PhenotypeSource* phenotype) {
  check_subset(subset);
  BedFiles set;
  PlinkSet& plink = set.plink;
  const auto samples = read_fam(stem + ".fam", plink.log);
  BimVariants variants = read_bim(stem + ".bim", plink.log);
  plink.names = std::move(variants.ids);
  plink.sites = std::move(variants.sites);
  set.bed = std::make_unique<InputFile>(stem + ".bed");
  check_bed(*set.bed, std::ssize(plink.names), std::ssize(samples));
  plink.stored = {.code = GenotypeCode::bed, .missing = missing};
  select(plink, subset, {stem + ".fam", samples, phenotype});
  return set;
}

class BedSource final : public PlinkSource {
 public:
  BedSource(std::unique_ptr<InputFile> bed, PlinkSet set, Element element, bool alone)
      : PlinkSource(std::move(set), element), bed_(std::move(*bed)), alone_(alone) {}

  // Every rank has read all of the texts.
  std::vector<FileRecord> files(const Communicator& world) override {
    std::vector<FileRecord> all = texts_;
    all.push_back(record_of(bed_, world));
    return all;
  }
  SourceCosts costs() const override {
    SourceCosts costs = Source::costs();
    costs.reading = bytes_to_pack(stored_, element());
    return costs;
  }

 private:
  PackedVectors read_range(const ReadRange& part) override {
    return pack_coded_rows(bed_, stored_, element(), part, alone_ && !bed_.is_digested());
  }

  InputFile bed_;
  bool alone_;
};

}  // namespace

void check_bed(const InputFile& file, Index variants, Index samples) {
  check_magic(file);
  const Index expected = magic_bytes + variants * divide_up(samples, 4);
  if (file.size() == expected) return;
  throw MalformedInput(
      {.file = file.path()},
      fmt::format("{} bytes found, {} expected for the {} variants of the .bim and the {} samples "
                  "of the .fam",
                  file.size(), expected, variants, samples));
}

std::unique_ptr<Source> open_bed(std::unique_ptr<InputFile> bed, PlinkSet set, const Subset& subset,
                                 Element element, const Communicator& world) {
  agree(world, [&] {
    std::array<std::byte, magic_bytes> magic;
    bed->read_in_passing(0, magic);  // the digest begins with it
  });
  set.stored.offset = magic_bytes;
  const RowEnds ends{magic_bytes, std::ssize(set.stored.rows), std::ssize(set.stored.samples),
                     true};
  const std::string remark = remark_on_row_ends(*bed, ends, world);
  if (!remark.empty()) set.log.remarks.push_back(remark);
  select_by_genotypes(set, subset, world, feed_of_bed(*bed, set.stored, world.size() == 1));
  keep_names(set);
  return std::make_unique<BedSource>(std::move(bed), std::move(set), element, world.size() == 1);
}

std::unique_ptr<Source> open_plink(const std::string& prefix, const Subset& subset,
                                   MissingCode missing, Element element, const Communicator& world,
                                   const PhenotypeSource& phenotype) {
  BedFiles set;
  const auto* const classes = element == Element::case_control ? &phenotype : nullptr;
  agree(world, [&] { set = open_bed_texts(without_bed(prefix), subset, missing, classes); });
  return open_bed(std::move(set.bed), std::move(set.plink), subset, element, world);
}

Dataset read_plink(const std::string& prefix, const Subset& subset, MissingCode missing,
                   Element element, const PhenotypeSource& phenotype) {
  const Stopwatch watch;
  Dataset data = read_all(open_plink(prefix, subset, missing, element, {}, phenotype));
  if (data.monomorphic > 0) {
    data.remarks.push_back(
        fmt::format("variants with less than two alleles: {}", data.monomorphic));
  }
  data.seconds = watch.seconds();
  return data;
}

}  // namespace encke::io
