#pragma once

#include <encke/io/source.hpp>
#include <encke/io/traits/sample_numbers.hpp>
#include <memory>
#include <string>
#include <vector>

namespace encke::io {

/// Where the numbers of a trait are.
struct TraitFile {
  std::string path;
  std::string name;  ///< column; empty: the first
  bool fam = false;  ///< numbers are column 6 of a .fam, else as read_sample_numbers() has them
};

/// The numbers of samples with these names, see read_sample_numbers().
SampleNumbers read_trait(const TraitFile& trait, const std::vector<std::string>& samples);

/// An input of genotypes with a trait (Element::trait_sums): of its samples those whose number is
/// known. How many are left out is a remark. The trait's file is the last of files().
///
/// Throws Error(inconsistent) where `genotypes` are of another element, samples have no names, or
/// fewer than two numbers are known, or all are the same; what read_sample_numbers() throws.
std::unique_ptr<Source> open_trait(std::unique_ptr<Source> genotypes, const TraitFile& trait);

}  // namespace encke::io
