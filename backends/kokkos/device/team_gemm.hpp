#pragma once

#include <Kokkos_Core.hpp>
#include <string>

#include "kokkos/cpu/block.hpp"
#include "kokkos/forms/allele_counts.hpp"
#include "team_tiling.hpp"

namespace encke::kokkos {

/// The team GEMM of every contraction, as devices run it: a team stages words of its rows and
/// columns in scratch memory, and each member keeps the counts of a register tile of entries over
/// all of them. Words are read from memory once for each team.
/// (On a CPU the register tile of cpu/micro_kernel.hpp takes the place of this body. With one
/// member for all places it runs on a host as well, which is how it is tested without a device.)
template <class Exec, class Form, class Unit, int Members = team_members<Exec>>
class TeamGemm {
 public:
  using Policy = Kokkos::TeamPolicy<Exec, Kokkos::LaunchBounds<Members, 2>>;
  using Member = typename Policy::member_type;
  using Register = typename Unit::Register;
  using Scratch = Kokkos::View<Register*, typename Exec::scratch_memory_space,
                               Kokkos::MemoryTraits<Kokkos::Unmanaged>>;
  static_assert(TeamTiling::places % Members == 0);

  explicit TeamGemm(const Block& block)
      : block_(block), col_teams_(static_cast<int>(divide_up(block.cols, team_cols))) {}

  /// Rows and columns of the block are computed up to the next multiple of 64, and must be there.
  /// The pointers of the block must be such that Exec can follow them.
  static void run(const std::string& label, const Block& block) {
    const TeamGemm gemm(block);
    const auto teams = static_cast<int>(divide_up(block.rows, team_rows)) * gemm.col_teams_;
    if (teams == 0) return;
    const auto bytes = Scratch::shmem_size(left_words) + Scratch::shmem_size(right_words);
    Policy policy(teams, Members, 1);
    Kokkos::parallel_for(label, policy.set_scratch_size(0, Kokkos::PerTeam(bytes)), gemm);
  }

  KOKKOS_FUNCTION void operator()(const Member& team) const {
    const Index row = team.league_rank() / col_teams_ * team_rows;
    const Index col = team.league_rank() % col_teams_ * team_cols;
    if (col + team_cols - 1 <= row + block_.diagonal) return;
    const Scratch left(team.team_scratch(0), left_words);
    const Scratch right(team.team_scratch(0), right_words);
    for (Index begin = block_.words.begin; begin < block_.words.end; begin += chunk) {
      const Index end = begin + chunk;
      multiply(team, left, right, row, col,
               {begin, end < block_.words.end ? end : block_.words.end});
    }
  }

 private:
  // Single numbers: a device does not see static members that are structures.
  static constexpr TeamTiling tiling = team_tiling<Form, Unit>();
  static constexpr int rows = tiling.rows, cols = tiling.cols, words = tiling.words;
  static constexpr int team_rows = tiling.team_rows(), team_cols = tiling.team_cols();
  static constexpr int left_planes = Form::left.planes(), right_planes = Form::right.planes();
  static constexpr int left_words = left_planes * team_rows * words;
  static constexpr int right_words = right_planes * team_cols * words;
  static constexpr int places = TeamTiling::places / Members;  ///< of one member
  /// True if each counter belongs to a tally, from which it may go on.
  static constexpr bool own_tallies = Form::counters == Form::products;
  static constexpr Index chunk = forms::words_of_chunk<Unit>();
  static_assert(64 % team_rows == 0 && 64 % team_cols == 0);
  static_assert(chunk % words == 0);
  static_assert((left_words + right_words) * sizeof(Register) < 30 * 1024);

  /// Counts of the entries of one place.
  struct Place {
    typename Unit::Counter counter[rows][cols][Form::counters];
  };

