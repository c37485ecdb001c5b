#pragma once

#include <cstdint>
#include <encke/base/array.hpp>
#include <encke/contraction/contraction.hpp>
#include <encke/contraction/powered_sums.hpp>
#include <encke/contraction/weighted_bits.hpp>
#include <encke/host/aligned_buffer.hpp>
#include <encke/pack/element.hpp>
#include <encke/pack/panel.hpp>
#include <span>
#include <vector>

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

/// Vectors in the form that kernels read: 2 bits a genotype or 1 a bit (another one from the first
/// missing sample on), or plain floats, group-interleaved (see Stream). Also keeps each vector's
/// own sums.
class PackedVectors {
 public:
  /// Zeroed room for `vectors` genotype vectors of `fields` samples.
  /// Throws OutOfMemory; Error(inconsistent) unless 0 <= vectors < 2^32 and 0 <= fields < 2^28.
  static PackedVectors genotypes(Index vectors, Index fields);
  /// Zeroed room for `vectors` vectors of `fields` bits. Throws as genotypes().
  static PackedVectors bits(Index vectors, Index fields);
  /// Zeroed room for `vectors` genotype vectors of samples in two classes. Throws as genotypes().
  static PackedVectors case_control(Index vectors, Index controls, Index cases);
  /// Zeroed room for profiles of `fields` reals; element is float32 or float64.
  static PackedVectors profiles(Element element, Index vectors, Index fields);

  /// Packs `count` vectors from `first` on. Vector v starts at codes + v * stride; it has
  /// ceil(fields / 4) bytes; bits beyond `fields` are ignored.
  /// `first` and, except at the end, `count` must be multiples of 8 (Error(internal) otherwise).
  void set_genotypes(Index first, Index count, const std::uint8_t* codes, Index stride,
                     GenotypeCode code, MissingCode missing = MissingCode::missing);
  /// The same for bits: whether a genotype has allele 1 at all, which for GenotypeCode::packed is
  /// the low bit of the code. MissingCode::het: the missing code stands for 0.
  void set_bits_from_codes(Index first, Index count, const std::uint8_t* codes, Index stride,
                           GenotypeCode code, MissingCode missing = MissingCode::missing);
  /// genotypes() (of genotype or genotype_moments) or bits(), and set_genotypes() or
  /// set_bits_from_codes(), by the element.
  static PackedVectors of_codes(Element element, Index vectors, Index fields);
  void set_codes(Index first, Index count, const std::uint8_t* codes, Index stride,
                 GenotypeCode code, MissingCode missing);
  /// As set_genotypes(), for case_control(): of[0] has the codes of the controls, of[1] those of
  /// the cases.
  void set_classes(Index first, Index count, const Array<CodeMatrix, 2>& of, GenotypeCode code,
                   MissingCode missing = MissingCode::missing);
  /// Packs one vector of `fields` bits: 0, 1, or 2 where the sample is missing (not of weighted
  /// bits).
  /// Throws Error(inconsistent) for another number of values or another value; Error(internal)
  /// unless these are bits and the vector exists.
  void set_bits(Index vector, std::span<const std::uint8_t> values);
  /// Keeps presence masks from now on even where no sample is missing: for genotypes that meet
  /// others, packed apart, that have missing samples.
  void keep_masks();
  bool keeps_masks() const { return !mask_.empty(); }
  /// Packs one vector of `fields` reals (rounded to float32 where that is the element).
  /// Throws Error(inconsistent), and leaves the vector as it was, for another number of values and
  /// for values whose sum exceeds an eighth of the element's largest number: sums over a tuple of
  /// vectors could overflow; Error(internal) unless these are profiles and the vector exists.
  void set_profile(Index vector, std::span<const double> values);
  void set_profile(Index vector, std::span<const float> values);

  /// Zeroed room for vectors of counts, count2 to count16. Throws as genotypes().
  static PackedVectors counts(Element element, Index vectors, Index fields);
  /// Packs one vector of `fields` counts. Throws Error(inconsistent), and leaves the vector as it
  /// was, for another number of values, for one above largest_count(), and for a sum above
  /// CountMinima::most_sum; Error(internal) unless these are counts and the vector exists.
  void set_counts(Index vector, std::span<const std::uint16_t> values);

