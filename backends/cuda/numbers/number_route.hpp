#pragma once

#include "cuda/host/rectangle.hpp"

namespace encke::cuda {

/// How long sums of floats are exact. A tensor core adds up 8-bit floats in 14 significant bits (by
/// public reports of Hopper's), so that sums are exact below 2^14; float32 is exact up to 2^24.
struct FloatSums {
  Index step =
      Index{1} << 13;  ///< fields of one product: half of what is tested, see test_of_ones()
  Index exact = Index{1} << 24;  ///< what sums of products may reach before they become integers
  Index tested = 2048;           ///< vectors on each side of the product that is tested
};

/// Stores the tallies of rectangles by products of numbers. Fields are expanded in steps, so that
/// memory is bounded, and sums of floats are exact.
class NumberRoute {
 public:
  /// `bytes`: of all expanded terms of one side at a time, at least those of one word.
  NumberRoute(Device& device, Numbers numbers, Index bytes, FloatSums floats);

  /// Puts it in a queue. Elements by planes only, see by_planes().
  void store(int queue, const Rectangle& rectangle, std::int32_t* tallies, Index plane_stride,
             Index row_stride);

 private:
  /// What of a rectangle is multiplied, and where its expanded fields are.
  struct Part {
    const BitJob& job;
    const NumberList& list;
    Index rows, cols;  ///< padded
    Index step;        ///< words of one product
    std::byte* left;
    std::byte* right;
    const std::byte* scales;
  };
  void store_part(int queue, const BitJob& job, const NumberList& list, const TallyPlanes& out);
  void add_words(int queue, const Part& part, Range words, const TallyPlanes& out);
  void expand(int queue, const PlaneSet& from, const NumberTerm (&terms)[NumberList::most],
              int count, Range words, Index vectors, std::byte* to);
  Index words_of_step(const Part& part) const;
  Index words_of_exact_sums(const NumberList& list) const;

  Device& device_;
  Numbers numbers_;
  Index bytes_;
  FloatSums floats_;
  Memory left_[Device::queues];
  Memory right_[Device::queues];
  Memory scales_[Device::queues];
  Memory sums_[Device::queues];  ///< of floats that are to be added to tallies
};

}  // namespace encke::cuda