  KOKKOS_FUNCTION void multiply(const Member& team, const Scratch& left, const Scratch& right,
                                Index row, Index col, const Range& range) const {
    Place place[places];
    const Form form = form_with(block_.shared);
    for (int i = 0; i < places; ++i) {
      for_entries(team, i, row, col, [&](int r, int c, auto* out) {
        for (int k = 0; k < Form::counters; ++k) {
          place[i].counter[r][c][k] =
              Unit::start(out + (own_tallies ? k * block_.plane_stride : 0));
        }
      });
    }
    for (Index w = range.begin; w < range.end; w += words) {
      const Index left_over = range.end - w;
      const int count = static_cast<int>(left_over < words ? left_over : words);
      stage<true>(team, left, row, w - block_.left_begin, count);
      stage<false>(team, right, col, w, count);
      team.team_barrier();
      for (int i = 0; i < places; ++i) add_words(team, i, form, left, right, count, place[i]);
      team.team_barrier();
    }
    for (int i = 0; i < places; ++i) {
      for_entries(team, i, row, col, [&](int r, int c, auto* out) {
        Form::template add<Unit>(place[i].counter[r][c], out, block_.plane_stride);
      });
    }
  }

  /// The form; one with a state has it from what all vectors have in common.
  KOKKOS_FUNCTION static Form form_with([[maybe_unused]] const void* shared) {
    if constexpr (requires { Form::of(shared); }) {
      return Form::of(shared);
    } else {
      return Form{};
    }
  }

  /// The i-th place of a member.
  KOKKOS_FUNCTION static int place_of(const Member& team, int i) {
    return team.team_rank() + i * Members;
  }

  /// body(row of the place, column of it, tally): entries of a place lie `down` rows and `across`
  /// columns apart, so that neighbouring members have neighbouring ones.
  template <class Body>
  KOKKOS_FUNCTION void for_entries(const Member& team, int i, Index row, Index col,
                                   const Body& body) const {
    const int place = place_of(team, i);
    auto* tallies = static_cast<typename Unit::Cell*>(block_.tallies) +
                    (row + place / TeamTiling::across) * block_.row_stride + col +
                    place % TeamTiling::across;
    for (int r = 0; r < rows; ++r) {
      for (int c = 0; c < cols; ++c) {
        body(r, c, tallies + r * TeamTiling::down * block_.row_stride + c * TeamTiling::across);
      }
    }
  }

  /// Copies `count` words of the planes of one operand to scratch: [plane][word][vector].
  template <bool is_left>
  KOKKOS_FUNCTION void stage(const Member& team, const Scratch& to, Index first, Index word,
                             int count) const {
    constexpr forms::Streams layout = is_left ? Form::left : Form::right;
    constexpr int vectors = is_left ? team_rows : team_cols;
    constexpr int lanes = 64 / Unit::element;
    constexpr int items = layout.planes() * words * vectors;
    const Stream* streams = is_left ? block_.left : block_.right;
    for (int item = team.team_rank(); item < items; item += Members) {
      const int v = item % vectors;
      const int w = item / vectors % words;
      if (w >= count) continue;
      const int p = item / (vectors * words);
      const int s = layout.stream_of(p);
      const Index vector = first + v;
      const auto* from = streams[s].group(vector / lanes) + vector % lanes * Unit::element +
                         (word + w) * layout.width(s) * 64 + layout.offset_of(p);
      to(item) = *reinterpret_cast<const Register*>(from);
    }
  }

  KOKKOS_FUNCTION void add_words(const Member& team, int i, const Form& form, const Scratch& left,
                                 const Scratch& right, int count, Place& place) const {
    const int down = place_of(team, i) / TeamTiling::across;
    const int across = place_of(team, i) % TeamTiling::across;
    for (int w = 0; w < count; ++w) {
      Register b[cols][right_planes];
      for (int c = 0; c < cols; ++c) {
        for (int p = 0; p < right_planes; ++p) {
          b[c][p] = right((p * words + w) * team_cols + c * TeamTiling::across + across);
        }
      }
      for (int r = 0; r < rows; ++r) {
        Register a[left_planes];
        for (int p = 0; p < left_planes; ++p) {
          a[p] = left((p * words + w) * team_rows + r * TeamTiling::down + down);
        }
        for (int c = 0; c < cols; ++c) form.template step<Unit>(a, b[c], place.counter[r][c]);
      }
    }
  }

  Block block_;
  int col_teams_;
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
