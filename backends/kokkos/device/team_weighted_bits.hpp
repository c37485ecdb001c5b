#pragma once

#include <Kokkos_Core.hpp>
#include <cstdint>
#include <encke/contraction/weighted_bits.hpp>
#include <string>
#include <type_traits>

#include "kokkos/cpu/block.hpp"

namespace encke::kokkos {

/// Sums of weights of shared bits as devices make them: a team stages the words of its rows and
/// columns, and the sums of their groups, in scratch memory; each vector lane of each thread adds
/// up one column's. T is the weights' type.
template <class Exec, class T>
class TeamWeighted {
 public:
  using Policy = Kokkos::TeamPolicy<Exec>;
  using Member = typename Policy::member_type;
  template <class V>
  using Scratch = Kokkos::View<V*, typename Exec::scratch_memory_space,
                               Kokkos::MemoryTraits<Kokkos::Unmanaged>>;

  explicit TeamWeighted(const Block& block)
      : block_(block), col_teams_(divide_up(block.cols, cols)) {}

  /// The pointers of the block must be such that Exec can follow them.
  static void run(const Block& block) {
    const TeamWeighted product(block);
    const Index teams = divide_up(block.rows, rows) * product.col_teams_;
    if (teams == 0) return;
    const auto bytes = Scratch<std::uint64_t>::shmem_size(rows * words) +
                       Scratch<std::uint64_t>::shmem_size(cols * words) +
                       Scratch<T>::shmem_size(sums_of_word * words);
    Policy policy(static_cast<int>(teams), Kokkos::AUTO, lanes());
    Kokkos::parallel_for("encke::team weighted bits",
                         policy.set_scratch_size(0, Kokkos::PerTeam(bytes)), product);
  }

  KOKKOS_FUNCTION void operator()(const Member& team) const {
    const Index row = team.league_rank() / col_teams_ * rows;
    const Index col = team.league_rank() % col_teams_ * cols;
    if (col + cols - 1 <= row + block_.diagonal) return;
    const Scratch<std::uint64_t> left(team.team_scratch(0), rows * words);
    const Scratch<std::uint64_t> right(team.team_scratch(0), cols * words);
    const Scratch<T> sums(team.team_scratch(0), sums_of_word * words);
    for (Index w = block_.words.begin; w < block_.words.end; w += words) {
      const Index left_over = block_.words.end - w;
      const int count = static_cast<int>(left_over < words ? left_over : words);
      stage(team, left, block_.left[0], row, rows, w, count);
      stage(team, right, block_.right[0], col, cols, w, count);
      const T* from = static_cast<const T*>(block_.shared) + w * sums_of_word;
      Kokkos::parallel_for(Kokkos::TeamVectorRange(team, count * sums_of_word),
                           [&](int i) { sums(i) = from[i]; });
      team.team_barrier();
      add(team, left, right, sums, row, col, count);
      team.team_barrier();
    }
  }

 private:
  /// Lanes of a thread: one for each column, as far as a device has them; a host has one.
  static int lanes() {
    return cols < Policy::vector_length_max() ? cols : Policy::vector_length_max();
  }

  static constexpr bool narrow = std::is_same_v<T, float>;
  static constexpr int rows = 16, cols = 32;
  /// Words that are staged at a time: for float32 a chunk, the length over which sums are float32.
  /// Chosen so that the stage fits in the 32 KiB that every execution space offers.
  static constexpr int words = narrow ? WeightedBits::chunk / 64 : 8;
  static constexpr int groups_of_word = 64 / WeightedBits::group;
  static constexpr int sums_of_word = groups_of_word * WeightedBits::entries;

  /// Copies words of `count` vectors to scratch: [word][vector].
  KOKKOS_FUNCTION void stage(const Member& team, const Scratch<std::uint64_t>& to,
                             const Stream& stream, Index first, int count, Index word,
                             int of_words) const {
    Kokkos::parallel_for(Kokkos::TeamVectorRange(team, of_words * count), [&](int item) {
      const Index vector = first + item % count;
      const auto* from = stream.group(vector / 8) + (word + item / count) * 64 + vector % 8 * 8;
      to(item) = *reinterpret_cast<const std::uint64_t*>(from);
    });
  }

  KOKKOS_FUNCTION void add(const Member& team, const Scratch<std::uint64_t>& left,
                           const Scratch<std::uint64_t>& right, const Scratch<T>& sums, Index row,
                           Index col, int count) const {
    auto* tallies = static_cast<double*>(block_.tallies);
    Kokkos::parallel_for(Kokkos::TeamThreadRange(team, rows), [&](int r) {
      Kokkos::parallel_for(Kokkos::ThreadVectorRange(team, cols), [&](int c) {
        double* out = tallies + (row + r) * block_.row_stride + col + c;
        T sum = narrow ? T{0} : static_cast<T>(*out);
        for (int w = 0; w < count; ++w) {
          std::uint64_t bits = left(w * rows + r) & right(w * cols + c);
          for (int at = w * sums_of_word; bits != 0; bits >>= 4, at += WeightedBits::entries) {
            sum += sums(at + static_cast<int>(bits & 15));
          }
        }
        *out = narrow ? *out + static_cast<double>(sum) : static_cast<double>(sum);
      });
    });
  }

  Block block_;
  Index col_teams_;
};

}  // namespace encke::kokkos
