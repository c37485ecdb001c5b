#pragma once

#include <cstdint>
#include <encke/base/function.hpp>

// Lists of AND products: what one tile of the 1-bit kernel multiplies. A list reads some planes of
// left and right vectors, makes terms of them in registers, adds popc(left term & right term) to
// accumulators step by step, and makes products of the accumulators at the end. The order of the
// products is that of TallyForm.
//
// Planes of genotypes: z = [x != 0], n = [x < 0], m = [present]; p = [x > 0] = z ^ n, because n is
// a subset of z.

namespace encke::cuda {

/// One instruction: accumulator += popc(left term & right term).
struct Step {
  int left;
  int right;
  int accumulator;
};

/// Planes z, n and further ones; one term more, the last: p.
template <int planes>
struct TernaryTerms {
  static constexpr int terms = planes + 1;
  template <int term>
  ENCKE_FUNCTION static std::uint32_t of(const std::uint32_t (&plane)[planes]) {
    if constexpr (term == planes) return plane[0] ^ plane[1];
    return plane[term % planes];
  }
};

/// Terms that are the planes themselves.
template <int planes>
struct PlaneTerms {
  static constexpr int terms = planes;
  template <int term>
  ENCKE_FUNCTION static std::uint32_t of(const std::uint32_t (&plane)[planes]) {
    return plane[term];
  }
};

/// sum x_i x_j of complete vectors: pp + nn - pn - np = 2 pp + 2 nn - zz. Three instructions.
struct Complete {
  static constexpr int left_planes = 2, right_planes = 2, accumulators = 2, products = 1;
  static constexpr int row_tiles = 4, col_pairs = 2;
  using Left = TernaryTerms<2>;
  using Right = TernaryTerms<2>;
  static constexpr int steps = 3;
  static constexpr Step step[steps] = {{2, 2, 0}, {1, 1, 0}, {0, 0, 1}};

  ENCKE_FUNCTION static void finish(const std::int32_t (&c)[2], std::int32_t (&out)[1]) {
    out[0] = 2 * c[0] - c[1];
  }
};

/// Sums of a pair of which some samples are missing, eight instructions: terms z, n, m, p.
struct MissingSteps {
  static constexpr int left_planes = 3, right_planes = 3, accumulators = 7;
  static constexpr int row_tiles = 2, col_pairs = 1;
  using Left = TernaryTerms<3>;
  using Right = TernaryTerms<3>;
  static constexpr int steps = 8;
  static constexpr Step step[steps] = {{3, 3, 0}, {1, 1, 0}, {0, 0, 1}, {3, 2, 2},
                                       {1, 2, 3}, {2, 3, 4}, {2, 1, 5}, {2, 2, 6}};
};

/// XX XM MX MM.
struct Missing : MissingSteps {
  static constexpr int products = 4;
  ENCKE_FUNCTION static void finish(const std::int32_t (&c)[7], std::int32_t (&out)[4]) {
    out[0] = 2 * c[0] - c[1];
    out[1] = c[2] - c[3];
    out[2] = c[4] - c[5];
    out[3] = c[6];
  }
};

/// XX XM MX MM ZM MZ, with x^2 = z = p + n.
struct Moments : MissingSteps {
  static constexpr int products = 6;
  ENCKE_FUNCTION static void finish(const std::int32_t (&c)[7], std::int32_t (&out)[6]) {
    out[0] = 2 * c[0] - c[1];
    out[1] = c[2] - c[3];
    out[2] = c[4] - c[5];
    out[3] = c[6];
    out[4] = c[2] + c[3];
    out[5] = c[4] + c[5];
  }
};

/// XX ZZ of complete vectors: the instructions of Complete.
struct Matches {
  static constexpr int left_planes = 2, right_planes = 2, accumulators = 2, products = 2;
  static constexpr int row_tiles = 4, col_pairs = 2;
  using Left = TernaryTerms<2>;
  using Right = TernaryTerms<2>;
  static constexpr int steps = 3;
  static constexpr Step step[steps] = {{2, 2, 0}, {1, 1, 0}, {0, 0, 1}};

