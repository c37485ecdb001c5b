#pragma once

#include <cstdint>
#include <encke/base/index.hpp>

namespace encke::io {

/// Which bytes are numbers of their own: those from 128 on stand for missing ones, and 2.
struct ByteRules {
  bool missing;
  bool two;
};

/// GenotypeCode::packed of bytes that are numbers, eight at a time: `count` is a multiple of 8.
/// False, with the codes undefined, where one of them is not allowed.
bool codes_of_bytes(const std::uint8_t* from, Index count, std::uint8_t* codes, ByteRules rules);

/// Genotypes as bytes for set_genotypes_of_bytes(): 0, 1 and 2, 255 where one is missing (NaN, and
/// below 0 if these are), and 3 for all else. For the numbers that a matrix may have.
template <class T>
void genotype_bytes(const T* from, Index count, bool below_zero_is_missing, std::uint8_t* to);

/// Whole numbers in 16 bits. False, with `to` undefined, where one is below 0 or above `most`.
template <class T>
bool narrow_counts(const T* from, Index count, std::uint16_t most, std::uint16_t* to);

}  // namespace encke::io
