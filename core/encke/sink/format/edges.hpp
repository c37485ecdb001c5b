#pragma once

#include <encke/file/output/compression.hpp>
#include <encke/file/output/output_file.hpp>
#include <encke/sink/format/edge_lines.hpp>
#include <encke/sink/format/hit_sorter.hpp>
#include <encke/sink/sink.hpp>
#include <optional>
#include <string>
#include <vector>

namespace encke::sink {

/// In which order the lines of an edge list stand.
enum class EdgeOrder {
  by_index,    ///< by vector indices, then cell
  as_it_comes  ///< as the sink is given the hits
};

/// Writes the hits as lines of text, or as records, sorted by vector indices and then cell,
/// whatever the order in which they come, unless that order is wanted. Output never has to fit in
/// memory: beyond the sort's limit, sorted runs go to a temporary file beside the output (24 bytes
/// a hit; twice that where merging takes several passes).
///
/// PREFIX.edges.tsv: a header line that begins with '#', then ID1 ID2 [ID3], for allele metrics
/// A1 A2 [A3] (0 or 1), and VALUE. PREFIX.abc: labels (id or id:allele) and value, no header.
/// PREFIX.bin: packed records instead of lines (see EdgeFormat).
/// On several ranks each has its own hits: give each a prefix of its own. With one for all, the
/// file of the rank that ends last replaces the others. Values print with as few digits as read
/// back with the same bits, or with EdgeColumns::digits.
class Edges final : public Sink {
 public:
  /// Creates the temporary output file. Throws Error(open).
  /// `ids` null: vectors are named 0, 1, 2, ...
  explicit Edges(const std::string& prefix, Ids ids = nullptr,
                 EdgeFormat format = EdgeFormat::edges, const SortLimits& limits = {},
                 Compression compression = Compression::none, EdgeColumns columns = {},
                 EdgeOrder order = EdgeOrder::by_index);

  /// Throws Error(inconsistent), see EdgeLines.
  void begin(const SinkInfo& info) override;
  /// Throw Error(open) or Error(write) where a run cannot be spilled.
  void take(std::span<const Hit<2>> hits) override;
  void take(std::span<const Hit<3>> hits) override;
  /// Prints what has been taken, so that a source that calls this often enough needs no
  /// temporary file. Throws Error(open, read, write).
  void flush_before(Index vector) override;
  /// Throws Error(open, read, write).
  void finish() override;
  std::int64_t memory() const override;

  /// True where several processes may print stretches of the order each: leave_room() and
  /// copy_lines_to().
  bool can_be_shared() const { return order_ == EdgeOrder::by_index && file_.takes_stretches(); }
  /// Bytes of the lines printed so far, without the header. After begin() and flush_before().
  /// Throws Error(write).
  Index printed_bytes();
  /// Leaves so many bytes behind these for the lines of others, and returns where they begin.
  /// Throws Error(write).
  Index leave_room(Index bytes) { return file_.claim(static_cast<std::size_t>(bytes)); }
  /// Where others put their lines.
  const std::string& temporary_path() const { return file_.temporary_path(); }
  /// Bytes of the longest line that there can be, of a run.
  std::size_t longest_line(const SinkInfo& info) const;
  /// Takes the name of the file away, which is to have none, so that nobody on another node takes
  /// it for what a killed run left: locks may be of one node. Throws Error(open).
  void hide();
  /// Copies the lines printed so far to `offset` of the file `path`. Hides this one's file. Throws
  /// Error(open, read, write).
  void copy_lines_to(const std::string& path, Index offset);

  /// From now on finish() leaves it to `set`, which must outlive this, to give the file its name.
  void join(OutputSet& set) { file_.join(set); }

  /// The file that finish() leaves.
  const std::string& path() const { return file_.path(); }

 private:
  template <int Way>
  void add(std::optional<HitSorter<Way>>& sorter, std::span<const Hit<Way>> hits);
  template <int Way>
  void print(std::span<const Hit<Way>> hits);
  template <int Way>
  void print_on(int workers, std::span<const Hit<Way>> hits);
  template <int Way>
  void print(HitSorter<Way>& sorter);

  Ids ids_;
  EdgeFormat format_;
  SortLimits limits_;
  OutputFile file_;
  std::optional<EdgeLines> lines_;
  std::optional<PosixFile> hidden_;  ///< to read the file without a name
  std::optional<HitSorter<2>> pairs_;
  std::optional<HitSorter<3>> triples_;
  EdgeColumns columns_;
  EdgeOrder order_;
  std::vector<std::vector<char>> printed_;  ///< the text of each worker
  Index flushed_ = 0;                       ///< hits of vectors before this have been printed
};

}  // namespace encke::sink
