#pragma once

#include <encke/pack/packed_vectors.hpp>
#include <encke/schedule/held_blocks.hpp>
#include <encke/schedule/partition.hpp>
#include <functional>
#include <future>
#include <map>
#include <span>
#include <vector>

namespace encke {

/// How many of the blocks that may be held are held in the first pass over all: it ends before
/// samples are taken for estimates and trials, which have the rest.
constexpr Index held_in_first_pass(Index held) { return held > 1 ? held / 2 : 1; }

/// Blocks of vectors that are read from the input when they are needed, of which a memory holds
/// some. Each has the parts of RankVectors. Those that are needed next are read and packed by a
/// thread while others are used. See docs/design/blocks-on-demand.md.
class BlocksOnDemand {
 public:
  /// Reads some vectors, all parts of them. Called by one thread at a time.
  using Read = std::function<std::vector<PackedVectors>(Range vectors)>;

  /// At most `held` blocks at a time, at least 1.
  BlocksOnDemand(const Partition& partition, Index held, Read read);
  BlocksOnDemand(const BlocksOnDemand&) = delete;
  BlocksOnDemand& operator=(const BlocksOnDemand&) = delete;
  /// Waits for what is being read.
  ~BlocksOnDemand();

  Index held() const { return held_.most(); }
  /// From now on so many at a time, no fewer than before: a pass has seen that they are smaller.
  void hold(Index held) { held_.hold(held); }
  /// Reads one block now, whoever has to go for it; for a pass over all before any is needed.
  /// Throws what `read` throws; so do the others.
  const std::vector<PackedVectors>& pass(Index block);
  /// All blocks keep masks from now on, also those that miss no sample.
  void keep_masks();

  /// Has `blocks` here, and those that begin_next() brings; none after `last` is needed any more.
  void need(std::span<const Index> blocks, Index last);
  /// Begins to read blocks of `next`, as many as there is space for beside those of `now`.
  void begin_next(std::span<const Index> next, std::span<const Index> now, Index last);
  /// The parts of a block that is here, good until the next need().
  const std::vector<PackedVectors>& at(Index block) const;

  /// Blocks that were read so far, and seconds spent waiting for them.
  Index reads() const { return reads_; }
  double seconds() const { return seconds_; }

 private:
  using Parts = std::vector<PackedVectors>;

  Parts read(Index block) const;
  void take_out(const std::vector<HeldBlocks::Change>& changes);
  void read_now(const std::vector<HeldBlocks::Change>& changes);
  void finish();

  Partition partition_;
  HeldBlocks held_;
  Read read_;
  bool masks_ = false;
  std::map<Index, Parts> here_;
  std::vector<std::pair<Index, Parts>> coming_;  // filled by the thread
  std::future<void> reader_;
  Index reads_ = 0;
  double seconds_ = 0;
};

}  // namespace encke
