#include "genotypes.hpp"

#include <algorithm>
#include <encke/pack/packers.hpp>
#include <numeric>
#include <random>

namespace encke::test {

Genotypes random_genotypes(Index vectors, Index fields, double rate, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  const auto uniform = [&random] { return static_cast<double>(random() >> 11) * 0x1p-53; };
  Genotypes g(vectors, fields);
  for (Index v = 0; v < vectors; ++v) {
    const double frequency = uniform();
    for (Index f = 0; f < fields; ++f) {
      const int copies = (uniform() < frequency ? 1 : 0) + (uniform() < frequency ? 1 : 0);
      g.at(v, f) = uniform() < rate ? std::uint8_t{3} : static_cast<std::uint8_t>(copies);
    }
  }
  return g;
}

std::vector<std::uint8_t> encode(const Genotypes& g, Index first, Index count, GenotypeCode code) {
  constexpr std::uint8_t bed[] = {3, 2, 0, 1};
  constexpr std::uint8_t packed[] = {0, 1, 3, 2};
  const auto& codes = code == GenotypeCode::bed ? bed : packed;
  const Index stride = divide_up(g.fields, 4);
  std::vector<std::uint8_t> bytes(static_cast<std::size_t>(count * stride));
  for (Index v = 0; v < count; ++v) {
    for (Index f = 0; f < 4 * stride; ++f) {
      const int bits = f < g.fields ? codes[g.at(first + v, f)] : 3;
      bytes[static_cast<std::size_t>(v * stride + f / 4)] |=
          static_cast<std::uint8_t>(bits << (2 * (f % 4)));
    }
  }
  return bytes;
}

PackedVectors pack(const Genotypes& g, GenotypeCode code) {
  auto vectors = pack::genotypes(g.vectors, g.fields);
  const auto codes = encode(g, 0, g.vectors, code);
  pack::set_genotypes(vectors, 0, g.vectors, codes.data(), divide_up(g.fields, 4), code);
  return vectors;
}

namespace {

PackedVectors pack_as(Element element, const Genotypes& g) {
  auto vectors = PackedVectors(element, g.vectors, g.fields);
  const auto codes = encode(g, 0, g.vectors, GenotypeCode::bed);
  pack::set_codes(vectors, 0, g.vectors, codes.data(), divide_up(g.fields, 4), GenotypeCode::bed,
                  MissingCode::missing);
  return vectors;
}

}  // namespace

PackedVectors pack_moments(const Genotypes& g) { return pack_as(Element::genotype_moments, g); }
PackedVectors pack_matches(const Genotypes& g) { return pack_as(Element::genotype_matches, g); }

PackedVectors pack_with_trait(const Genotypes& g, const std::vector<double>& trait) {
  PackedVectors packed = pack::trait_sums(g.vectors, pack::TraitNumbers::of(trait));
  const PackedVectors genotypes = pack(g);
  std::vector<BitGather> all;
  for (Index w = 0; w < genotypes.words(); ++w) all.emplace_back(genotypes.word_fields(w));
  pack::set_trait_genotypes(packed, genotypes, all);
  return packed;
}

PackedVectors pack_bits(const Genotypes& g) {
  auto vectors = pack::bits(g.vectors, g.fields);
  std::vector<std::uint8_t> bits(static_cast<std::size_t>(g.fields));
  for (Index v = 0; v < g.vectors; ++v) {
    const auto from = g.vector(v);
    std::transform(from.begin(), from.end(), bits.begin(), bit_of);
    pack::set_bits(vectors, v, bits);
  }
  return vectors;
}

PackedVectors pack_bits(const Genotypes& g, GenotypeCode code, MissingCode missing) {
  auto vectors = pack::bits(g.vectors, g.fields);
  const auto codes = encode(g, 0, g.vectors, code);
  pack::set_bits_from_codes(vectors, 0, g.vectors, codes.data(), divide_up(g.fields, 4), code,
                            missing);
  return vectors;
}

std::vector<std::vector<double>> reals_of_bits(const Genotypes& g) {
  std::vector<std::vector<double>> reals(static_cast<std::size_t>(g.vectors));
  for (Index v = 0; v < g.vectors; ++v) {
    for (const auto x : g.vector(v)) {
      reals[static_cast<std::size_t>(v)].push_back(bit_of(x) == 1 ? 1 : 0);
    }
  }
  return reals;
}

Genotypes with_vectors(const Genotypes& g, std::span<const Index> order) {
  Genotypes out(static_cast<Index>(order.size()), g.fields);
  for (Index v = 0; v < out.vectors; ++v) {
    for (Index f = 0; f < g.fields; ++f) out.at(v, f) = g.at(order[static_cast<std::size_t>(v)], f);
  }
  return out;
}

Genotypes with_fields(const Genotypes& g, std::span<const Index> order) {
  Genotypes out(g.vectors, static_cast<Index>(order.size()));
  for (Index v = 0; v < g.vectors; ++v) {
    for (Index f = 0; f < out.fields; ++f)
      out.at(v, f) = g.at(v, order[static_cast<std::size_t>(f)]);
  }
  return out;
}

Genotypes with_values(const Genotypes& g, const std::function<std::uint8_t(std::uint8_t)>& change) {
  Genotypes out = g;
  std::transform(g.values.begin(), g.values.end(), out.values.begin(), change);
  return out;
}

std::vector<Index> shuffled_indices(Index n, std::uint64_t seed) {
  std::vector<Index> order(static_cast<std::size_t>(n));
  std::iota(order.begin(), order.end(), Index{0});
  std::shuffle(order.begin(), order.end(), std::mt19937_64(seed));
  return order;
}

std::vector<std::vector<double>> random_reals(Index vectors, Index fields, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::vector<std::vector<double>> reals(static_cast<std::size_t>(vectors));
  for (auto& profile : reals) {
    for (Index f = 0; f < fields; ++f) {
      const auto x = static_cast<double>(random() % 1000);
      profile.push_back(x < 200 ? 0 : x < 300 ? 42 : x / 7);
    }
  }
  return reals;
}

PackedVectors pack(Element element, Index fields, const std::vector<std::vector<double>>& reals) {
  auto vectors = pack::profiles(element, static_cast<Index>(reals.size()), fields);
  for (std::size_t v = 0; v < reals.size(); ++v) {
    pack::set_profile(vectors, static_cast<Index>(v), std::span<const double>(reals[v]));
  }
  return vectors;
}

}  // namespace encke::test
