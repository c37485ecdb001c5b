#pragma once

#include <encke/backend/backend_around.hpp>
#include <encke/distinct/distinct_block.hpp>
#include <encke/plan/plan.hpp>
#include <encke/sink/sink.hpp>

namespace encke {

/// True if a run contracts equal vectors once: of `parts` parts of the fields, which `field_ranks`
/// ranks share.
bool takes_equal_vectors_once(const Plan& plan, Element element, int field_ranks,
                              std::size_t parts);

/// True where all values of short vectors go to `sink`: to put these into order takes longer than to
/// make them, and pairs of copies come in none.
bool writing_takes_longer(const Plan& plan, Index fields, const Sink& sink);

/// Memory of the copies, in bytes, for blocks of so many vectors.
constexpr std::int64_t distinct_bytes(Index block, std::int64_t bytes_of_vector) {
  constexpr std::int64_t of_lists = 48;
  return static_cast<std::int64_t>(DistinctBlocks::most) * round_up(block, 16) *
         (bytes_of_vector + of_lists);
}

/// Contracts pairs of blocks with another backend, of equal vectors of a block the first alone.
/// Tiles then say what each vector stands for (TallyTile::copies), and pairs of equal vectors come
/// as tiles of their own. Visitors that do not take pairs in any order, and blocks on a device, are
/// passed on as they are.
class DistinctBackend final : public BackendAround {
 public:
  /// `backend` must outlive this. `forced`: also where a single vector is spared.
  DistinctBackend(TileBackend& backend, bool forced) : BackendAround(backend), forced_(forced) {}

  LeftOut left_out() const override;
  void contract(const Array<Operand, 2>& blocks, const Screen* screen,
                TallyVisitor& visitor) override;
  using BackendAround::contract;

 private:
  void visit_equal(const Operand& block, const DistinctBlock& distinct, const VectorCopies& copies,
                   TallyVisitor& visitor) const;

  bool forced_;
  DistinctBlocks blocks_;
  Index equal_ = 0;
};

}  // namespace encke
