#include <encke/io/plink/plink_set.hpp>

namespace encke::io {

void select(PlinkSet& set, const Subset& subset, const SetSamples& of) {
  set.stored.samples = select_samples(subset, of.samples, set.log);
  if (of.phenotype != nullptr) {
    set.stored.cases =
        select_classes(*of.phenotype, of.path, of.samples, set.stored.samples, set.log);
  }
  set.people = of.samples;
  set.stored.rows = select_variants(subset, set.names, set.sites, set.log);
  set.stored.haploid = haploid_rows(set.sites, set.people);
  if (subset.keep_het_haploid) set.stored.haploid.keep_all();
}

void keep_names(PlinkSet& set) {
  set.samples = names_as_packed(set.people, set.stored);
  for (std::size_t s = 0; s < set.people.size() && set.stored.cases.empty(); ++s) {
    if (set.stored.samples[s] != 0) set.males.push_back(set.people[s].male ? 1 : 0);
  }
  set.people = {};
  set.duplicate_names = keep_variants(set.stored.rows, set.names, set.sites, set.made_ids, set.log);
}

PlinkSource::PlinkSource(PlinkSet set, Element element)
    : Source({.element = element,
              .vectors = count_kept(set.stored.rows),
              .fields = count_kept(set.stored.samples),
              .vectors_in_file = std::ssize(set.stored.rows),
              .fields_in_file = std::ssize(set.stored.samples),
              .names = std::move(set.names),
              .sites = std::move(set.sites),
              .made_ids = std::move(set.made_ids),
              .field_names = std::move(set.samples),
              .males = std::move(set.males),
              .duplicate_names = set.duplicate_names,
              .remarks = std::move(set.log.remarks)}),
      stored_(std::move(set.stored)),
      texts_(std::move(set.log.files)) {}

}  // namespace encke::io
