#pragma once

#include <encke/network/edges.hpp>
#include <encke/network/read/graph_builder.hpp>
#include <encke/sink/ids.hpp>
#include <encke/sink/sink.hpp>
#include <vector>

namespace encke::network {

/// Makes a graph of the hits of a run: the graph that read_edges() makes of the lines that
/// sink::Edges writes of them, without the text. The hits, 24 bytes each, stay in memory until they
/// are known to be complete up to some vector, and their edges, 12 bytes each, until the end.
class GraphSink final : public Sink {
 public:
  struct Options {
    EdgeOptions edges{};         ///< without alleles_in_labels
    bool named_alleles = false;  ///< ids are ID:ALLELE
    /// Nodes are numbered by vector indices, then cell, as lines are sorted; else as hits come.
    bool sorted = true;
  };

  /// `ids` null: vectors are named 0, 1, 2, ...
  GraphSink(sink::Ids ids, Options options);

  /// Throws Error(inconsistent) where a tuple has neither one value nor one for each combination of
  /// two alleles.
  void begin(const SinkInfo& info) override;
  /// Throw Error(inconsistent) for a value that cannot be a weight (see GraphBuilder::refusal()),
  /// or where there are too many nodes; so does finish().
  void take(std::span<const Hit<2>> hits) override;
  void take(std::span<const Hit<3>> hits) override;
  void flush_before(Index vector) override;
  void finish() override;
  /// What it holds now: it grows with the hits, without a limit.
  std::int64_t memory() const override;

  /// After finish(), once: the graph, and how many hits there were.
  EdgesRead read();

 private:
  template <int Way>
  void take_any(std::span<const Hit<Way>> hits, std::vector<Hit<Way>>& kept);
  template <int Way>
  void build(std::vector<Hit<Way>>& hits);
  template <int Way>
  void add(const Hit<Way>& hit);
  Node node_of(std::uint32_t vector, std::uint32_t allele);
  double as_written(double value) const;

  sink::Ids ids_;
  Options options_;
  GraphBuilder builder_;
  SinkInfo info_;
  std::vector<Hit<2>> pairs_;
  std::vector<Hit<3>> triples_;
  std::vector<Node> nodes_;  ///< of vectors, of alleles two for each; none: not named yet
  Index taken_ = 0;
  Index passed_ = 0;
};

}  // namespace encke::network
