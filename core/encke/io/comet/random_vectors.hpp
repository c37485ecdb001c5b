#pragma once

#include <cstdint>
#include <encke/pack/packed_vectors.hpp>

namespace encke::io {

/// Random genotypes for benchmarks and tests: each vector has its own frequency of allele 1,
/// uniform in [1/16, 15/16], in Hardy-Weinberg proportions; each genotype is missing with
/// probability `missing_rate`, in [0, 1]. The same seed gives the same vectors on every machine,
/// and vector v does not depend on how many vectors follow. Throws Error(command_line) for a rate
/// out of range, OutOfMemory.
PackedVectors random_genotypes(Index vectors, Index fields, double missing_rate,
                               std::uint64_t seed);

/// As random_genotypes(), of so many controls and cases (Element::case_control).
PackedVectors random_case_control(Index vectors, Index controls, Index cases, double missing_rate,
                                  std::uint64_t seed);

/// Random bits: each vector has its own frequency of ones, uniform in [1/16, 15/16]; each sample is
/// missing with probability `missing_rate`. Same promises and failures.
PackedVectors random_bits(Index vectors, Index fields, double missing_rate, std::uint64_t seed);

/// Random counts, uniform from 0 to the largest that `element`, count2 to count16, holds. Same
/// promises on the seed. Throws OutOfMemory; Error(inconsistent) for sums that are too large.
PackedVectors random_counts(Element element, Index vectors, Index fields, std::uint64_t seed);

/// Random reals, uniform multiples of 2^-24 in [0, 1): exact in float32 and the same in float64.
/// `element` is float32 or float64. Same promises on the seed. Throws OutOfMemory.
PackedVectors random_profiles(Element element, Index vectors, Index fields, std::uint64_t seed);

}  // namespace encke::io
