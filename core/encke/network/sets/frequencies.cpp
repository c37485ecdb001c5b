#include <algorithm>
#include <encke/base/error.hpp>
#include <encke/base/text/printable.hpp>
#include <encke/base/text/text_hash.hpp>
#include <encke/network/sets/frequencies.hpp>
#include <encke/pack/genotype_tables.hpp>
#include <string>

namespace encke::network {
namespace {

/// Vectors of variants by name.
struct Place {
  Index vector = -1;
  Index times = 0;
};

TextMap<Place> places_of(const Graph& graph, const io::Source& classes) {
  TextMap<Place> places;
  for (Node node = 0; node < graph.nodes(); ++node) {
    if (!graph.is_triple(node)) places.try_emplace(std::string(graph.variant(node)));
  }
  const auto& names = classes.names();
  for (std::size_t v = 0; v < names.size(); ++v) {
    const auto found = places.find(names[v]);
    if (found == places.end()) continue;
    found->second.vector = static_cast<Index>(v);
    ++found->second.times;
  }
  return places;
}

[[noreturn]] void refuse(const std::string& what) {
  throw Error(Failure::inconsistent, "--frequencies: " + what);
}

Carriers carriers_of(std::span<const std::uint32_t> known, std::span<const std::uint32_t> carried) {
  Carriers of;
  for (std::size_t s = 0; s < known.size(); ++s) {
    if (known[s] == 0) continue;
    ++of.samples;
    if (carried[s] == known[s]) ++of.all;
    if (2 * std::uint64_t{carried[s]} >= known[s]) ++of.half;
    if (carried[s] == 0) ++of.none;
  }
  return of;
}

}  // namespace

Frequencies::Frequencies(const Graph& graph, io::Source& classes)
    : graph_(graph), classes_(classes), vector_(static_cast<std::size_t>(graph.nodes()), -1) {
  const auto places = places_of(graph, classes);
  for (Node node = 0; node < graph.nodes(); ++node) {
    if (graph.is_triple(node)) continue;
    const std::string_view allele = graph.allele(node);
    if (allele != "0" && allele != "1") {
      refuse("nodes that are alleles, ID:0 or ID:1, expected, " + in_quotes(graph.labels[node]) +
             " found");
    }
    const Place& place = places.find(graph.variant(node))->second;
    if (place.times != 1) {
      refuse("variant " + in_quotes(graph.variant(node)) + " of the network is " +
             (place.times == 0
                  ? "not among the genotypes"
                  : "there " + std::to_string(place.times) + " times; ids that differ expected"));
    }
    vector_[static_cast<std::size_t>(node)] = place.vector;
  }
}

void Frequencies::count(const PackedVectors& packed, Index vector, bool one) {
  std::size_t sample = 0;
  for (int c = 0; c < 2; ++c) {
    const Range words = packed.class_words(c);
    Index left = packed.class_fields(c).size();
    for (Index w = words.begin; w < words.end; ++w, left -= 64) {
      const std::uint64_t present = pack::class_word(packed, vector, w, 2);
      const std::uint64_t none = pack::class_word(packed, vector, w, 0);
      const std::uint64_t het = pack::class_word(packed, vector, w, 1);
      // All but the homozygotes of the other allele have it.
      const std::uint64_t have = present & (one ? ~none : none | het);
      for (Index bit = 0; bit < std::min<Index>(left, 64); ++bit, ++sample) {
        known_[sample] += static_cast<std::uint32_t>(present >> bit & 1);
        carried_[sample] += static_cast<std::uint32_t>(have >> bit & 1);
      }
    }
  }
}

std::array<Carriers, 2> Frequencies::of(std::span<const Node> nodes) {
  constexpr Index together = 8;  // what is packed together
  const auto samples = static_cast<std::size_t>(classes_.fields());
  known_.assign(samples, 0);
  carried_.assign(samples, 0);
  std::vector<Allele> alleles;
  for (const Node node : nodes) {
    if (graph_.is_triple(node)) continue;
    alleles.push_back({vector_[static_cast<std::size_t>(node)], graph_.allele(node) == "1"});
  }
  std::sort(alleles.begin(), alleles.end());
  std::size_t controls = 0;
  for (std::size_t a = 0; a < alleles.size();) {
    const Index first = alleles[a].vector / together * together;
    const Range range{first, std::min(first + together, classes_.vectors())};
    const PackedVectors packed = classes_.read({range, {0, classes_.fields()}});
    controls = static_cast<std::size_t>(packed.class_fields(0).size());
    for (; a < alleles.size() && range.contains(alleles[a].vector); ++a) {
      count(packed, alleles[a].vector - first, alleles[a].one);
    }
  }
  const std::span known(known_);
  const std::span carried(carried_);
  return {carriers_of(known.first(controls), carried.first(controls)),
          carriers_of(known.subspan(controls), carried.subspan(controls))};
}

}  // namespace encke::network
