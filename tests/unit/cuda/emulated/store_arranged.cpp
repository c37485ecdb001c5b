#include <encke/base/function.hpp>

#include "cuda/kernels/epilogue.hpp"
#include "device.hpp"
#include "warpgroup_exec.hpp"

namespace encke::test {
namespace {

template <bool matches>
using Tile = cuda::WarpgroupTile<matches, EmulatedWarpgroups>;

/// Runs body(exec, row, column) for the tiles of `rows` by `cols` entries from the first of a job
/// on, or for those of a list.
template <class F>
void each_arranged_tile(const cuda::WarpgroupJob& job, Index rows, Index cols,
                        const cuda::TileList& tiles, const F& body) {
  using Shape = cuda::WarpgroupShape;
  const auto run = [&](Index row, Index col) {
    EmulatedWarpgroups exec(Shape::shared_bytes);
    body(exec, row + job.first_row / Shape::rows, col + job.first_col / Shape::cols);
  };
  for (Index t = 0; t < tiles.count; ++t) run(tiles.places[t].row, tiles.places[t].col);
  if (tiles.places != nullptr) return;
  for (Index r = 0; r < divide_up(rows, Shape::rows); ++r) {
    for (Index c = 0; c < divide_up(cols, Shape::cols); ++c) run(r, c);
  }
}

}  // namespace

void EmulatedDevice::arrange(int queue, const cuda::ArrangeJob& job) {
  ++arrangements;
  put(queue, [=] {
    for (Index i = 0; i < job.items(); ++i) cuda::arrange_pair(job, i);
  });
}

void EmulatedDevice::store_arranged(int queue, cuda::BitList list, const cuda::WarpgroupJob& job,
                                    Index rows, Index cols, const cuda::TallyPlanes& out) {
  ++stores;
  put(queue, [=] {
    const auto store = [&](auto matches) {
      each_arranged_tile(job, rows, cols, {}, [&](EmulatedWarpgroups& exec, Index r, Index c) {
        cuda::store_tile<Tile<decltype(matches)::value>>(exec, job, out, r, c);
      });
    };
    list == cuda::BitList::matches ? store(std::true_type{}) : store(std::false_type{});
  });
}

void EmulatedDevice::select_arranged(int queue, const cuda::WarpgroupJob& job, Index rows,
                                     Index cols, const cuda::ScreenJob& screen) {
  ++selections;
  put(queue, [=, this] {
    cuda::with_selection<cuda::Complete>(
        screen.kind, screen.way, screen.data, [&](const auto& test, auto parted) {
          each_arranged_tile(job, rows, cols, screen.tiles,
                             [&](EmulatedWarpgroups& exec, Index r, Index c) {
                               ++tiles;
                               cuda::select_tile<Tile<false>, decltype(parted)::value>(
                                   exec, job, test, screen.out, r, c);
                             });
        });
  });
}

}  // namespace encke::test
