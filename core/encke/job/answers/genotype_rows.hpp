#pragma once

#include <cstdint>
#include <encke/io/source.hpp>
#include <span>
#include <vector>

namespace encke::job {

/// Genotypes of some vectors of two classes or with a trait, a byte each: 0, 1, 2 or 3 = missing.
class GenotypeRows {
 public:
  /// Takes vectors in any order, repetition allowed. Reads these, eight at a time, and no others
  /// but those between them. Throws what Source::read() throws.
  GenotypeRows(io::Source& source, std::vector<std::uint32_t> vectors);

  std::span<const std::uint8_t> of(std::uint32_t vector) const;

 private:
  std::vector<std::uint32_t> vectors_;  ///< ascending
  std::size_t fields_;
  std::vector<std::uint8_t> genotypes_;  ///< [vector][field]
};

}  // namespace encke::job
