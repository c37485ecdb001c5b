#pragma once

#include <encke/file/output/output_file.hpp>
#include <encke/sink/format/matrix/condensed_matrix.hpp>
#include <memory>
#include <string>
#include <vector>

namespace encke::sink {

/// A matrix of some of a run's vectors that follow one another.
struct Square {
  std::string name;  ///< empty: PREFIX alone
  Range vectors;
};

/// Writes symmetric matrices of values as NumPy reads them: for each square PREFIX.NAME.square.npy,
/// float64 or float32, of shape (n, n), C order, with one value on the diagonal; and
/// PREFIX.NAME.vars, text with a header and a line for each row of the matrix: ID, CHROM, POS,
/// COUNTED (the allele whose copies are counted, so that it decides the sign of r) and OTHER,
/// separated by tabs, "." where they are not known.
///
/// Values may come in any order. Those of a square are held, or lie in a file without a name, until
/// all have come: with flush_before() only squares in progress are.
class Squares final : public Sink {
 public:
  struct How {
    std::int64_t memory = Condensed::default_memory;  ///< bytes of values held
    double same = 0;                                  ///< on the diagonal
    bool float32 = false;                             ///< values are rounded to it
  };

  /// Creates the temporary output files. `squares` are in the order of their first vectors; they
  /// may overlap. `sites` may be null. Throws Error(open).
  Squares(const std::string& prefix, Ids ids, SiteTexts sites, std::vector<Square> squares,
          const How& how);

  /// Throws Error(inconsistent) unless the run is 2-way, has one value a pair and keeps them all,
  /// and has all pairs of each square.
  void begin(const SinkInfo& info) override;
  void take(std::span<const Hit<2>> hits) override;
  void take(std::span<const Hit<3>> hits) override;
  void flush_before(Index vector) override;
  /// Throws Error(write), Error(read); Error(internal) where values are missing.
  void finish() override;
  std::int64_t memory() const override;

  /// From now on finish() leaves it to `set`, which must outlive this, to give the files their
  /// names.
  void join(OutputSet& set);

  /// Names of the files of a square.
  static std::vector<std::string> paths(const std::string& prefix, const std::string& name);

 private:
  struct Matrix {
    Range vectors;
    std::unique_ptr<OutputFile> values;
    std::unique_ptr<OutputFile> variants;
    std::unique_ptr<Condensed> pairs;  ///< of a square in progress
    std::int64_t held = 0;             ///< bytes that these hold
    std::vector<Hit<2>> taken;         ///< of one call of take()
    bool written = false;
  };

  Condensed& pairs_of(Matrix& matrix);
  void write(Matrix& matrix);
  void write_variants(Matrix& matrix);

  Ids ids_;
  SiteTexts sites_;
  How how_;
  std::vector<Matrix> matrices_;
  std::vector<std::uint32_t> first_;  ///< of each vector: the first square that has it
  std::int64_t held_ = 0;             ///< bytes of the squares in progress
};

}  // namespace encke::sink
