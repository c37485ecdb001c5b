#pragma once

#include <encke/network/edges.hpp>
#include <encke/network/read/graph_builder.hpp>
#include <encke/sink/format/hit_sorter.hpp>
#include <encke/sink/ids.hpp>
#include <encke/sink/sink.hpp>
#include <optional>
#include <string>
#include <vector>

namespace encke::network {

/// Makes a graph of the hits of a run: the graph that read_edges() makes of the lines that
/// sink::Edges writes of them, without the text. The hits, 24 bytes each, wait until they are known
/// to be complete up to some vector, beyond Options::sort in a temporary file; their edges, 12
/// bytes each, stay until the end, in memory or where EdgeOptions say.
class GraphSink final : public Sink {
 public:
  struct Options {
    EdgeOptions edges{};         ///< without alleles_in_labels
    bool named_alleles = false;  ///< ids are ID:ALLELE
    /// Nodes are numbered by vector indices, then cell, as lines are sorted; else as hits come.
    bool sorted = true;
    int digits = 0;           ///< with which a file of the hits would print the values
    sink::SortLimits sort{};  ///< of hits that wait
    std::string sort_stem{};  ///< path that their file's name begins with; empty: in the
                              ///< system's folder of temporary files
  };

  /// `ids` null: vectors are named 0, 1, 2, ...
  GraphSink(sink::Ids ids, Options options);

  /// Throws Error(inconsistent) where a tuple has neither one value nor one for each combination of
  /// two alleles.
  void begin(const SinkInfo& info) override;
  /// Throw Error(inconsistent) for a value that cannot be a weight (see GraphBuilder::refusal()),
  /// or where there are too many nodes, OutOfMemory as GraphBuilder::add(), and what a HitSorter
  /// throws; so does finish().
  void take(std::span<const Hit<2>> hits) override;
  void take(std::span<const Hit<3>> hits) override;
  void flush_before(Index vector) override;
  void finish() override;
  /// What it holds now: it grows with the hits, up to EdgeOptions::memory where that is given.
  std::int64_t memory() const override;

  /// After finish(), once: the graph, or the edges where memory does not hold it and they may go to
  /// a file; and how many hits there were.
  EdgesRead read();

 private:
  template <int Way>
  void take_any(std::span<const Hit<Way>> hits, std::optional<sink::HitSorter<Way>>& sorter);
  template <int Way>
  void build(std::optional<sink::HitSorter<Way>>& sorter);
  template <int Way>
  void add(const Hit<Way>& hit);
  Node node_of(std::uint32_t vector, std::uint32_t allele);
  double as_written(double value) const;

  sink::Ids ids_;
  Options options_;
  GraphBuilder builder_;
  SinkInfo info_;
  std::optional<sink::HitSorter<2>> pairs_;
  std::optional<sink::HitSorter<3>> triples_;
  std::vector<Node> nodes_;  ///< of vectors, of alleles two for each; none: not named yet
  Index taken_ = 0;
  Index passed_ = 0;
};

}  // namespace encke::network
