#pragma once

#include <encke/comm/agree.hpp>
#include <encke/distributed/read_share.hpp>
#include <encke/io/source.hpp>
#include <encke/run/run.hpp>
#include <encke/store/block/block_writer.hpp>
#include <encke/store/block_set.hpp>
#include <encke/store/run_store.hpp>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace encke::test {

/// How a problem is cut, besides the ranks.
struct Cut {
  Index block = 16;  ///< vectors of a block, at most
  int phases = 1;
  int stages = 1;
  Index held = 0;           ///< blocks in a rank's memory; 0: all of its vectors
  std::string packed = {};  ///< where a file of packed blocks may be; "": there is none
};

/// All (vector, field, replica) of which the product is `ranks`.
std::vector<Decomposition> factorisations(int ranks);
std::string text(const Decomposition& ranks, const Cut& cut);

/// The text that `compute` makes on the root, on all ranks. Collective. What all are compared with
/// is computed once: on each of them it would only take the others' processors. Throws on all what
/// `compute` throws.
template <class Compute>
std::string on_root(const Communicator& world, const Compute& compute) {
  std::string text;
  agree(world, [&] {
    if (world.is_root()) text = compute();
  });
  return world.broadcast(text, 0);
}

/// A store that the root keeps and all ranks write to, in a directory of its own. Collective.
class SharedStore {
 public:
  explicit SharedStore(const Communicator& world);
  SharedStore(const SharedStore&) = delete;
  SharedStore& operator=(const SharedStore&) = delete;
  ~SharedStore();

  /// A writer for this rank's tiles of run part number `part`.
  store::BlockWriter writer(int part) const;
  /// Collective: the root commits what all ranks have written.
  void commit(const store::BlockWriter& writer);
  /// Root: passes all hits to `sink` in the order of the problem, and returns the tiles' sums.
  store::Totals publish(const Partition& partition, const SinkInfo& info, Sink& sink) const;

 private:
  Communicator world_;
  std::string directory_;
  store::Identity identity_;
  std::optional<store::RunStore> store_;
};

/// Computes the problem on `grid`, in all the parts of `cut` one after the other, as the command
/// line does: every rank writes its tiles to files, the root makes the output of them. Collective;
/// `sink` is used, and the result of use, on the root alone.
template <class Metric>
store::Totals solve(const Metric& metric, io::Source& source, Plan plan, const Cut& cut,
                    const Grid& grid, Sink& sink) {
  const Partition partition(source.vectors(), cut.block);
  const auto owned = read_share(source, partition, grid, cut.held, {.path = cut.packed});
  SharedStore shared(grid.world());
  for (int part = 0; part < cut.phases * cut.stages; ++part) {
    const int phase = part / cut.stages, stage = part % cut.stages;
    plan.shares = {{phase, phase, cut.phases}, {stage, stage, cut.stages}};
    store::BlockWriter writer = shared.writer(part);
    run(metric, owned.view(), plan, grid, writer);
    shared.commit(writer);
  }
  const SinkInfo info{plan.way,
                      detail::cells_of<Metric>(plan.way),
                      source.vectors(),
                      plan.threshold.all,
                      plan.precision == Precision::float32,
                      false,
                      false,
                      plan.domain};
  store::Totals totals;
  agree(grid.world(), [&] {
    if (grid.world().is_root()) totals = shared.publish(partition, info, sink);
  });
  return totals;
}

}  // namespace encke::test
