#pragma once

#include <cstdint>
#include <encke/sink/sink.hpp>
#include <optional>
#include <span>
#include <vector>

namespace encke::python {

/// Of each vector the `count` others with the smallest values, the smallest first; of equal ones
/// those of smaller indices, so that the order of hits does not matter. NaN is never near. 16 bytes
/// a neighbour.
class Nearest final : public Sink {
 public:
  /// `rows` > 0: the vectors before this one, each with others from there on; 0: all with all.
  Nearest(Index count, Index rows) : count_(count), rows_(rows) {}

  void begin(const SinkInfo& info) override;
  void take(std::span<const Hit<2>> hits) override;
  void take(std::span<const Hit<3>> /*hits*/) override {}
  void finish() override {}
  double bound_of(Index vector) const override;
  std::optional<Selected> selected() const override { return Selected{}; }
  std::int64_t memory() const override;

  /// [vector][neighbour]; -1 where there are not as many.
  std::vector<std::int32_t> neighbours() const;
  std::vector<double> values() const;

 private:
  struct Near {
    double value;
    std::int64_t index;
  };
  void improve(Index vector, const Near& near);
  Index vectors_with() const { return rows_ > 0 ? rows_ : vectors_; }

  Index count_;
  Index rows_;
  Index vectors_ = 0;
  bool has_bounds_ = false;
  std::vector<Near> near_;  ///< of each vector a row, ascending
};

}  // namespace encke::python
