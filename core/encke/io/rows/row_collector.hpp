#pragma once

#include <cstdint>
#include <cstring>
#include <encke/host/region.hpp>
#include <encke/io/rows/bed_rows.hpp>
#include <encke/io/rows/coded_rows.hpp>
#include <encke/pack/packers.hpp>
#include <vector>

namespace encke::io {

/// Collects rows of codes and packs those of some samples by the dozens, because only whole groups
/// of vectors can be packed. What it is given must outlive it.
class RowCollector {
 public:
  /// The rows become the vectors 0, 1, ... of `vectors`; of `stored` only the codes count.
  RowCollector(PackedVectors& vectors, const BedSamples& samples, const CodedRows& stored)
      : vectors_(vectors),
        samples_(samples),
        stored_(stored),
        rows_(static_cast<std::size_t>(capacity * samples.gathered_bytes())) {}

  void add(const std::uint8_t* row) {
    std::uint8_t* const out = rows_.data() + count_ * samples_.gathered_bytes();
    if (samples_.all()) {
      std::memcpy(out, row, static_cast<std::size_t>(samples_.row_bytes()));
    } else {
      samples_.gather(row, out);
    }
    if (++count_ == capacity) flush();
  }

  /// To be called after the last row too.
  void flush() {
    const Region region("pack");
    pack::set_codes(vectors_, first_, count_, rows_.data(), samples_.gathered_bytes(), stored_.code,
                    stored_.missing);
    first_ += count_;
    count_ = 0;
  }

 private:
  static constexpr Index capacity = 64;

  PackedVectors& vectors_;
  const BedSamples& samples_;
  const CodedRows& stored_;
  std::vector<std::uint8_t> rows_;
  Index first_ = 0;
  Index count_ = 0;
};

}  // namespace encke::io
