#pragma once

#include <encke/schedule/partition.hpp>
#include <encke/sink/sink.hpp>
#include <encke/store/block_set.hpp>
#include <functional>

namespace encke::store {

/// The tiles that should be there: of the ids 0 … tiles - 1 those for which `selected` is true,
/// or all where it is empty.
struct Expected {
  Index tiles = 0;
  std::function<bool(Index)> selected{};
};

/// Throws Error(inconsistent) where tiles are missing (how many, and the first) or there are
/// others than expected.
void check_complete(const BlockSet& set, const Expected& expected);

/// Passes all hits to `sink`, between begin and finish, strip by strip: sink.flush_before is
/// called after each, so that what a sorting sink holds is one strip. The order of the hits depends
/// on the problem alone where each tile's does. `partition` is that of the run.
/// Throws Error(inconsistent) where info.way is not the set's or a tile is not in the partition,
/// Error(checksum) where hits are damaged or do not belong to their tile, and what `sink` throws;
/// it has then not been finished.
void publish(const BlockSet& set, const Partition& partition, const SinkInfo& info, Sink& sink);

}  // namespace encke::store