  /// Zeroed room for profiles whose fields have the weights `weight` and whose sums are powered by
  /// `exponent` (see PoweredSums); element is powered32 or powered64. Throws as genotypes();
  /// Error(inconsistent) unless 0 <= exponent <= 1 and all weights are finite and above 0.
  static PackedVectors powered(Element element, Index vectors, std::vector<double> weight,
                               double exponent);
  /// Packs one vector of such profiles. Throws Error(inconsistent) as set_profile(), and for values
  /// that are not 0 but too small for the element's powers; Error(internal) as set_profile().
  void set_powered(Index vector, std::span<const double> values);
  /// The series of 1 - exponent; null unless these are powered profiles.
  const PowerSeries* series() const { return series_.empty() ? nullptr : series_.data(); }
  /// Zeroed room for vectors of bits whose fields have the weights `weight`; element is
  /// weighted_bits32 or weighted_bits64. set_bits() packs them. Throws as genotypes();
  /// Error(inconsistent) unless all weights are finite and above 0, and their sum is at most an
  /// eighth of the largest number of the element's weights.
  static PackedVectors weighted_bits(Element element, Index vectors,
                                     std::span<const double> weight);
  /// The weight of a field, as it is stored. Weighted bits only.
  double weight(Index field) const;
  /// What all vectors have in common and kernels read: of powered profiles the series; of weighted
  /// bits, for each group of fields, what it adds for each choice of bits (float or double,
  /// [ceil(fields / 64) * 16][WeightedBits::entries]). Else empty.
  std::span<const std::byte> shared() const;
  /// Zeroed room for vectors that another process sends; `masks`: with presence masks.
  /// Throws as genotypes().
  static PackedVectors room(Element element, Index vectors, Index fields, bool masks);
  /// The same for vectors of the elements and fields of others. `device`: where the elements and
  /// masks are to be, if not on the host; panels then have its addresses, and what reads elements
  /// on the host must not be called. Sums of vectors, and what all have in common, are on the host.
  static PackedVectors room_like(const PackedVectors& like, Index vectors, bool masks,
                                 DeviceMemory* device = nullptr);
  bool on_device() const { return device_ != nullptr; }
  /// Tells what the vectors hold: while this number is the same, elements and masks are, in all
  /// vectors of the process that have it. Moved along; changes with every call that may change
  /// them.
  std::uint64_t content() const { return content_; }
  /// Takes over the content of vectors of the host, of equal element, extents and masks.
  void copy_from(const PackedVectors& host);
  /// All memory of the vectors, piece by piece: what is sent to another process. Pieces of equal
  /// element, extents and masks have equal sizes.
  std::vector<std::span<const std::byte>> pieces() const;
  /// The same, to receive into; to be followed by received().
  std::vector<std::span<std::byte>> pieces();
  void received();
  /// Makes room_like() one for so many vectors, 0 to those that it was made for; it is to be filled
  /// again. Takes no memory and zeroes none: what is sent fills the pieces to their last byte,
  /// padding included. Throws Error(internal) for more vectors.
  void use_for(Index vectors);

  Element element() const { return element_; }
  ContractionId contraction() const;
  Index vectors() const { return vectors_; }
  Index fields() const { return fields_; }
  /// Samples that are missing, over all vectors.
  Index missing() const { return missing_; }
  bool has_missing(Index vector) const { return present_[idx(vector)] != fields_; }
  std::int64_t bytes() const;

  /// Panel of the vectors `range`; range.begin must be a multiple of lanes(). It is complete()
  /// where none of them has a missing sample.
  Panel panel(Range range) const;
  /// The masks from a group of 8 vectors on, for a complete panel that meets an incomplete one;
  /// no data where the whole problem is complete.
  Stream mask_panel(Index group) const;
  int lanes() const { return lanes_of(element_); }

  /// Genotypes and bits: samples present, samples with x > 0, and sum of x in a vector; x is the
  /// number of copies of allele 1 less 1, or the bit. Counts: x_sum() is the sum of the counts.
  Index present_count(Index vector) const { return present_[idx(vector)]; }
  Index positive_count(Index vector) const { return positive_[idx(vector)]; }
  Index x_sum(Index vector) const { return x_sum_[idx(vector)]; }
  /// The sum of x^2 likewise.
  Index square_sum(Index vector) const { return 2 * positive_count(vector) - x_sum(vector); }
  /// case_control: samples of each class (controls, cases) with genotype 0, 1, 2 in a vector; the
  /// fields of a class, and the words that hold them: fields begin at a whole word in each class.
  const Array<Index, 6>& class_counts(Index vector) const { return class_counts_[idx(vector)]; }
  Range class_fields(int c) const {
    return c == 0 ? Range{0, controls_} : Range{controls_, fields_};
  }
  Range class_words(int c) const;
  /// Reals: sum over the fields in the order that Minima defines, so that it equals, to the last
  /// bit, the joint sum of the vector with itself. Powered profiles: the sum of their powers.
  /// Weighted bits: the sum of the weights of those that are set, in the order of WeightedBits.
  double sum(Index vector) const { return sum_[idx(vector)]; }

