#pragma once

#include <encke/backend/backend_around.hpp>
#include <encke/base/error.hpp>
#include <encke/check/tally_check.hpp>
#include <optional>

namespace encke {

/// What a run knows of a backend whose tallies are checked.
class CheckingBackend : public BackendAround {
 public:
  /// The id of the tile that is contracted next, for messages.
  virtual void next_tile(Index id) = 0;
  /// Time of the check, for one worker.
  virtual double seconds() const = 0;

 protected:
  using BackendAround::BackendAround;
};

/// A backend whose tallies are checked by their row sums before they are visited.
template <class Contraction, int Way>
class CheckedBackend final : public CheckingBackend {
 public:
  /// `backend` must outlive this.
  explicit CheckedBackend(TileBackend& backend) : CheckingBackend(backend) {}

  void next_tile(Index id) override { tile_ = id; }

  std::int64_t memory(int way, Index block, Index fields,
                      std::int64_t bytes_of_vector) const override {
    return inner().memory(way, block, fields, bytes_of_vector) + memory_of_check(block, fields);
  }
  std::int64_t memory_for(Element element, int way, Index block, Index fields,
                          std::int64_t bytes_of_vector) const override {
    return inner().memory_for(element, way, block, fields, bytes_of_vector) +
           memory_of_check(block, fields);
  }
  bool uses_pairs() const override { return false; }  // all tallies are added up
  bool uses_overlapping_pairs() const override { return false; }
  DeviceMemory* device_memory() override { return nullptr; }  // the vectors are read here
  void contract(const Array<Operand, 2>& blocks, const Screen* screen,
                TallyVisitor& visitor) override {
    checked(blocks, screen, visitor);
  }
  void contract(const Array<Operand, 3>& blocks, const Screen* screen,
                TallyVisitor& visitor) override {
    checked(blocks, screen, visitor);
  }

  double seconds() const override { return check_ ? check_->seconds() : 0; }

 private:
  std::int64_t memory_of_check(Index block, Index fields) const {
    return RowCheck<Contraction, Way>::memory(block, fields, inner().workers());
  }

  template <int W>
  void checked(const Array<Operand, W>& blocks, const Screen* screen, TallyVisitor& visitor) {
    if constexpr (W == Way) {
      if (!check_) check_.emplace(visitor, inner().workers());
      check_->pass_on_to(visitor);
      check_->begin_tile(blocks, tile_);
      inner().contract(blocks, screen, *check_);
      check_->end_tile();
    } else {
      throw Error(Failure::internal, "a checked backend is for one way");
    }
  }

  std::optional<RowCheck<Contraction, Way>> check_;
  Index tile_ = 0;
};

}  // namespace encke
