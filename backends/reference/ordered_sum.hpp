#pragma once

#include <encke/contraction/minima.hpp>
#include <encke/pack/packed_vectors.hpp>
#include <utility>

namespace encke::reference {

/// Sum over the fields in the order that the contraction defines.
class OrderedSum {
 public:
  explicit OrderedSum(Element element) : chunked_(element.row().real_sums && element.width == 32) {}
  void add(double x, std::size_t field) {
    if (field % Minima::chunk == 0) segment_ += static_cast<double>(std::exchange(chunk_, 0.0F));
    if (field % Minima::segment == 0) total_ += std::exchange(segment_, 0.0);
    if (chunked_) {
      chunk_ += static_cast<float>(x);
    } else {
      segment_ += x;
    }
  }
  double total() const { return total_ + (segment_ + static_cast<double>(chunk_)); }

 private:
  bool chunked_;
  double total_ = 0;    // of whole segments
  double segment_ = 0;  // of this segment, up to this chunk
  float chunk_ = 0;
};

}  // namespace encke::reference
