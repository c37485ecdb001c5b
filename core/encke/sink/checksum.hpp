#pragma once

#include <cstdint>
#include <encke/sink/sink.hpp>
#include <string>

namespace encke::sink {

/// The checksum over all values that CoMet prints (Joubert et al., Parallel Computing 75 (2018)):
///   S = sum over the values v of floor(v / 16 * 2^60) * w, exactly,
/// where w, below 2^39, is a hash of the vector indices in descending order and of the cell with
/// its bits permuted alike. Values that never come (below a threshold) count as 0.
/// Equal to CoMet's where its 64-bit ids do not wrap: vectors^way * cells < 2^52.
class Checksum final : public Sink {
 public:
  /// Throws Error(inconsistent) unless a tuple has 1 or 2^way values.
  void begin(const SinkInfo& info) override;
  /// Throw Error(inconsistent) where a value is not in [0, 16), for which it is not defined.
  void take(std::span<const Hit<2>> hits) override;
  void take(std::span<const Hit<3>> hits) override;
  void finish() override {}

  /// The digits of S to base 2^60, most significant first, in decimal: "d2-d1-d0".
  std::string text() const;

 private:
  template <int Way>
  void add(std::span<const Hit<Way>> hits);

  SinkInfo info_;
  std::uint64_t sum_[3] = {};  ///< least significant word first
};

}  // namespace encke::sink