  /// One element, decoded; for references and tests.
  std::uint8_t genotype(Index vector, Index field) const;  ///< 0, 1, 2 or 3 = missing
  std::uint8_t bit(Index vector, Index field) const;       ///< 0, 1 or 2 = missing
  /// The 64 samples of a word that have genotype 0 or 1 (`plane`), or (2) are present;
  /// case_control only.
  std::uint64_t class_word(Index vector, Index word, int plane) const;
  /// The samples of a word that exist.
  std::uint64_t word_fields(Index word) const;
  double real(Index vector, Index field) const;
  std::int32_t count(Index vector, Index field) const;
  Powered<double> powered(Index vector, Index field) const;

  /// Largest extents that are supported.
  static constexpr Index most_vectors = (Index{1} << 32) - 1;
  static Index most_fields(Element element);
  /// Bytes that `vectors` vectors of `fields` elements will occupy (case_control: at most).
  static std::int64_t bytes_for(Element element, Index vectors, Index fields, bool missing);

 private:
  PackedVectors(Element element, Index vectors, Index fields);
  static std::size_t idx(Index i) { return static_cast<std::size_t>(i); }
  bool pack_group(Index group, Index first, Index count, const std::uint8_t* codes, Index stride,
                  GenotypeCode code, MissingCode missing, std::uint64_t* present);
  void check_groups(Element expected, Index first, Index count) const;
  void pack_class(Index group, Index first, Index count, const CodeMatrix& from, int of_class,
                  GenotypeCode code, MissingCode missing);
  std::size_t element_pieces() const;
  std::vector<std::span<std::byte>> all_pieces();
  void changed();
  static void check_shape(Element element, Index vectors, Index fields);
  void store_counts(Index vector, std::span<const std::uint16_t> values);
  void note_bits(Index vector, Index missing, Index ones);
  void set_weighted_bits(Index vector, std::span<const std::uint8_t> values);
  template <class T>
  void fill_group_sums(std::span<const double> weight);
  template <class T>
  double sum_of_bits(Index vector) const;
  void check_profile(Index vector, std::size_t values) const;
  void fill_mask(Index group, Index lane, bool all);
  void clear_vector(Index group, Index lane);
  std::uint8_t classed_genotype(Index vector, Index field) const;
  double stored_real(Index vector, Index field, int plane) const;
  template <class T>
  void fill_powers();
  template <class T>
  void store_powered(Index vector, std::span<const double> values);
  template <class T, class V>
  void store_profile(Index vector, std::span<const V> values);

  Element element_;
  DeviceMemory* device_ = nullptr;
  Index vectors_;
  Index room_;  // vectors that there is memory for
  Index fields_;
  Index words_;
  Index groups_;
  Index missing_ = 0;
  std::uint64_t content_ = 0;
  Index controls_ = 0;
  AlignedBuffer<std::uint64_t> signs_;   // [group][word][plane][8], see GenotypePlane, ClassPlane
  AlignedBuffer<std::uint64_t> bits_;    // [group][word][8], also of weighted bits
  AlignedBuffer<std::uint64_t> counts_;  // [group][word][plane][8]
  AlignedBuffer<std::uint64_t> mask_;    // [group][word][8]; empty while nothing is missing
  AlignedBuffer<std::byte> reals_;       // [group][field][plane][lanes]; see Powered
  std::vector<Index> present_;
  std::vector<Index> positive_;
  std::vector<Index> x_sum_;
  std::vector<double> sum_;
  std::vector<Array<Index, 6>> class_counts_;
  std::vector<double> weight_;  // powered profiles: of each field
  double exponent_ = 0;
  std::vector<PowerSeries> series_;      // of powered profiles: one
  AlignedBuffer<std::byte> group_sums_;  // of weighted bits, see shared()
};

}  // namespace encke
