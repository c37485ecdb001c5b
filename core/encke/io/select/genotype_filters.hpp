#pragma once

#include <encke/comm/communicator.hpp>
#include <encke/io/plink/plink_set.hpp>
#include <encke/io/rows/fed_rows.hpp>
#include <functional>

namespace encke::io {

/// Hands the codes, those of a .bed, of the rows of a range that are in `kept` to `take`, in order.
using FeedKept = std::function<void(Range rows, const Kept& kept, const TakeRow& take)>;

/// Collective: takes samples and variants out of a set that has been selected but for its
/// genotypes, and remarks on genotypes that cannot be. Each rank looks at a share of the rows.
/// Throws, on all ranks, what `feed` throws; Error(inconsistent) where nothing is left, and where
/// frequencies are asked for and no sample is a founder.
void select_by_genotypes(PlinkSet& set, const Subset& subset, const Communicator& world,
                         const FeedKept& feed);

/// Feeds the rows of a .bed from stored.offset on, in chunks of 4 MiB; `in_passing`: into the
/// file's digest too, until it has all. Throws Error(read).
FeedKept feed_of_bed(InputFile& bed, const CodedRows& stored, bool in_passing);

}  // namespace encke::io
