#include <fmt/format.h>

#include <algorithm>
#include <encke/base/error.hpp>
#include <encke/base/index.hpp>
#include <encke/io/chromosome_kind.hpp>
#include <encke/io/samples/sample_packer.hpp>
#include <encke/io/samples/sample_source.hpp>

namespace encke::io {
namespace {

constexpr Index sample_chunk = 2 << 20;

/// The variants that are fields, and what is to be said of the others.
struct Fields {
  std::vector<Index> variants;
  std::string remark;
};

Fields fields_of(const Source& source, FieldsOfSamples which) {
  Fields fields;
  const Sites& sites = source.sites();
  const bool all = which == FieldsOfSamples::all || sites.empty();
  for (Index v = 0; v < source.vectors(); ++v) {
    const ChromosomeKind kind =
        all ? ChromosomeKind::autosome : kind_of_chromosome(sites.chromosome(v));
    const bool left_out = kind != ChromosomeKind::autosome && kind != ChromosomeKind::unplaced;
    if (!left_out) fields.variants.push_back(v);
  }
  if (sites.empty() && which == FieldsOfSamples::autosomes) {
    fields.remark =
        "the input does not say on which chromosomes its variants are: none is left out";
  }
  const Index left_out = source.vectors() - std::ssize(fields.variants);
  if (left_out > 0) {
    fields.remark =
        fmt::format("autosomes only: {} of {} variants left out, on X, Y, MT and others", left_out,
                    source.vectors());
  }
  if (fields.variants.empty()) {
    throw Error(Failure::inconsistent,
                fmt::format("none of {} variants is on an autosome (1 to 22, or 0), at least one "
                            "expected",
                            source.vectors()));
  }
  return fields;
}

class SampleSource final : public Source {
 public:
  SampleSource(std::unique_ptr<Source> variants, Fields fields)
      : Source(about_of(*variants, fields)),
        variants_(std::move(variants)),
        fields_(std::move(fields.variants)) {}

  std::vector<FileRecord> files(const Communicator& world) override {
    return variants_->files(world);
  }

  SourceCosts costs() const override {
    SourceCosts costs = variants_->costs();
    costs.held += Source::costs().held + std::ssize(fields_) * Index{sizeof(Index)};
    costs.reading += 3 * sample_chunk;  // two of variants, with masks, before they are turned
    costs.slow_again = true;            // every part is of all variants
    return costs;
  }

 private:
  static About about_of(const Source& variants, const Fields& fields) {
    About about{.element = variants.element(),
                .vectors = variants.fields(),
                .fields = std::ssize(fields.variants),
                .vectors_in_file = variants.fields_in_file(),
                .fields_in_file = variants.vectors_in_file(),
                .names = variants.field_names(),
                .remarks = variants.remarks()};
    if (!fields.remark.empty()) about.remarks.push_back(fields.remark);
    return about;
  }

  PackedVectors read_range(const ReadRange& part) override {
    PackedVectors samples(element(), part.vectors.size(), part.fields.size());
    SamplePacker packer(samples);
    const Index most = std::max<Index>(64, 4 * sample_chunk / part.vectors.size());
    std::vector<Index> wanted;
    for (Index field = part.fields.begin; field < part.fields.end;) {
      const Index begin = fields_[idx(field)];
      wanted.clear();
      for (; field < part.fields.end && fields_[idx(field)] - begin < most; ++field) {
        wanted.push_back(fields_[idx(field)] - begin);
      }
      packer.add(variants_->read({{begin, begin + wanted.back() + 1}, part.vectors}), wanted);
    }
    packer.finish();
    return samples;
  }

  std::unique_ptr<Source> variants_;
  std::vector<Index> fields_;
};

}  // namespace

std::unique_ptr<Source> open_samples(std::unique_ptr<Source> variants, FieldsOfSamples which) {
  const Element element = variants->element();
  const ContractionRow& row = element.row();
  if (row.stored != StoredAs::bits || row.classes || row.real_sums) {
    throw Error(Failure::inconsistent,
                fmt::format("samples are compared by genotypes or bits, not by {}", row.data));
  }
  Fields fields = fields_of(*variants, which);
  return std::make_unique<SampleSource>(std::move(variants), std::move(fields));
}

}  // namespace encke::io
