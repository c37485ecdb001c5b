#pragma once

#include <encke/file/output/output_file.hpp>
#include <encke/sink/format/hit_sorter.hpp>
#include <encke/sink/ids.hpp>
#include <encke/sink/sink.hpp>
#include <memory>
#include <optional>
#include <string>

namespace encke::sink {

/// `path`, which is to become an HDF5 file. Throws Error(inconsistent) where this build has no
/// HDF5.
std::string writable_as_hdf5(std::string path);

/// Writes hits as columns, PREFIX.columns.h5: a data set of one dimension for each, all as long, in
/// the order of Edges. `first`, `second` [, `third`]: numbers of the vectors, from 0 (uint32);
/// `value` (float64 or float32); for allele metrics `allele_first` and so on (uint8); of
/// chi-squared statistics `df` (uint8) and `p` (float64). Of the vectors, by these numbers: `ids`
/// and, where sites are known, `chromosome`, `position` (int64), `bases`. The same hits give the
/// same bytes. Output never has to fit in memory (see HitSorter).
class Hdf5Columns final : public Sink {
 public:
  /// Creates the temporary output file. `as_it_comes`: hits are written in the order in which they
  /// come. Throws Error(open); Error(inconsistent) where this build has no HDF5.
  Hdf5Columns(const std::string& prefix, Ids ids, SiteTexts sites, const SortLimits& limits = {},
              bool as_it_comes = false);
  ~Hdf5Columns() override;

  /// Throws Error(inconsistent) where there is not one id and one site for each vector, or an id
  /// has a NUL; Error(write).
  void begin(const SinkInfo& info) override;
  /// Throw Error(open) or Error(write).
  void take(std::span<const Hit<2>> hits) override;
  void take(std::span<const Hit<3>> hits) override;
  void flush_before(Index vector) override;
  /// Writes what is left, and reads the file again before it gets its name. Throws Error(write),
  /// also where something else is read; Error(read).
  void finish() override;
  std::int64_t memory() const override;

  /// From now on finish() leaves it to `set`, which must outlive this, to give the file its name.
  void join(OutputSet& set) { file_.join(set); }

  const std::string& path() const { return file_.path(); }

 private:
  class File;

  template <int Way>
  void add(std::optional<HitSorter<Way>>& sorter, std::span<const Hit<Way>> hits);
  void drain();

  Ids ids_;
  SiteTexts sites_;
  SortLimits limits_;
  bool as_it_comes_;
  OutputFile file_;
  std::optional<HitSorter<2>> pairs_;
  std::optional<HitSorter<3>> triples_;
  std::unique_ptr<File> columns_;
};

}  // namespace encke::sink
