#pragma once

#include <cstdint>
#include <encke/file/posix_file.hpp>
#include <encke/sink/hit.hpp>
#include <functional>
#include <span>
#include <string>
#include <vector>

namespace encke::sink {

/// How much memory a sort may use, and how many sorted runs it merges at a time.
struct SortLimits {
  std::int64_t bytes = std::int64_t{64} << 20;  ///< of hits held; at least 8 hits are
  int fan_in = 256;                             ///< at least 2
};

/// Puts any number of hits into file order in bounded memory: sorted runs are spilled to a
/// temporary file, which has no name any more once it is open. At the end stretches of the order
/// that fit into memory are read from all runs, or first fewer runs made in several passes where
/// there are more than the fan-in.
template <int Way>
class HitSorter {
 public:
  using Consumer = std::function<void(std::span<const Hit<Way>>)>;

  /// `stem`: path that the names of temporary files begin with.
  HitSorter(std::string stem, const SortLimits& limits);

  /// Throws Error(open) or Error(write) where a run cannot be spilled.
  void add(std::span<const Hit<Way>> hits);
  /// Passes all hits on, in file order, in batches; then the sorter is empty. With several workers
  /// only outside of other loops, and then add() must be called there, too.
  /// Throws Error(open, write, read) and what `consumer` throws.
  void drain(const Consumer& consumer, int workers = 1);

 private:
  struct Run {
    Index first = 0;  ///< place in the spill file, in hits
    Index count = 0;
  };
  struct Spill {
    PosixFile file;
    Index hits = 0;
    std::vector<Run> runs;
  };

  void spill_buffer();
  /// Hits of a run: half of what is held, as ordering them needs the other half.
  std::size_t run_length() const { return capacity_ / 2; }
  Spill new_spill() const;
  Spill merged_pass(const Spill& spill);
  void merge(const PosixFile& file, std::span<const Run> runs, const Consumer& consumer);
  static void append(Spill& spill, std::span<const Hit<Way>> hits);

  std::string stem_;
  std::size_t capacity_;  ///< hits
  std::size_t fan_in_;
  int workers_ = 1;
  std::vector<Hit<Way>> buffer_;
  std::vector<Hit<Way>> spare_;  ///< while they are ordered: as many as in buffer_
  Spill spill_;
};

extern template class HitSorter<2>;
extern template class HitSorter<3>;

}  // namespace encke::sink
