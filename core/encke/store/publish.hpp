#pragma once

#include <encke/schedule/partition.hpp>
#include <encke/sink/sink.hpp>
#include <encke/store/block_set.hpp>
#include <functional>

namespace encke::store {

/// Throws Error(inconsistent) where of the tiles 0 to `tiles` - 1 some are missing (how many, and
/// the first) or there are others.
void check_complete(const BlockSet& set, Index tiles);
/// The same of the tiles of `partition` that have tuples of info.domain.
void check_complete(const BlockSet& set, const Partition& partition, const SinkInfo& info);

/// Passes all hits to `sink`, between begin and finish, strip by strip: sink.flush_before is
/// called after each, so that what a sorting sink holds is one strip. The order of the hits depends
/// on the problem alone where each tile's does. `partition` is that of the run.
/// Throws Error(inconsistent) where info.way is not the set's or a tile is not in the partition,
/// Error(checksum) where hits are damaged or do not belong to their tile or to info.domain, and
/// what `sink` and `passed` throw; the sink has then not been finished. `passed`: called now and
/// then with the number of hits that the sink has been passed.
void publish(const BlockSet& set, const Partition& partition, const SinkInfo& info, Sink& sink,
             const std::function<void(Index)>& passed = {});

/// The share `part` of `parts` of the strips, as hits are: the shares of all follow each other.
Range strips_of(const BlockSet& set, int part, int parts);

/// As publish(), of the strips of a range alone, counted from 0, and without sink.finish().
void publish_strips(const BlockSet& set, const Partition& partition, const SinkInfo& info,
                    Sink& sink, const Range& strips, const std::function<void(Index)>& passed = {});

}  // namespace encke::store
