#pragma once

#include <encke/backend/pair_tallies.hpp>
#include <vector>

#include "kokkos/tiles/triple_tiles.hpp"
#include "team_constants.hpp"
#include "team_screen.hpp"

namespace encke::kokkos {

template <class Exec>
DeviceBytes<Exec> copy_to(const void* from, std::size_t bytes) {
  DeviceBytes<Exec> to("encke::copy", bytes);
  Kokkos::deep_copy(to, HostBytes(static_cast<const std::byte*>(from), bytes));
  return to;
}

/// Samples of each vector of a block in which it is positive.
template <class Exec>
DeviceBytes<Exec> positive_counts(const Operand& block) {
  std::vector<std::int32_t> counts;
  for (Index v = block.range.begin; v < block.range.end; ++v) {
    counts.push_back(static_cast<std::int32_t>(block.vectors->positive_count(v)));
  }
  return copy_to<Exec>(counts.data(), counts.size() * sizeof(std::int32_t));
}

/// What products of pairs of genotypes with missing samples lack.
template <class Exec>
void add_pair_constants(const TeamTallies& tallies, const Array<Operand, 2>& blocks) {
  const auto rows = positive_counts<Exec>(blocks[0]), cols = positive_counts<Exec>(blocks[1]);
  EachTally<Exec, PairConstants>::run(tallies,
                                      {tallies, reinterpret_cast<const std::int32_t*>(rows.data()),
                                       reinterpret_cast<const std::int32_t*>(cols.data())});
  Kokkos::fence();  // the counts are given back
}

/// The tallies of the pairs of a block of triples in the memory of `Exec`, for what is made of them
/// there.
template <class Exec>
class TeamPairs {
 public:
  TeamPairs(const TripleTiles::Pairs& pairs, const Array<Operand, 3>& blocks)
      : pairs_(pairs), blocks_(blocks) {}

  /// Adds to the products of a pivot, its place in the first block, what they lack where samples
  /// are missing.
  void add_constants(Index pivot, const DevicePanel<Exec>& first, const DevicePanel<Exec>& second,
                     Index words, const TeamTallies& tallies) {
    bring(pairs_.ij.planes());
    if (of_col_.extent(0) == 0) {
      of_col_ = positive_counts<Exec>(blocks_[2]);
      alone_ = DeviceBytes<Exec>("encke::alone", static_cast<std::size_t>(tallies.rows) * 8);
    }
    auto* const alone = reinterpret_cast<std::int32_t*>(alone_.data());
    CountAlone{first.streams[0].group(pivot / 8) + pivot % 8 * 8,
               first.streams[1].group(pivot / 8) + pivot % 8 * 8,
               second.streams[0],
               second.streams[1],
               words,
               alone,
               alone + tallies.rows}
        .template run<Exec>(tallies.rows);
    constexpr int positive = 4;  // plane of the tallies of pairs
    EachTally<Exec, TripleConstants>::run(
        tallies,
        {tallies, at(ij_, pairs_.ij, positive, pivot), at(ik_, pairs_.ik, positive, pivot),
         at(jk_, pairs_.jk, positive, 0), pairs_.jk.row_stride(),
         reinterpret_cast<const std::int32_t*>(of_col_.data()), alone, alone + tallies.rows});
  }

  /// What tests know of a pivot, its place in the first block.
  void set_pivot(Index pivot, const TeamScreen<Exec>& test, bool missing, cuda::ScreenData& data) {
    const PackedVectors& vectors = *blocks_[0].vectors;
    const Index local = blocks_[0].range.begin + pivot, index = local + blocks_[0].offset;
    std::visit([&](const auto& bound) { cuda::set_pivot_data(data, bound, vectors, local, index); },
               test.screen());
    test.set_pivot_limit(index, data);
    const int planes =
        cuda::pair_planes_of(&test.screen(), vectors.element(), missing, pairs_.ij.planes());
    if (planes == 0) return;
    bring(planes);
    data.pivot_rows = ij_.data() + pivot * pairs_.ij.row_stride() * pairs_.ij.item();
    data.pivot_cols = ik_.data() + pivot * pairs_.ik.row_stride() * pairs_.ik.item();
    data.row_cols = jk_.data();
    data.row_stride = pairs_.jk.row_stride();
    data.pivot_rows_plane = pairs_.ij.plane_stride();
    data.pivot_cols_plane = pairs_.ik.plane_stride();
    data.row_cols_plane = pairs_.jk.plane_stride();
  }

 private:
  static const std::int32_t* at(const DeviceBytes<Exec>& copy, const PairTallies& of, int plane,
                                Index row) {
    return reinterpret_cast<const std::int32_t*>(copy.data()) + plane * of.plane_stride() +
           row * of.row_stride();
  }
  /// The first `planes` of all three, unless they are there.
  void bring(int planes) {
    if (planes_ >= planes) return;
    const auto copy = [&](const PairTallies& from) {
      return copy_to<Exec>(from.data(), static_cast<std::size_t>(planes * from.plane_bytes()));
    };
    ij_ = copy(pairs_.ij);
    ik_ = copy(pairs_.ik);
    jk_ = copy(pairs_.jk);
    planes_ = planes;
  }

  TripleTiles::Pairs pairs_;
  Array<Operand, 3> blocks_;
  int planes_ = 0;
  DeviceBytes<Exec> ij_, ik_, jk_, of_col_, alone_;
};

}  // namespace encke::kokkos
