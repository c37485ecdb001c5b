#pragma once

#include <encke/io/plink/phenotype_classes.hpp>
#include <encke/io/plink/subset.hpp>
#include <encke/io/source.hpp>
#include <string>
#include <vector>

namespace encke::io {

/// A data set of PLINK, of whatever format, while it is opened.
struct PlinkSet {
  std::vector<std::string> names;  ///< of all variants, then of those kept
  Sites sites;                     ///< likewise; empty where the input does not say
  MadeIds made_ids;
  std::vector<SampleId> people;      ///< all samples
  CodedRows stored;                  ///< what is kept, and the form of the codes
  std::vector<std::string> samples;  ///< names of those kept, as they are packed
  std::vector<std::uint8_t> males;   ///< 1 for each of these that is one
  ReadLog log;
  Index duplicate_names = 0;
};

/// The samples of a set, and the file that has them.
struct SetSamples {
  const std::string& path;
  const std::vector<SampleId>& samples;
  const PhenotypeSource* phenotype = nullptr;  ///< null: classes are not wanted
};

/// Sets rows, samples, cases and what is haploid of set.stored: all that `subset` selects but for
/// genotypes. Throws what select_samples(), select_classes() and select_variants() throw.
void select(PlinkSet& set, const Subset& subset, const SetSamples& samples);

/// Leaves names of the samples kept, names and sites of the variants kept, names those that need it
/// by their sites (see name_by_sites()), and remarks on those that are not the first of their name.
void keep_names(PlinkSet& set);

/// A source of the variants and samples that are left of such a set.
class PlinkSource : public Source {
 protected:
  PlinkSource(PlinkSet set, Element element);

  CodedRows stored_;
  std::vector<FileRecord> texts_;  ///< that opening has read
};

}  // namespace encke::io
