#pragma once

#include <Kokkos_Core.hpp>
#include <string>

#include "block.hpp"
#include "forms.hpp"

namespace encke::kokkos {

/// Tile of one team on a device: rows and columns of the product, and words that are staged in
/// team scratch at a time (reals: Minima::chunk, the length over which float32 sums stay in
/// float32). Chosen so that the stage fits in the 32 KiB that every execution space offers.
struct TeamTiling {
  int rows;
  int cols;
  int words;
};

template <class Form, class Unit>
constexpr TeamTiling team_tiling() {
  if (sizeof(typename Unit::Cell) == sizeof(double)) return {8, 8, 256 * 4 / Unit::element};
  return Form::left.planes() > 3 ? TeamTiling{8, 16, 16} : TeamTiling{16, 32, 16};
}

/// The team GEMM of every contraction, as devices run it: a team stages the words of its rows
/// and columns in scratch memory, and each vector lane of each thread adds up the entries of one
/// column. Words are read by all lanes of a warp from adjacent places, once for each tile.
/// (On a CPU the register tile of cpu/micro_kernel.hpp takes the place of this body.)
template <class Exec, class Form, class Unit>
class TeamGemm {
 public:
  using Policy = Kokkos::TeamPolicy<Exec>;
  using Member = typename Policy::member_type;
  using Register = typename Unit::Register;
  using Scratch = Kokkos::View<Register*, typename Exec::scratch_memory_space,
                               Kokkos::MemoryTraits<Kokkos::Unmanaged>>;
  static constexpr TeamTiling tiling = team_tiling<Form, Unit>();

  explicit TeamGemm(const Block& block)
      : block_(block), col_teams_(divide_up(block.cols, tiling.cols)) {}

  /// The pointers of the block must be such that Exec can follow them.
  static void run(const std::string& label, const Block& block) {
    const TeamGemm gemm(block);
    const Index teams = divide_up(block.rows, tiling.rows) * gemm.col_teams_;
    if (teams == 0) return;
    const auto bytes = Scratch::shmem_size(left_words) + Scratch::shmem_size(right_words);
    Policy policy(static_cast<int>(teams), Kokkos::AUTO);
    Kokkos::parallel_for(label, policy.set_scratch_size(0, Kokkos::PerTeam(bytes)), gemm);
  }

  KOKKOS_FUNCTION void operator()(const Member& team) const {
    const Index row = team.league_rank() / col_teams_ * tiling.rows;
    const Index col = team.league_rank() % col_teams_ * tiling.cols;
    if (col + tiling.cols - 1 <= row + block_.diagonal) return;
    const Scratch left(team.team_scratch(0), left_words);
    const Scratch right(team.team_scratch(0), right_words);
    for (Index w = block_.words.begin; w < block_.words.end; w += tiling.words) {
      const Index left_over = block_.words.end - w;
      const int words = static_cast<int>(left_over < tiling.words ? left_over : tiling.words);
      stage(team, left, block_.left, Form::left, row, tiling.rows, w - block_.left_begin, words);
      stage(team, right, block_.right, Form::right, col, tiling.cols, w, words);
      team.team_barrier();
      multiply(team, left, right, row, col, words);
      team.team_barrier();
    }
  }

 private:
  static constexpr int left_words = Form::left.planes() * tiling.rows * tiling.words;
  static constexpr int right_words = Form::right.planes() * tiling.cols * tiling.words;

  /// Copies planes of `count` vectors to scratch: [plane][word][vector].
  KOKKOS_FUNCTION void stage(const Member& team, const Scratch& to, const Stream* streams,
                             forms::Streams layout, Index first, int count, Index word,
                             int words) const {
    constexpr Index lanes = 64 / Unit::element;
    const int items = layout.planes() * words * count;
    Kokkos::parallel_for(Kokkos::TeamVectorRange(team, items), [&](int item) {
      const int v = item % count;
      const int w = item / count % words;
      const int p = item / (count * words);
      const int s = layout.stream_of(p);
      const Index vector = first + v;
      const auto* from = streams[s].group(vector / lanes) + vector % lanes * Unit::element +
                         (word + w) * layout.width(s) * 64 + layout.offset_of(p);
      to((p * tiling.words + w) * count + v) = *reinterpret_cast<const Register*>(from);
    });
  }

  KOKKOS_FUNCTION void multiply(const Member& team, const Scratch& left, const Scratch& right,
                                Index row, Index col, int words) const {
    auto* tallies = static_cast<typename Unit::Cell*>(block_.tallies);
    Kokkos::parallel_for(Kokkos::TeamThreadRange(team, tiling.rows), [&](int r) {
      Kokkos::parallel_for(Kokkos::ThreadVectorRange(team, tiling.cols), [&](int c) {
        auto* out = tallies + (row + r) * block_.row_stride + col + c;
        typename Unit::Counter counter[Form::counters];
        for (int i = 0; i < Form::counters; ++i) counter[i] = Unit::start(out);
        for (int w = 0; w < words; ++w) {
          Register a[Form::left.planes()];
          Register b[Form::right.planes()];
          for (int p = 0; p < Form::left.planes(); ++p) {
            a[p] = left((p * tiling.words + w) * tiling.rows + r);
          }
          for (int p = 0; p < Form::right.planes(); ++p) {
            b[p] = right((p * tiling.words + w) * tiling.cols + c);
          }
          Form::template step<Unit>(a, b, counter);
        }
        Form::template add<Unit>(counter, out, block_.plane_stride);
      });
    });
  }

  Block block_;
  Index col_teams_;
};

/// to[i] += from[i], in memory of `Exec`.
template <class Exec>
struct AddDoubles {
  double* to;
  const double* from;

  void run(Index count) const {
    Kokkos::parallel_for("encke::add segment",
                         Kokkos::RangePolicy<Exec, Kokkos::IndexType<Index>>(0, count), *this);
  }
  KOKKOS_FUNCTION void operator()(Index i) const { to[i] += from[i]; }
};

}  // namespace encke::kokkos
