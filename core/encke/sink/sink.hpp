#pragma once

#include <encke/base/digest.hpp>
#include <encke/base/index.hpp>
#include <encke/schedule/domain/domain.hpp>
#include <encke/sink/hit.hpp>
#include <limits>
#include <optional>
#include <span>

namespace encke {

struct Histogram;

/// What a sink receives before the first hit.
struct SinkInfo {
  int way = 2;
  int cells = 1;  ///< values of a tuple
  Index vectors = 0;
  bool all = false;      ///< every value of every tuple of the domain will come
  bool float32 = false;  ///< values are exact in float32
  /// Values are chi-squared statistics; a hit's cell holds their degrees of freedom, cells is 1.
  bool chi_squared = false;
  bool small_is_good = false;
  Domain domain = {};  ///< tuples whose values may come

  Index tuples() const { return domain.tuples(way, vectors); }
};

/// Hits that a sink has kept, where these are fewer than it was sent.
struct Selected {
  Index hits = 0;
  Digest digest;
};

/// What a sink receives at the end of a tile.
struct TileSummary {
  Index id = 0;                          ///< Tile::id
  Index tuples = 0;                      ///< computed
  Index hits = 0;                        ///< passed to the sink since start_tile
  Digest digest;                         ///< of the hits, or of all values of the tile
  const Histogram* histogram = nullptr;  ///< of all values of the tile; null: not wanted
};

/// Receives the hits of a run, in batches, in no fixed order, one call at a time (never two at
/// once). A sink that writes files leaves nothing under their final names before finish() returns.
class Sink {
 public:
  Sink() = default;
  Sink(const Sink&) = delete;
  Sink& operator=(const Sink&) = delete;
  virtual ~Sink() = default;

  /// Called once, before any hit. Throws Error(inconsistent) where it cannot take such a run.
  virtual void begin(const SinkInfo& info) = 0;
  virtual void take(std::span<const Hit<2>> hits) = 0;
  virtual void take(std::span<const Hit<3>> hits) = 0;
  /// Called by a run that works tile by tile: the hits that follow, until tile_done, are those of
  /// the tile `id`. A tile that is given up has no tile_done.
  virtual void start_tile(Index /*id*/) {}
  virtual void tile_done(const TileSummary& /*tile*/) {}
  /// Called by a source of hits that knows: all hits whose first vector is below `vector` have
  /// been passed, and no others yet. A sink that sorts can write these and forget them.
  virtual void flush_before(Index /*vector*/) {}
  /// Called once, after the last hit; not called when the run fails.
  virtual void finish() = 0;
  /// Values below this can no longer change what the sink makes: they need not be sent. May rise
  /// while hits come; read after each batch.
  virtual double floor() const { return -std::numeric_limits<double>::infinity(); }
  /// Values above this need not be sent, for a sink that looks for small ones.
  virtual double ceiling() const { return std::numeric_limits<double>::infinity(); }
  /// For a sink that keeps something of each vector: a value that is worse than this of each vector
  /// of its tuple need not be sent, even where floor() and ceiling() do not say so. Infinite: all
  /// values of the vector are wanted. NaN: there are no such bounds. Read now and then.
  virtual double bound_of(Index /*vector*/) const {
    return std::numeric_limits<double>::quiet_NaN();
  }
  /// After finish(): what was kept, for a sink that chooses among the hits that it is sent; its
  /// count and digest then stand in the run's report. Nothing for a sink that takes them all.
  /// Before finish() the count says nothing, only that the sink chooses: floor() may rise.
  virtual std::optional<Selected> selected() const { return std::nullopt; }
  /// Host memory that the sink will hold at most, in bytes.
  virtual std::int64_t memory() const { return 0; }
};

}  // namespace encke
