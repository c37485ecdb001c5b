#include "support/devices/field_group_cases.hpp"

#include <encke/pack/packers.hpp>

#include "support/weighted.hpp"

namespace encke::test {

FieldProblem genotype_problem(Element element, Index vectors, Index fields, double rate,
                              Index complete_to) {
  Genotypes all = random_genotypes(vectors, fields, rate, 31);
  for (Index v = 0; v < vectors; ++v) {
    for (Index f = 0; f < complete_to; ++f) {
      if (all.at(v, f) == 3) all.at(v, f) = 1;
    }
  }
  // the first block has nothing missing
  for (Index v = 0; v < std::min<Index>(vectors, 16); ++v) {
    for (Index f = 0; f < fields; ++f) {
      if (all.at(v, f) == 3) all.at(v, f) = 2;
    }
  }
  const auto pack_fields = [all, element](Range range) {
    Genotypes some(all.vectors, range.size());
    for (Index v = 0; v < all.vectors; ++v) {
      for (Index f = 0; f < range.size(); ++f) some.at(v, f) = all.at(v, range.begin + f);
    }
    if (element == Element::genotype_moments) return pack_moments(some);
    if (element == Element::genotype_matches) return pack_matches(some);
    return element == Element::bit ? pack_bits(some) : pack(some);
  };
  return {std::string(element == Element::bit        ? "bits"
                      : element == Element::genotype ? "genotypes"
                                                     : "moments or matches") +
              ", missing " + std::to_string(rate) + " from field " + std::to_string(complete_to),
          vectors, fields, pack_fields};
}

FieldProblem real_problem(Element element, Index vectors, Index fields) {
  auto reals = random_reals(vectors, fields, 32);
  for (auto& profile : reals) {
    // of different sizes, so that the order of sums shows
    for (std::size_t f = 0; f < profile.size(); ++f) profile[f] *= f / 100 % 3 == 0 ? 1e4 : 0.1;
  }
  const auto pack_fields = [reals, element](Range range) {
    std::vector<std::vector<double>> some;
    for (const auto& profile : reals) {
      some.emplace_back(profile.begin() + range.begin, profile.begin() + range.end);
    }
    return pack(element, range.size(), some);
  };
  return {element == Element::float32 ? "float32" : "float64", vectors, fields, pack_fields};
}

FieldProblem powered_problem(Element element, Index vectors, Index fields) {
  const auto shares = random_reals(vectors, fields, 33);
  std::vector<double> weight;
  for (Index f = 0; f < fields; ++f) weight.push_back(f / 100 % 3 == 0 ? 1e3 : 0.1);
  const auto pack_fields = [shares, weight, element](Range range) {
    auto some =
        pack::powered_profiles(element, static_cast<Index>(shares.size()),
                               {weight.begin() + range.begin, weight.begin() + range.end}, 0.3);
    for (std::size_t v = 0; v < shares.size(); ++v) {
      pack::set_powered(some, static_cast<Index>(v),
                        std::span(shares[v]).subspan(static_cast<std::size_t>(range.begin),
                                                     static_cast<std::size_t>(range.size())));
    }
    return some;
  };
  return {element == Element::powered32 ? "powered32" : "powered64", vectors, fields, pack_fields};
}

FieldProblem adjusted_problem(Element element, Index vectors, Index fields) {
  const auto values = random_reals(vectors, fields, 35), counts = random_reals(vectors, fields, 36);
  const auto pack_fields = [values, counts, element](Range range) {
    const auto some_of = [range](const std::vector<double>& row) {
      return std::span(row).subspan(static_cast<std::size_t>(range.begin),
                                    static_cast<std::size_t>(range.size()));
    };
    auto some = pack::adjusted_profiles(element, std::ssize(values), range.size());
    for (std::size_t v = 0; v < values.size(); ++v) {
      pack::set_adjusted(some, static_cast<Index>(v), some_of(values[v]), some_of(counts[v]),
                         1e5 + static_cast<double>(v));
    }
    return some;
  };
  return {element == Element::adjusted32 ? "adjusted32" : "adjusted64", vectors, fields,
          pack_fields};
}

FieldProblem weighted_problem(Element element, Index vectors, Index fields) {
  const auto rows = random_weighted(vectors, fields, 0.4, 34);
  const auto pack_fields = [rows, element](Range range) {
    return pack(element, rows.fields(range));
  };
  return {element == Element::weighted_bits32 ? "weighted_bits32" : "weighted_bits64", vectors,
          fields, pack_fields};
}

}  // namespace encke::test
