#include <fmt/format.h>

#include <cmath>
#include <encke/base/error.hpp>
#include <encke/base/text/text.hpp>
#include <encke/io/traits/trait_source.hpp>
#include <encke/pack/traits/trait_sums.hpp>
#include <utility>

namespace encke::io {
namespace {

/// The samples whose number is known, and their numbers.
struct KnownTrait {
  std::vector<Index> samples;
  std::vector<double> values;
  FileRecord record;
  std::string remark;
};

KnownTrait known_trait(const Source& genotypes, const TraitFile& trait) {
  if (genotypes.element() != Element::genotype) {
    throw Error(Failure::internal, "a trait is for genotypes");
  }
  const std::vector<std::string>& names = genotypes.field_names();
  if (std::ssize(names) != genotypes.fields()) {
    throw Error(Failure::inconsistent, "a trait needs an input that names its samples");
  }
  const SampleNumbers numbers = read_trait(trait, names);
  KnownTrait known;
  known.record = numbers.record;
  for (Index s = 0; s < genotypes.fields(); ++s) {
    const double value = numbers.values[idx(s)];
    if (std::isnan(value)) continue;
    known.samples.push_back(s);
    known.values.push_back(value);
  }
  known.remark =
      fmt::format("trait {} of {}: {}, {} without a number left out", numbers.columns.front(),
                  trait.path, counted(std::ssize(known.samples), "sample"),
                  grouped(genotypes.fields() - std::ssize(known.samples)));
  return known;
}

pack::TraitNumbers numbers_of_trait(const KnownTrait& known, const TraitFile& trait) {
  try {
    return pack::TraitNumbers::of(known.values);
  } catch (const Error& error) {
    throw Error(error.failure(), fmt::format("{}: {}", trait.path, error.what()));
  }
}

class TraitSource final : public Source {
 public:
  TraitSource(std::unique_ptr<Source> genotypes, KnownTrait known, pack::TraitNumbers numbers)
      : Source(about_with(*genotypes, known)),
        genotypes_(std::move(genotypes)),
        known_(std::move(known)),
        numbers_(std::move(numbers)) {}

  std::vector<FileRecord> files(const Communicator& world) override {
    std::vector<FileRecord> all = genotypes_->files(world);
    all.push_back(known_.record);
    return all;
  }

  SourceCosts costs() const override {
    SourceCosts costs = genotypes_->costs();
    costs.held += Source::costs().held;
    return costs;
  }

 private:
  static About about_with(const Source& genotypes, const KnownTrait& known) {
    About about{.element = Element::trait_sums,
                .vectors = genotypes.vectors(),
                .fields = std::ssize(known.samples),
                .vectors_in_file = genotypes.vectors_in_file(),
                .fields_in_file = genotypes.fields_in_file(),
                .names = genotypes.names(),
                .sites = genotypes.sites(),
                .made_ids = genotypes.made_ids(),
                .duplicate_names = genotypes.duplicate_names(),
                .remarks = genotypes.remarks()};
    for (const Index s : known.samples)
      about.field_names.push_back(genotypes.field_names()[idx(s)]);
    if (!genotypes.males().empty()) {
      for (const Index s : known.samples) about.males.push_back(genotypes.males()[idx(s)]);
    }
    about.remarks.push_back(known.remark);
    return about;
  }

  PackedVectors read_range(const ReadRange& part) override {
    const Index first = known_.samples[idx(part.fields.begin)];
    const Range inner{first, known_.samples[idx(part.fields.end - 1)] + 1};
    const PackedVectors genotypes = genotypes_->read({part.vectors, inner});
    std::vector<std::uint64_t> masks(idx(genotypes.words()), 0);
    for (Index f = part.fields.begin; f < part.fields.end; ++f) {
      const Index at = known_.samples[idx(f)] - first;
      masks[idx(at / 64)] |= std::uint64_t{1} << (at % 64);
    }
    PackedVectors packed = pack::trait_sums(part.vectors.size(), numbers_in(part.fields));
    pack::set_trait_genotypes(packed, genotypes, {masks.begin(), masks.end()});
    return packed;
  }

  pack::TraitNumbers numbers_in(Range fields) const {
    const auto part = [&](const std::vector<double>& all) {
      return std::vector<double>(all.begin() + fields.begin, all.begin() + fields.end);
    };
    return {part(numbers_.trait), part(numbers_.square)};
  }

  std::unique_ptr<Source> genotypes_;
  KnownTrait known_;
  pack::TraitNumbers numbers_;
};

}  // namespace

SampleNumbers read_trait(const TraitFile& trait, const std::vector<std::string>& samples) {
  if (trait.fam) return read_fam_numbers(trait.path, samples);
  std::vector<std::string> wanted;
  if (!trait.name.empty()) wanted.push_back(trait.name);
  return read_sample_numbers(trait.path, wanted, samples);
}

std::unique_ptr<Source> open_trait(std::unique_ptr<Source> genotypes, const TraitFile& trait) {
  KnownTrait known = known_trait(*genotypes, trait);
  pack::TraitNumbers numbers = numbers_of_trait(known, trait);
  return std::make_unique<TraitSource>(std::move(genotypes), std::move(known), std::move(numbers));
}

}  // namespace encke::io
