#pragma once

#include <encke/distributed/demand/blocks.hpp>
#include <encke/distributed/demand/packed_file.hpp>
#include <encke/distributed/grid.hpp>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace encke {

/// Where a run may have files of packed blocks; none where `path` is empty.
struct PackedPlace {
  std::string path = {};       ///< new files are PATH.tmp-MARK-PID
  std::string directory = {};  ///< where an earlier process of this run has kept its files, or ""
  std::uint64_t identity = 0;  ///< of that run
};

/// The packed blocks of an input, in one file for each position of the ring and place in the field
/// group; all their ranks read all files. For an input that takes long to read.
class PackedBlocks {
 public:
  /// `read`: of the input. `fields`: ranges of them that are a block's parts.
  PackedBlocks(const Partition& partition, const Grid& grid, const PackedPlace& place,
               const std::vector<Range>& fields, BlocksOnDemand::Read read);

  /// A block of these vectors. Until share() only blocks that this rank owns, which are then read
  /// from the input and written, or are there from an earlier process; `vectors` may be empty.
  std::vector<PackedVectors> read(Range vectors);
  /// Collective, when all ranks of the first replica have read their own blocks: from now on every
  /// rank has every block. Throws, on all ranks, what writing and opening files throw.
  void share();
  /// True where another rank writes this rank's blocks.
  bool waits() const { return grid_.replica() > 0; }

  /// Moves this rank's file into `directory`, for a later process of the run `identity`. Throws
  /// Error(write).
  void keep(const std::string& directory, std::uint64_t identity);

 private:
  std::uint64_t key_of(int position) const;
  std::vector<PackedVectors> read_own(Range vectors);

  Partition partition_;
  Grid grid_;
  PackedPlace place_;
  std::vector<Range> fields_;
  BlocksOnDemand::Read read_;
  std::vector<PackedVectors> like_;  ///< no vectors, of each part
  std::optional<PackedFile> own_;
  bool found_ = false;             ///< own_ is of an earlier process
  std::vector<PackedFile> files_;  ///< of each position of the ring
};

/// The file that a rank of this position and place in its field group keeps.
std::string packed_name(int position, int place);

}  // namespace encke
