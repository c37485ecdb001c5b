#pragma once

#include <cstddef>
#include <encke/file/output/output_file.hpp>
#include <encke/sink/format/matrix/write_extents.hpp>
#include <encke/sink/ids.hpp>
#include <encke/sink/sink.hpp>
#include <optional>
#include <string>

namespace encke::sink {

/// Writes every value of a run to PREFIX.npy: float64, or float32 where values are exact in that;
/// shape (tuples,) where a tuple has one value, else (tuples, cells). Tuples are in lexicographic
/// order (see tuple_rank): for pairs, SciPy's condensed order. Values may come in any order; runs
/// of consecutive ones are written where they belong, so memory does not grow with the output.
class DenseNpy final : public Sink {
 public:
  /// Bytes of values gathered before they are written.
  static constexpr std::size_t default_buffer = std::size_t{4} << 20;

  /// Creates the temporary output file, and with `ids`, of the vectors, that of PREFIX.ids: a line
  /// for each, in the order of the run's indices. Throws Error(open).
  explicit DenseNpy(const std::string& prefix, std::size_t buffer = default_buffer, Ids ids = {});

  /// Throws Error(inconsistent) unless every value will come, and Error(write) with the size
  /// needed where the file system has less free space.
  void begin(const SinkInfo& info) override;
  /// Throw Error(write).
  void take(std::span<const Hit<2>> hits) override;
  void take(std::span<const Hit<3>> hits) override;
  /// Throws Error(write), and Error(internal) where values are missing.
  void finish() override;
  std::int64_t memory() const override;

  /// From now on finish() leaves it to `set`, which must outlive this, to give the files their
  /// names.
  void join(OutputSet& set) {
    file_.join(set);
    if (names_) names_->join(set);
  }

  /// The file that finish() leaves.
  const std::string& path() const { return file_.path(); }

 private:
  template <int Way>
  void add(std::span<const Hit<Way>> hits);
  void write_pending();

  void write_names();

  OutputFile file_;
  Ids ids_;
  std::optional<OutputFile> names_;
  std::size_t capacity_;  ///< values held
  SinkInfo info_;
  Index values_ = 0;
  Index taken_ = 0;
  Index data_offset_ = 0;  ///< bytes of the header
  WriteExtents pending_;
};

}  // namespace encke::sink
