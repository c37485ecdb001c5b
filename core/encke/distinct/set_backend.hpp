#pragma once

#include <encke/backend/backend_around.hpp>
#include <encke/distinct/set_block.hpp>
#include <encke/plan/plan.hpp>

namespace encke {

/// True if pairs of two sets are gathered: of `parts` parts of the fields, which `field_ranks`
/// ranks share, and of so many vectors of the whole problem.
bool gathers_sets(const Plan& plan, Element element, int field_ranks, std::size_t parts,
                  Index vectors);

/// Memory of the copies, in bytes, for blocks of so many vectors.
constexpr std::int64_t set_bytes_of(Index block, std::int64_t bytes_of_vector) {
  constexpr std::int64_t of_lists = 48;
  return static_cast<std::int64_t>(SetBlocks::most) *
         (round_up(block, 16) + 16 * SetBlock::most_classes) * (bytes_of_vector + of_lists);
}

/// Contracts pairs of two sets with another backend: the vectors of a block that are in the same
/// sets are gathered, so that hardly a pair is contracted that nobody asked for, however the
/// members of a set lie. Tiles then say what each vector stands for (TallyTile::copies). Where the
/// members of each set lie side by side anyhow, and where blocks lie on a device, all is passed on
/// as it is.
class SetBackend final : public BackendAround {
 public:
  /// `backend` and `domain`, for which gathers_sets() holds, must outlive this. `forced`: gather
  /// also where a single pair is spared.
  SetBackend(TileBackend& backend, const Domain& domain, bool forced)
      : BackendAround(backend), domain_(domain), forced_(forced) {}

  void contract(const Array<Operand, 2>& blocks, const Screen* screen,
                TallyVisitor& visitor) override;
  using BackendAround::contract;

 private:
  bool pays(const Array<Operand, 2>& blocks, const TallyVisitor& visitor) const;
  void contract_classes(const SetBlock& rows, int c, const SetBlock& cols, int d,
                        const Screen* screen, TallyVisitor& visitor);

  const Domain& domain_;
  bool forced_;
  SetBlocks blocks_;
};

}  // namespace encke
