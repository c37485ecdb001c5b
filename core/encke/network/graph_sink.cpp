#include <algorithm>
#include <charconv>
#include <cmath>
#include <encke/base/error.hpp>
#include <encke/base/text/printable.hpp>
#include <encke/host/threads/host_loop.hpp>
#include <encke/network/graph_sink.hpp>
#include <encke/sink/format/value_text.hpp>
#include <filesystem>
#include <string>
#include <utility>

namespace encke::network {

GraphSink::GraphSink(sink::Ids ids, Options options)
    : ids_(std::move(ids)), options_(std::move(options)), builder_(options_.edges) {}

void GraphSink::begin(const SinkInfo& info) {
  info_ = info;
  if (info.cells != 1 && info.cells != ipow(2, info.way)) {
    throw Error(Failure::inconsistent,
                "a network is made of tuples with one value, or one for each combination of two "
                "alleles; this metric has " +
                    std::to_string(info.cells));
  }
  nodes_.assign(static_cast<std::size_t>(info.cells > 1 ? 2 * info.vectors : info.vectors),
                Labels::none);
  std::string stem = options_.sort_stem;
  if (stem.empty()) stem = (std::filesystem::temp_directory_path() / "encke-network").string();
  if (info.way == 2) pairs_.emplace(stem, options_.sort);
  if (info.way == 3) triples_.emplace(stem, options_.sort);
}

template <int Way>
void GraphSink::take_any(std::span<const Hit<Way>> hits,
                         std::optional<sink::HitSorter<Way>>& sorter) {
  if (!sorter) {
    throw Error(Failure::internal,
                "a network got a " + std::to_string(Way) + "-way hit that was not announced");
  }
  if (options_.sorted) return sorter->add(hits);
  for (const Hit<Way>& hit : hits) add(hit);
}

void GraphSink::take(std::span<const Hit<2>> hits) { take_any(hits, pairs_); }
void GraphSink::take(std::span<const Hit<3>> hits) { take_any(hits, triples_); }

void GraphSink::flush_before(Index /*vector*/) {
  build(pairs_);
  build(triples_);
}

void GraphSink::finish() { flush_before(info_.vectors); }

template <int Way>
void GraphSink::build(std::optional<sink::HitSorter<Way>>& sorter) {
  if (!sorter) return;
  const auto add_all = [this](std::span<const Hit<Way>> hits) {
    for (const Hit<Way>& hit : hits) add(hit);
  };
  sorter->drain(add_all, host_workers());
}

/// The number that a file of edges gives back: nine digits of a float32 are not its exact value,
/// nor are fewer of a float64.
double GraphSink::as_written(double value) const {
  if ((!info_.float32 && options_.digits == 0) || std::isnan(value)) return value;
  char text[sink::value_text_size];
  const char* const end = sink::print_value(text, value, info_.float32, options_.digits);
  std::from_chars(text, end, value);
  return value;
}

Node GraphSink::node_of(std::uint32_t vector, std::uint32_t allele) {
  const bool two = info_.cells > 1;
  Node& node = nodes_[two ? 2 * std::size_t{vector} + allele : std::size_t{vector}];
  if (node != Labels::none) return node;
  std::string name = ids_ ? (*ids_)[static_cast<std::size_t>(vector)] : std::to_string(vector);
  if (two) name += allele == 0 ? ":0" : ":1";
  if (std::any_of(name.begin(), name.end(), is_control)) {
    throw Error(Failure::inconsistent, "the network: the name " + in_quotes(name) +
                                           " found, a name without control characters expected");
  }
  node = builder_.node(name);
  return node;
}

template <int Way>
void GraphSink::add(const Hit<Way>& hit) {
  ++taken_;
  const double value = as_written(hit.value);
  const auto shown = [&] {
    char text[sink::value_text_size];
    return std::string(text, sink::print_value(text, hit.value, info_.float32, options_.digits));
  };
  if (!std::isfinite(value)) {
    throw Error(Failure::inconsistent,
                "the network: a value " + shown() + " found, a finite number expected");
  }
  if (!builder_.passes(value)) return;
  ++passed_;
  if (!builder_.holds(value)) {
    throw Error(Failure::inconsistent, "the network: " + builder_.refusal(value, shown()));
  }
  Node nodes[Way];
  for (int v = 0; v < Way; ++v) {
    nodes[v] = node_of(hit.index[v], info_.cells > 1 ? (hit.cell >> (Way - 1 - v)) & 1 : 0);
  }
  builder_.add(nodes, value);
}

std::int64_t GraphSink::memory() const {
  return options_.sort.bytes + static_cast<std::int64_t>(nodes_.capacity() * sizeof(Node)) +
         builder_.edges() * static_cast<std::int64_t>(sizeof(Edge));
}

EdgesRead GraphSink::read() {
  EdgesRead read;
  read.lines = taken_;
  read.passed = passed_;
  read.format = "hits";
  read.way = info_.way;
  const bool alleles = info_.cells > 1 || options_.named_alleles;
  if (builder_.is_spilled()) {
    read.spilled = builder_.spilled(alleles);
  } else {
    read.bytes = builder_.bytes();
    read.graph = builder_.graph(alleles, read.dropped);
  }
  return read;
}

}  // namespace encke::network