  ENCKE_FUNCTION static void finish(const std::int32_t (&c)[2], std::int32_t (&out)[2]) {
    out[0] = 2 * c[0] - c[1];
    out[1] = c[1];
  }
};

/// XX ZZ ZM MZ MM: six instructions.
struct MatchesMissing {
  static constexpr int left_planes = 3, right_planes = 3, accumulators = 5, products = 5;
  static constexpr int row_tiles = 2, col_pairs = 1;
  using Left = TernaryTerms<3>;
  using Right = TernaryTerms<3>;
  static constexpr int steps = 6;
  static constexpr Step step[steps] = {{3, 3, 0}, {1, 1, 0}, {0, 0, 1},
                                       {0, 2, 2}, {2, 0, 3}, {2, 2, 4}};
  ENCKE_FUNCTION static void finish(const std::int32_t (&c)[5], std::int32_t (&out)[5]) {
    out[0] = 2 * c[0] - c[1];
    for (int i = 1; i < products; ++i) out[i] = c[i];
  }
};

/// Products of triples with missing samples, where the folded vector is ternary: its sums with
/// x_k and m_k.
struct TernaryLeft {
  static constexpr int left_planes = 2, right_planes = 3, accumulators = 4, products = 2;
  static constexpr int row_tiles = 2, col_pairs = 2;
  using Left = TernaryTerms<2>;
  using Right = TernaryTerms<3>;
  static constexpr int steps = 5;
  static constexpr Step step[steps] = {{2, 3, 0}, {1, 1, 0}, {0, 0, 1}, {2, 2, 2}, {1, 2, 3}};
  ENCKE_FUNCTION static void finish(const std::int32_t (&c)[4], std::int32_t (&out)[2]) {
    out[0] = 2 * c[0] - c[1];
    out[1] = c[2] - c[3];
  }
};

/// … where it is m_i m_j.
struct MaskLeft {
  static constexpr int left_planes = 1, right_planes = 3, accumulators = 3, products = 2;
  static constexpr int row_tiles = 2, col_pairs = 2;
  using Left = PlaneTerms<1>;
  using Right = TernaryTerms<3>;
  static constexpr int steps = 3;
  static constexpr Step step[steps] = {{0, 3, 0}, {0, 1, 1}, {0, 2, 2}};
  ENCKE_FUNCTION static void finish(const std::int32_t (&c)[3], std::int32_t (&out)[2]) {
    out[0] = c[0] - c[1];
    out[1] = c[2];
  }
};

/// Each of `planes` planes of the left with each of the right: bits, and genotypes by class.
template <int planes>
struct EachWithEach {
  static constexpr int left_planes = planes, right_planes = planes, accumulators = planes * planes,
                       products = accumulators;
  static constexpr int row_tiles = planes == 1 ? 4 : planes == 2 ? 2 : 1;
  static constexpr int col_pairs = planes == 1 ? 4 : 2;
  using Left = PlaneTerms<planes>;
  using Right = PlaneTerms<planes>;
  static constexpr int steps = products;
  struct Steps {
    Step all[steps];
    constexpr Steps() : all() {
      for (int i = 0; i < steps; ++i) all[i] = {i / planes, i % planes, i};
    }
    constexpr Step operator[](int i) const { return all[i]; }
  };
  static constexpr Steps step{};
  ENCKE_FUNCTION static void finish(const std::int32_t (&c)[products],
                                    std::int32_t (&out)[products]) {
    for (int i = 0; i < products; ++i) out[i] = c[i];
  }
};

/// Sum of minima of counts of `planes` bits (bit 0 first): the fields in which both reach t, for
/// each t > 0. Terms are [a >= t].
template <int planes>
struct Thermometer {
  static constexpr int terms = (1 << planes) - 1;
  template <int term>
  ENCKE_FUNCTION static std::uint32_t of(const std::uint32_t (&plane)[planes]) {
    constexpr int t = term + 1;
    std::uint32_t reached = ~std::uint32_t{0};  // by the bits below the present one: a >= t there
    for (int b = 0; b < planes; ++b) {
      reached = (t >> b & 1) != 0 ? plane[b] & reached : plane[b] | reached;
    }
    return reached;
  }
};

template <int planes>
struct CountLevels {
  static constexpr int left_planes = planes, right_planes = planes, accumulators = 1, products = 1;
  static constexpr int row_tiles = planes == 2 ? 4 : 2, col_pairs = 2;
  using Left = Thermometer<planes>;
  using Right = Thermometer<planes>;
  static constexpr int steps = Left::terms;
  struct Steps {
    constexpr Step operator[](int i) const { return {i, i, 0}; }
  };
  static constexpr Steps step{};
  ENCKE_FUNCTION static void finish(const std::int32_t (&c)[1], std::int32_t (&out)[1]) {
    out[0] = c[0];
  }
};

}  // namespace encke::cuda
