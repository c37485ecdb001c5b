#pragma once

#include <encke/base/index.hpp>
#include <encke/contraction/powered_sums.hpp>
#include <encke/contraction/weighted_bits.hpp>
#include <string_view>

namespace encke {

struct ContractionRow;

/// What one field of a vector is stored as: for which contraction, and how wide its number is.
/// Backends choose kernels by it, once for a product of blocks.
struct Element {
  ContractionId contraction = ContractionId::allele_counts;
  /// Bits of the stored number: of a real or a weight 32 or 64, of a count 2, 3, 8 or 16, of a
  /// genotype 2, of a bit 1.
  int width = 2;

  bool operator==(const Element&) const = default;

  constexpr const ContractionRow& row() const;
  /// Lines of 64 bytes that a word of a group of vectors has, without the mask.
  constexpr int planes() const;
  /// Fields in a word of a plane: one real, counts of 8 or 16 bits side by side, or 64 bits.
  constexpr int fields_of_word() const;
  /// Words of a vector whose fields are all of one class.
  constexpr Index words(Index fields) const { return divide_up(fields, fields_of_word()); }
  /// Vectors of a group, see Stream.
  constexpr int lanes() const;
  /// Largest count, for a width of counts.
  constexpr int largest_count() const { return (1 << width) - 1; }
  /// Bytes of what all vectors of so many words have in common, see PackedVectors::shared().
  constexpr Index shared_bytes(Index words) const;

  // the elements there are
  static const Element genotype, genotype_moments, genotype_matches, case_control, bit, float32,
      float64, powered32, powered64, count2, count3, count8, count16, weighted_bits32,
      weighted_bits64, adjusted32, adjusted64, trait_sums;
};

inline constexpr Element Element::genotype{ContractionId::allele_counts, 2};
inline constexpr Element Element::genotype_moments{ContractionId::genotype_moments, 2};
inline constexpr Element Element::genotype_matches{ContractionId::genotype_matches, 2};
inline constexpr Element Element::case_control{ContractionId::genotype_tables, 2};
inline constexpr Element Element::bit{ContractionId::allele_bits, 1};
inline constexpr Element Element::float32{ContractionId::minima, 32};
inline constexpr Element Element::float64{ContractionId::minima, 64};
inline constexpr Element Element::powered32{ContractionId::powered_sums, 32};
inline constexpr Element Element::powered64{ContractionId::powered_sums, 64};
inline constexpr Element Element::count2{ContractionId::count_minima, 2};
inline constexpr Element Element::count3{ContractionId::count_minima, 3};
inline constexpr Element Element::count8{ContractionId::count_minima, 8};
inline constexpr Element Element::count16{ContractionId::count_minima, 16};
inline constexpr Element Element::weighted_bits32{ContractionId::weighted_bits, 32};
inline constexpr Element Element::weighted_bits64{ContractionId::weighted_bits, 64};
inline constexpr Element Element::adjusted32{ContractionId::adjusted_sums, 32};
inline constexpr Element Element::adjusted64{ContractionId::adjusted_sums, 64};
inline constexpr Element Element::trait_sums{ContractionId::trait_sums, 64};

/// How the values of a vector lie in memory.
enum class StoredAs {
  bits,    ///< 64 fields in a word of each plane
  counts,  ///< a plane for each bit of up to three; wider ones side by side in one plane
  reals    ///< one field in a word of each plane
};

/// All that storage, messages and memory plans ask of a contraction's elements.
struct ContractionRow {
  ContractionId id;
  std::string_view data;  ///< what a metric compares, in messages
  StoredAs stored;
  int planes;  ///< of values; not of counts, whose width decides
  /// Tallies are sums of reals: fields can be cut at multiples of Minima::segment only.
  bool real_sums = false;
  bool masks = false;          ///< samples may be missing
  bool classes = false;        ///< fields come in two classes, each from a whole word on
  bool field_weights = false;  ///< each field's weight is kept as float64 too
  Index shared_bytes = 0;      ///< what all vectors have in common, whatever their words
  Index shared_entries = 0;    ///< and numbers of the element's width for each word
};

/// A row for each contraction, in the order of ContractionId: a further one is a further row.
inline constexpr ContractionRow contraction_rows[] = {
    {.id = ContractionId::allele_counts,
     .data = "genotypes",
     .stored = StoredAs::bits,
     .planes = 2,
     .masks = true},
    {.id = ContractionId::minima,
     .data = "reals",
     .stored = StoredAs::reals,
     .planes = 1,
     .real_sums = true},
    {.id = ContractionId::allele_bits,
     .data = "bits",
     .stored = StoredAs::bits,
     .planes = 1,
     .masks = true},
    {.id = ContractionId::genotype_tables,
     .data = "genotypes of cases and controls",
     .stored = StoredAs::bits,
     .planes = 2,
     .masks = true,
     .classes = true},
    {.id = ContractionId::powered_sums,
     .data = "reals with powers",
     .stored = StoredAs::reals,
     .planes = 3,
     .real_sums = true,
     .field_weights = true,
     .shared_bytes = sizeof(PowerSeries)},
    {.id = ContractionId::count_minima, .data = "counts", .stored = StoredAs::counts, .planes = 1},
    {.id = ContractionId::genotype_moments,
     .data = "genotypes packed for moments",
     .stored = StoredAs::bits,
     .planes = 2,
     .masks = true},
    {.id = ContractionId::weighted_bits,
     .data = "bits with weights",
     .stored = StoredAs::bits,
     .planes = 1,
     .real_sums = true,
     .shared_entries = 64 / WeightedBits::group * WeightedBits::entries},
    {.id = ContractionId::genotype_matches,
     .data = "genotypes packed for matches",
     .stored = StoredAs::bits,
     .planes = 2,
     .masks = true},
    {.id = ContractionId::adjusted_sums,
     .data = "reals with counts",
     .stored = StoredAs::reals,
     .planes = 3,
     .real_sums = true},
    {.id = ContractionId::trait_sums,
     .data = "genotypes with a trait",
     .stored = StoredAs::bits,
     .planes = 3,
     .real_sums = true,
     .shared_entries = 128},
};

/// The row of a contraction.
constexpr const ContractionRow& row_of(ContractionId id) {
  return contraction_rows[static_cast<int>(id)];
}

static_assert([] {
  for (const ContractionRow& row : contraction_rows) {
    if (&row_of(row.id) != &row) return false;
  }
  return true;
}());

constexpr const ContractionRow& Element::row() const { return row_of(contraction); }
constexpr int Element::planes() const {
  if (row().stored == StoredAs::counts) return width < 8 ? width : 1;
  return row().planes;
}
constexpr int Element::fields_of_word() const {
  if (row().stored == StoredAs::reals) return 1;
  return row().stored == StoredAs::counts && width >= 8 ? 64 / width : 64;
}
constexpr int Element::lanes() const {
  return row().stored == StoredAs::reals && width == 32 ? 16 : 8;
}
constexpr Index Element::shared_bytes(Index words) const {
  return row().shared_bytes + row().shared_entries * (width / 8) * words;
}

}  // namespace encke
