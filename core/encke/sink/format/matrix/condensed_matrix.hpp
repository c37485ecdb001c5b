#pragma once

#include <encke/file/posix_file.hpp>
#include <encke/host/aligned_buffer.hpp>
#include <encke/sink/format/edge_lines.hpp>
#include <encke/sink/format/matrix/write_extents.hpp>
#include <encke/sink/sink.hpp>
#include <functional>
#include <optional>
#include <span>
#include <string>

namespace encke::sink {

/// The values of all pairs of a run in SciPy's condensed order, for sinks that print whole rows of
/// the symmetric matrix. What does not fit in the memory given lies in a file without a name beside
/// the output.
class Condensed {
 public:
  /// Bytes of values, and of the rows that are made from them.
  static constexpr std::int64_t default_memory = std::int64_t{64} << 20;

  /// `path` is that of the output; `same`: what is on the matrix's diagonal.
  Condensed(std::string path, Ids ids, std::int64_t memory = default_memory, double same = 0)
      : path_(std::move(path)), ids_(std::move(ids)), memory_(memory), same_(same) {}

  /// Throws Error(inconsistent) unless the run is 2-way, has one value a pair and keeps them all,
  /// and there is an id for each vector; Error(open), OutOfMemory; Error(write) where the values do
  /// not fit in the file system.
  void begin(const SinkInfo& info);
  /// Throws Error(write).
  void take(std::span<const Hit<2>> hits);

  /// To be called once, after the last hit: calls take(i, row) for each row of the matrix, in
  /// order. Throws Error(internal) where values are missing; Error(read), Error(write), and what
  /// `take` throws.
  void for_each_row(const std::function<void(Index, std::span<const double>)>& take);

  const SinkInfo& info() const { return info_; }
  const std::vector<std::string>& ids() const { return *ids_; }
  const Ids& shared_ids() const { return ids_; }
  /// Bytes held at most: those given, or little more where a row does not fit in half of them.
  std::int64_t memory() const;

 private:
  Index vectors() const { return info_.vectors; }
  Index rows_at_once() const;
  void write_pending();
  void read(Index position, std::span<double> out) const;
  void fill_rows(Range rows, std::span<double> out) const;

  std::string path_;
  Ids ids_;
  std::int64_t memory_;
  double same_;
  SinkInfo info_;
  Index taken_ = 0;
  AlignedBuffer<double> values_;  // all, or none where they are in the file
  PosixFile file_;
  std::optional<WriteExtents> pending_;
};

}  // namespace encke::sink
