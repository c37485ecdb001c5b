#pragma once

#include <cstdint>
#include <encke/base/index.hpp>

namespace encke {

/// Meaning of the two-bit codes 0 to 3 of a genotype, four to a byte, lowest bits first.
///   bed:    00 two copies of A1 (allele 1), 01 missing, 10 het, 11 two copies of A2 (allele 0)
///   packed: 00 two copies of allele 0, 01 het, 10 missing, 11 two copies of allele 1
enum class GenotypeCode { bed, packed };

/// Two-bit codes of several vectors, `stride` bytes from one to the next.
struct CodeMatrix {
  const std::uint8_t* codes = nullptr;
  Index stride = 0;
};

/// What a genotype's missing code stands for.
enum class MissingCode {
  missing,  ///< the sample is missing in this vector
  het,      ///< one copy of each allele; of bits: 0 (the predecessor's dense forms)
};

}  // namespace encke
