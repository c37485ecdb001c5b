#include <encke/io/plink/plink_set.hpp>

namespace encke::io {

void select(PlinkSet& set, const Subset& subset, const SetSamples& of) {
  set.stored.samples = select_samples(subset, of.samples, set.log);
  if (of.phenotype != nullptr) {
    set.stored.cases =
        select_classes(*of.phenotype, of.path, of.samples, set.stored.samples, set.log);
  }
  set.stored.rows = select_variants(subset, set.names, set.log);
}

void keep_names(PlinkSet& set) {
  keep_names(set.names, set.stored.rows);
  set.duplicate_names = remark_same_variants(set.names, set.log);
}

PlinkSource::PlinkSource(PlinkSet set, Element element)
    : Source({.element = element,
              .vectors = count_kept(set.stored.rows),
              .fields = count_kept(set.stored.samples),
              .vectors_in_file = std::ssize(set.stored.rows),
              .fields_in_file = std::ssize(set.stored.samples),
              .names = std::move(set.names),
              .duplicate_names = set.duplicate_names,
              .remarks = std::move(set.log.remarks)}),
      stored_(std::move(set.stored)),
      texts_(std::move(set.log.files)) {}

}  // namespace encke::io
