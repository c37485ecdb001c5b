#pragma once

#include <encke/base/error.hpp>
#include <encke/check/tally_check.hpp>
#include <optional>

namespace encke {

/// A backend whose tallies are checked by their row sums before they are visited.
template <class Contraction, int Way>
class CheckedBackend final : public TileBackend {
 public:
  /// `backend` must outlive this.
  explicit CheckedBackend(TileBackend& backend) : backend_(backend) {}

  /// The id of the tile that is contracted next, for messages.
  void next_tile(Index id) { tile_ = id; }

  std::string_view name() const override { return backend_.name(); }
  std::string_view level() const override { return backend_.level(); }
  bool supports(ContractionId contraction) const override { return backend_.supports(contraction); }
  int workers() const override { return backend_.workers(); }
  std::int64_t memory(int way, Index block, Index fields,
                      std::int64_t bytes_of_vector) const override {
    return backend_.memory(way, block, fields, bytes_of_vector) +
           RowCheck<Contraction, Way>::memory(block, fields, backend_.workers());
  }
  void contract(const Array<Operand, 2>& blocks, const Screen* screen,
                TallyVisitor& visitor) override {
    checked(blocks, screen, visitor);
  }
  void contract(const Array<Operand, 3>& blocks, const Screen* screen,
                TallyVisitor& visitor) override {
    checked(blocks, screen, visitor);
  }

  /// Time of the check, for one worker.
  double seconds() const { return check_ ? check_->seconds() : 0; }

 private:
  template <int W>
  void checked(const Array<Operand, W>& blocks, const Screen* screen, TallyVisitor& visitor) {
    if constexpr (W == Way) {
      if (!check_) check_.emplace(visitor, backend_.workers());
      check_->pass_on_to(visitor);
      check_->begin_tile(blocks, tile_);
      backend_.contract(blocks, screen, *check_);
      check_->end_tile();
    } else {
      throw Error(Failure::internal, "a checked backend is for one way");
    }
  }

  TileBackend& backend_;
  std::optional<RowCheck<Contraction, Way>> check_;
  Index tile_ = 0;
};

}  // namespace encke
