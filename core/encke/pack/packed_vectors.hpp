#pragma once

#include <cstdint>
#include <encke/base/array.hpp>
#include <encke/base/index.hpp>
#include <encke/contraction/contraction.hpp>
#include <encke/host/aligned_buffer.hpp>
#include <encke/pack/element.hpp>
#include <encke/pack/panel.hpp>
#include <span>
#include <vector>

namespace encke {

/// Memory for vectors in the form that kernels read, group-interleaved (see Stream), and for each
/// vector's own sums. What fills it, and decodes it, is a file for each contraction: see
/// packers.hpp.
class PackedVectors {
 public:
  /// What is known of each vector by itself. What an element has no use for is empty.
  struct Margins {
    /// Samples present. What an element never misses is always present.
    std::vector<Index> present;
    /// Genotypes, bits: samples with x > 0, where x is the copies of allele 1 less 1, or the bit.
    std::vector<Index> positive;
    std::vector<Index> x_sum;  ///< sum of x; of counts: of the counts
    std::vector<double> sum;   ///< sums of reals
    /// Two classes: samples of controls, then of cases, with genotype 0, 1, 2.
    std::vector<Array<Index, 6>> class_counts;
  };

  /// What packers write to. All of it is on the host.
  struct Storage {
    std::byte* values;            ///< [group][word][plane][64 bytes]
    std::uint64_t* mask;          ///< [group][word][8]; null where no masks are kept
    Margins& margins;             ///< but `present`, see set_present()
    std::span<double> weights;    ///< of each field
    double& exponent;             ///< of powered sums
    std::span<std::byte> shared;  ///< see shared()

    std::uint64_t* words() const { return reinterpret_cast<std::uint64_t*>(values); }
  };

  /// Zeroed memory for `vectors` vectors of `fields` fields, of which none is missing.
  /// Throws OutOfMemory; Error(inconsistent) unless 0 <= vectors <= most_vectors and
  /// 0 <= fields <= most_fields(element).
  PackedVectors(Element element, Index vectors, Index fields);
  /// The same of two classes, for an element that has classes. Throws alike.
  PackedVectors(Element element, Index vectors, const Array<Index, 2>& fields_of_class);
  /// The same for vectors that another process sends; `masks`: with presence masks.
  static PackedVectors allocate(Element element, Index vectors, Index fields, bool masks);
  /// The same for vectors of the elements and fields of others. `device`: where the elements and
  /// masks are to be, if not on the host; panels then have its addresses, and what reads elements
  /// on the host must not be called. Sums of vectors, and what all have in common, are on the host.
  static PackedVectors allocate_like(const PackedVectors& like, Index vectors, bool masks,
                                     DeviceMemory* device = nullptr);

  Element element() const { return element_; }
  ContractionId contraction() const { return element_.contraction; }
  Index vectors() const { return vectors_; }
  Index fields() const { return fields_; }
  Index words() const { return words_; }
  int lanes() const { return element_.lanes(); }
  std::int64_t bytes() const;
  bool on_device() const { return device_ != nullptr; }

  /// Two classes: the fields of a class, and the words that hold them: fields begin at a whole word
  /// in each class.
  Range class_fields(int c) const {
    return c == 0 ? Range{0, controls_} : Range{controls_, fields_};
  }
  Range class_words(int c) const;
  /// The samples of a word that exist.
  std::uint64_t word_fields(Index word) const;

  /// Panel of the vectors `range`; range.begin must be a multiple of lanes(). It is complete()
  /// where none of them has a missing sample.
  Panel panel(Range range) const;
  /// The masks from a group of 8 vectors on, for a complete panel that meets an incomplete one;
  /// no data where the whole problem is complete.
  Stream mask_panel(Index group) const;
  /// What all vectors have in common and kernels read: of powered profiles the PowerSeries of
  /// exponent - 1; of weighted bits, for each group of fields, what it adds for each choice of bits
  /// (float or double, [ceil(fields / 64) * 16][WeightedBits::entries]). Else empty.
  std::span<const std::byte> shared() const;

