#pragma once

#include <chrono>
#include <cstddef>
#include <encke/file/posix_file.hpp>
#include <encke/sink/choose/best_table.hpp>
#include <encke/sink/choose/largest_values.hpp>
#include <encke/sink/sink.hpp>
#include <encke/store/block/block_file.hpp>
#include <encke/store/block/block_format.hpp>
#include <optional>
#include <string>
#include <vector>

namespace encke::store {

struct WriterOptions {
  std::size_t buffer = std::size_t{4} << 20;  ///< bytes of hits held; at least one hit is
  std::chrono::seconds sync_interval{60};     ///< at the end of a tile, if the last is so long ago
  /// Without `top` and `best` all hits are wanted; with both, those that either wants.
  Index top = 0;      ///< > 0: only so many of the largest (smallest, where small is good) values
  bool best = false;  ///< the best tuple of each vector, see BestTable
  /// Values of a tuple are columns of one line, see HasDecidingCell: of these only the first is
  /// wanted by `top` and `best`.
  bool columns = false;
};

/// Writes one block file: the hits of a rank in a run, tile by tile. It is named PATH.blocks.open
/// until finish(). At the end of each tile all of the tile is with the system, so that only a
/// power cut or a crash of the machine can lose it; sync() is for these.
///
/// Needs start_tile before the first hit and tile_done after the last of each tile, else throws
/// Error(internal). A tile without tile_done is cut off. After an Error(write) the file stays as it
/// is, with all complete tiles, for RunStore::resume; further calls throw too.
class BlockWriter final : public Sink {
 public:
  /// `path`: without ending, such as DIRECTORY/run-1-rank-0. `identity`: Identity::hash.
  /// Throws Error(open), also where a file of this name exists.
  BlockWriter(std::string path, std::uint64_t identity, const WriterOptions& options = {});

  void begin(const SinkInfo& info) override;
  void start_tile(Index id) override;
  void take(std::span<const Hit<2>> hits) override;
  void take(std::span<const Hit<3>> hits) override;
  void tile_done(const TileSummary& tile) override;
  /// Footer, wait for the device, final name. A file without tiles is removed.
  void finish() override;
  /// Hits that are not wanted are dropped, as far as that can be told: those worse than the top-th
  /// value taken so far, and those that were no vector's best when they came.
  double floor() const override;
  double ceiling() const override;
  /// With `best`: what neither BestTable nor, if it is asked for, the top-th value needs.
  double bound_of(Index vector) const override;
  /// Until finish(), that it chooses, where it does; what was kept is known when parts are joined.
  std::optional<Selected> selected() const override;
  std::int64_t memory() const override;

  /// Instead of finish(), after an error: leaves the complete tiles for who resumes the run, or no
  /// file where there is none.
  void abandon() noexcept;

  /// Returns when all that is written is on the device. Throws Error(write).
  void sync();

  /// After finish(): what was written; nothing where no tile was.
  const std::optional<BlockFile>& result() const { return result_; }

 private:
  template <int Way>
  void add(std::span<const Hit<Way>> hits);
  template <int Way>
  bool wants(const Hit<Way>& hit);
  template <class Action>
  void guarded(Action action);
  template <int Way>
  void store(std::span<const Hit<Way>> hits);
  void open_hits(RecordKind kind);
  void close_hits();
  void append(RecordKind kind, Index tile, std::span<const std::byte> payload);
  void put(RecordHead head, std::size_t at, std::span<const std::byte> payload);
  void append_tile(const TileSummary& tile);
  void write_out();
  void drop_open_tile();
  void close_file();
  void bring_names_to_device();

  std::string path_;
  std::uint64_t identity_;
  WriterOptions options_;
  PosixFile file_;
  std::optional<sink::LargestValues> largest_;  ///< where small is good, of the negated values
  std::optional<sink::BestTable> best_;
  double sign_ = 1;
  std::vector<std::byte> buffer_;  ///< records not yet written
  RecordKind open_kind_ = RecordKind::hits;
  std::optional<std::size_t> open_at_;  ///< in buffer_: a record of hits that goes on
  Index written_ = 0;                   ///< bytes of the file
  Index done_ = 0;                      ///< bytes up to the end of the last complete tile
  std::uint64_t sum_ = 0;               ///< running checksum, and as it was at done_
  std::uint64_t sum_done_ = 0;
  int way_ = 0;
  std::optional<Index> tile_;  ///< open
  Index tile_hits_ = 0;        ///< that were passed, and of these were kept
  Index tile_kept_ = 0;
  StoredFooter footer_;
  bool failed_ = false;
  bool names_on_device_;
  std::chrono::steady_clock::time_point last_sync_;
  std::optional<BlockFile> result_;
};

}  // namespace encke::store
