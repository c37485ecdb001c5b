#pragma once

#include <Kokkos_Core.hpp>
#include <cstdint>
#include <encke/contraction/trait_sums.hpp>

#include "kokkos/cpu/block.hpp"
#include "team_units.hpp"

namespace encke::kokkos {

/// Sums of a trait over pairs of genotypes as devices make them: a team has some rows and columns,
/// a lane one pair at a time. Samples are counted by popcounts, the trait's sums are added sample
/// by sample: all are exact, so that they have the bits of every other order.
template <class Exec>
class TeamTraits {
 public:
  using Policy = Kokkos::TeamPolicy<Exec>;
  using Member = typename Policy::member_type;

  explicit TeamTraits(const Block& block)
      : block_(block), col_teams_(divide_up(block.cols, cols)) {}

  /// The pointers of the block must be such that Exec can follow them.
  static void run(const Block& block) {
    const TeamTraits product(block);
    const Index teams = divide_up(block.rows, rows) * product.col_teams_;
    if (teams == 0) return;
    const int lanes = cols < Policy::vector_length_max() ? cols : Policy::vector_length_max();
    Kokkos::parallel_for("encke::team trait sums",
                         Policy(static_cast<int>(teams), Kokkos::AUTO, lanes), product);
  }

  KOKKOS_FUNCTION void operator()(const Member& team) const {
    const Index row = team.league_rank() / col_teams_ * rows;
    const Index col = team.league_rank() % col_teams_ * cols;
    if (col + cols - 1 <= row + block_.diagonal) return;
    Kokkos::parallel_for(Kokkos::TeamThreadRange(team, rows), [&](int r) {
      Kokkos::parallel_for(Kokkos::ThreadVectorRange(team, cols),
                           [&](int c) { add_pair(row + r, col + c); });
    });
  }

 private:
  using S = TraitSums;
  using Word = std::uint64_t;
  static constexpr int rows = 16, cols = 32, fields = 64;

  /// Samples of a word with two copies, with none, and with a genotype.
  struct Genotypes {
    Word two, none, present;
  };
  KOKKOS_FUNCTION static Genotypes genotypes(const Stream& of, Index vector, Index w) {
    const auto* const at = reinterpret_cast<const Word*>(of.group(vector / 8)) + w * 24;
    return {at[vector % 8], at[8 + vector % 8], at[16 + vector % 8]};
  }
  KOKKOS_FUNCTION static int count(Word bits) { return static_cast<int>(count_bits(bits)); }

  KOKKOS_FUNCTION void add_pair(Index row, Index col) const {
    double sum[S::sums] = {};
    for (Index w = block_.words.begin; w < block_.words.end; ++w) {
      const Genotypes a = genotypes(block_.left[0], row, w);
      const Genotypes b = genotypes(block_.right[0], col, w);
      add_counts(a, b, sum);
      add_traits(a, b, static_cast<const double*>(block_.shared) + w * 2 * fields, sum);
    }
    auto* const out = static_cast<double*>(block_.tallies) + row * block_.row_stride + col;
    for (int s = 0; s < S::sums; ++s) out[s * block_.plane_stride] += sum[s];
  }

  KOKKOS_FUNCTION static void add_counts(const Genotypes& a, const Genotypes& b, double* sum) {
    const int plus_m = count(a.two & b.present), minus_m = count(a.none & b.present);
    const int m_plus = count(a.present & b.two), m_minus = count(a.present & b.none);
    const int pp = count(a.two & b.two), pn = count(a.two & b.none);
    const int np = count(a.none & b.two), nn = count(a.none & b.none);
    sum[S::mm] += count(a.present & b.present);
    sum[S::xm] += plus_m - minus_m;
    sum[S::mx] += m_plus - m_minus;
    sum[S::zm] += plus_m + minus_m;
    sum[S::mz] += m_plus + m_minus;
    sum[S::xx] += pp + nn - pn - np;
    sum[S::zx] += pp + np - pn - nn;
    sum[S::xz] += pp + pn - np - nn;
    sum[S::zz] += pp + pn + np + nn;
  }

  /// `trait`: of the word's samples, then about their squares.
  KOKKOS_FUNCTION static void add_traits(Genotypes a, Genotypes b, const double* trait,
                                         double* sum) {
    Word both = a.present & b.present;
    for (int f = 0; both != 0; ++f, both >>= 1) {
      if ((both & 1) != 0) {
        const double x = static_cast<int>(a.two >> f & 1) - static_cast<int>(a.none >> f & 1);
        const double y = static_cast<int>(b.two >> f & 1) - static_cast<int>(b.none >> f & 1);
        sum[S::t_mm] += trait[f];
        sum[S::t_xm] += trait[f] * x;
        sum[S::t_mx] += trait[f] * y;
        sum[S::t_xx] += trait[f] * (x * y);
        sum[S::q_mm] += trait[fields + f];
      }
    }
  }

  Block block_;
  Index col_teams_;
};

}  // namespace encke::kokkos
