#pragma once

#include <encke/file/output/compression.hpp>
#include <encke/file/output/output_file.hpp>
#include <encke/sink/format/matrix/condensed_matrix.hpp>
#include <string>

namespace encke::sink {

/// Writes the whole matrix of values as text, scikit-bio's "lsmat": PREFIX.lsmat.tsv has a line
/// with an empty cell and the ids, then for each vector its id and its row, separated by tabs.
/// Values print as in Edges. Memory does not grow with the output but by a row (see Condensed).
class Lsmat final : public Sink {
 public:
  /// Creates the temporary output file. `same`: what is on the diagonal. `digits`: see
  /// print_value(). Throws Error(open).
  Lsmat(const std::string& prefix, Ids ids, std::int64_t memory = Condensed::default_memory,
        Compression compression = Compression::none, double same = 0, int digits = 0);

  /// Throws what Condensed::begin() throws; Error(inconsistent) for an id with a tab or line break.
  void begin(const SinkInfo& info) override;
  void take(std::span<const Hit<2>> hits) override { values_.take(hits); }
  void take(std::span<const Hit<3>> hits) override;
  /// Throws Error(write), Error(read).
  void finish() override;
  std::int64_t memory() const override;

  /// From now on finish() leaves it to `set`, which must outlive this, to give the file its name.
  void join(OutputSet& set) { file_.join(set); }

  const std::string& path() const { return file_.path(); }

 private:
  OutputFile file_;
  Condensed values_;
  int digits_;
};

}  // namespace encke::sink