  /// Samples that are missing, over all vectors.
  Index missing() const { return missing_; }
  bool has_missing(Index vector) const { return present_count(vector) != fields_; }
  /// A vector's own sums, see Margins.
  Index present_count(Index vector) const { return margins_.present[idx(vector)]; }
  Index positive_count(Index vector) const { return margins_.positive[idx(vector)]; }
  Index x_sum(Index vector) const { return margins_.x_sum[idx(vector)]; }
  /// The sum of x^2 likewise.
  Index square_sum(Index vector) const { return 2 * positive_count(vector) - x_sum(vector); }
  const Array<Index, 6>& class_counts(Index vector) const {
    return margins_.class_counts[idx(vector)];
  }
  /// Reals: sum over the fields in the order that Minima defines, so that it equals, to the last
  /// bit, the joint sum of the vector with itself. Powered profiles: the sum of their powers.
  /// Weighted bits: the sum of the weights of those that are set, in the order of WeightedBits.
  double sum(Index vector) const { return margins_.sum[idx(vector)]; }

  /// Elements and masks as they lie in memory, for what decodes them; see Storage.
  const std::byte* values() const { return values_.data(); }
  const std::uint64_t* mask() const { return mask_.data(); }

  /// For packers. Changes content().
  Storage storage();
  /// So many samples of a vector are present.
  void set_present(Index vector, Index present);
  /// The mask of a vector: every sample present, or (padding) none. Masks must be kept.
  void fill_mask(Index vector, bool all);
  /// Zeros in all planes and the mask of a vector of bits: padding.
  void clear(Index vector);

  /// Keeps presence masks from now on even where no sample is missing: for genotypes that meet
  /// others, packed apart, that have missing samples.
  void keep_masks();
  bool keeps_masks() const { return !mask_.empty(); }
  /// Tells what the vectors hold: while this number is the same, elements and masks are, in all
  /// vectors of the process that have it. Moved along; changes with every call that may change
  /// them.
  std::uint64_t content() const { return content_; }
  /// Takes over the content of vectors of the host, of equal element, extents and masks.
  void copy_from(const PackedVectors& host);
  /// All memory of the vectors, piece by piece: what is sent to another process. Pieces of equal
  /// element, extents and masks have equal sizes.
  std::vector<std::span<const std::byte>> buffers() const;
  /// The same, to receive into; to be followed by received().
  std::vector<std::span<std::byte>> buffers();
  void received();
  /// Makes allocate_like() one for so many vectors, 0 to those that it was made for; it is to be
  /// filled again. Takes no memory and zeroes none: what is sent fills the pieces to their last
  /// byte, padding included. Throws Error(internal) for more vectors.
  void use_for(Index vectors);

  /// Largest extents that are supported.
  static constexpr Index most_vectors = (Index{1} << 32) - 1;
  static Index most_fields(Element element);
  /// Bytes that `vectors` vectors of `fields` elements will occupy (case_control: at most).
  static std::int64_t bytes_for(Element element, Index vectors, Index fields, bool missing);

 private:
  struct Extents {
    Index vectors;
    Index fields;
    Index controls;  ///< fields of the first of two classes
    Index words;
  };
  PackedVectors(Element element, const Extents& extents, DeviceMemory* device);
  std::size_t element_buffers() const;
  std::vector<std::span<std::byte>> all_buffers();
  void changed();

  Element element_;
  DeviceMemory* device_ = nullptr;
  Index vectors_;
  Index capacity_;  // vectors that there is memory for
  Index fields_;
  Index controls_;
  Index words_;
  Index groups_;
  Index missing_ = 0;
  std::uint64_t content_ = 0;
  AlignedBuffer<std::byte> values_;
  AlignedBuffer<std::uint64_t> mask_;  // empty while nothing is missing
  Margins margins_;
  std::vector<double> weights_;
  double exponent_ = 0;
  AlignedBuffer<std::byte> shared_;
};

/// A vector's own sums, one for each channel of the contraction, from its margins. Here and below:
/// specialised in the file of each contraction's packer.
template <class C>
Array<typename C::accumulator, C::channels> margin(const PackedVectors& vectors, Index vector);

/// One element, decoded, as the contraction reads it; for references and tests.
template <class C>
typename C::element element_of(const PackedVectors& vectors, Index vector, Index field);

}  // namespace encke
