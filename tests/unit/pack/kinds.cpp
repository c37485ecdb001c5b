#include "kinds.hpp"

#include <encke/pack/packers.hpp>

#include "support/classes.hpp"
#include "support/counts.hpp"
#include "support/genotypes.hpp"

namespace encke::test {
namespace {

std::vector<double> weights(Index fields) {
  std::vector<double> weight;
  for (Index f = 0; f < fields; ++f) weight.push_back(0.5 + static_cast<double>(f % 5));
  return weight;
}

PackedVectors powered(Element element, Index vectors) {
  auto packed = pack::powered_profiles(element, vectors, weights(40), 0.5);
  const auto reals = random_reals(vectors, 40, 3);
  for (Index v = 0; v < vectors; ++v) {
    pack::set_powered(packed, v, std::span<const double>(reals[static_cast<std::size_t>(v)]));
  }
  return packed;
}

PackedVectors adjusted(Element element, Index vectors) {
  auto packed = pack::adjusted_profiles(element, vectors, 40);
  const auto reals = random_reals(vectors, 40, 3);
  for (Index v = 0; v < vectors; ++v) {
    const std::span<const double> values(reals[static_cast<std::size_t>(v)]);
    pack::set_adjusted(packed, v, values, values, 1e6);
  }
  return packed;
}

PackedVectors weighted(Element element, Index vectors) {
  auto packed = pack::weighted_bits(element, vectors, weights(70));
  for (Index v = 0; v < vectors; ++v) {
    std::vector<std::uint8_t> bits(70);
    for (std::size_t f = 0; f < bits.size(); ++f) bits[f] = (f + std::size_t(v)) % 3 == 0;
    pack::set_weighted_bits(packed, v, bits);
  }
  return packed;
}

PackedVectors traits(Index vectors) {
  return pack_with_trait(random_genotypes(vectors, 131, 0.1, 1), weights(131));
}

PackedVectors with_masks(PackedVectors vectors) {
  if (vectors.vectors() > 0) vectors.keep_masks();
  return vectors;
}

}  // namespace

std::vector<Kind> kinds() {
  std::vector<Kind> all;
  for (const double rate : {0.0, 0.2}) {
    const auto some = [rate](Index n) { return random_genotypes(n, 131, rate, 1); };
    const auto add = [&](const char* name, std::function<PackedVectors(Index)> make) {
      if (rate == 0) return all.push_back({name, std::move(make)});
      all.push_back({std::string(name) + " with masks",
                     [make = std::move(make)](Index n) { return with_masks(make(n)); }});
    };
    add("genotypes", [some](Index n) { return pack(some(n)); });
    add("moments", [some](Index n) { return pack_moments(some(n)); });
    add("matches", [some](Index n) { return pack_matches(some(n)); });
    add("bits", [some](Index n) { return pack_bits(some(n)); });
    add("classes", [some](Index n) { return pack(some(n), interleaved(131, 3)); });
  }
  for (const Element element : count_elements) {
    all.push_back(
        {"counts", [element](Index n) { return pack(element, 50, random_counts(n, 50, 3, 2)); }});
  }
  for (const Element element : {Element::float32, Element::float64}) {
    all.push_back(
        {"reals", [element](Index n) { return pack(element, 50, random_reals(n, 50, 4)); }});
  }
  for (const Element element : {Element::powered32, Element::powered64}) {
    all.push_back({"powered", [element](Index n) { return powered(element, n); }});
  }
  for (const Element element : {Element::adjusted32, Element::adjusted64}) {
    all.push_back({"adjusted", [element](Index n) { return adjusted(element, n); }});
  }
  for (const Element element : {Element::weighted_bits32, Element::weighted_bits64}) {
    all.push_back({"weighted", [element](Index n) { return weighted(element, n); }});
  }
  all.push_back({"traits", traits});
  return all;
}

}  // namespace encke::test
