#pragma once

#include <algorithm>
#include <encke/backend/backend.hpp>
#include <encke/base/error.hpp>
#include <limits>
#include <utility>

#include "device_panel.hpp"
#include "kokkos/tiles/team_loop.hpp"
#include "selected_tiles.hpp"
#include "team_constants.hpp"
#include "team_gemm.hpp"
#include "team_screen.hpp"

namespace encke::kokkos {

/// The tallies of rows and columns in the memory of `Exec`, which are multiplied and tested there.
template <class Exec>
class TeamProduct {
 public:
  /// Candidates may take one in so many of the bytes of all tallies; else all are copied.
  static constexpr Index most_kept = 8;

  /// Multiplies `b`, whose sides are `rows` and `cols`: `planes` tallies of each entry.
  void make(Block b, const Operand& rows, const Operand& cols, Products::Function multiply,
            int planes, const ElementForm& form) {
    block_ = b;
    planes_ = planes;
    form_ = &form;
    rows_ = rows.indices();
    cols_ = cols.indices();
    grow(tallies_, bytes());
    Kokkos::deep_copy(first(tallies_, bytes()), std::byte{0});
    const Range words = b.words;
    const Index of_class = planes / form.classes * b.plane_stride * item();
    for (int c = 0; c < form.classes; ++c) {
      if (form.classes > 1) b.words = rows.vectors->class_words(c);
      if (form.segment > 0) b.words.end = std::min(form.segment, words.end);
      b.tallies = tallies_.data() + c * of_class;
      multiply(b);
    }
    if (b.words.end < words.end) add_segments(b, multiply, words.end);
  }

  /// For constants that are to be added: the tallies that exist, of int32.
  TeamTallies tallies() const {
    return {reinterpret_cast<std::int32_t*>(tallies_.data()), block_.plane_stride,
            block_.row_stride, rows_.size(), cols_.size()};
  }

  /// All tallies, copied to the host.
  TallyMatrix fetch() {
    if (host_.extent(0) < bytes()) host_ = Kokkos::create_mirror_view(tallies_);
    Kokkos::deep_copy(first(host_, bytes()), first(tallies_, bytes()));
    return {host_.data(), block_.plane_stride, block_.row_stride};
  }

  /// Tests the tallies and copies what may pass to the host: `found`, but for its pairs. False
  /// where that is too much. Throws Error(gpu) where the device has not run the test: what it has
  /// not tested would look like tallies that all fail.
  bool select(const TeamScreen<Exec>& test, const cuda::ScreenData& data, SelectedTiles& found) {
    if (rows_.size() * cols_.size() > most_counted) return false;
    const Index tiles =
        divide_up(rows_.size(), cuda::screen_rows) * divide_up(cols_.size(), cuda::screen_cols);
    const auto span_bytes =
        static_cast<std::size_t>(16 + tiles * static_cast<Index>(sizeof(cuda::TileSpan)));
    const Index entry = 4 + planes_ * item();
    const Index most = static_cast<Index>(bytes()) / most_kept / entry;
    const Index capacity = std::min(rows_.size() * cols_.size(), std::max(least_kept, most));
    grow(spans_, span_bytes);
    grow(entries_, static_cast<std::size_t>(capacity * entry));
    Kokkos::deep_copy(first(spans_, span_bytes), unwritten);
    Kokkos::deep_copy(first(spans_, 16), std::byte{0});
    const cuda::Candidates out{reinterpret_cast<std::int32_t*>(entries_.data()),
                               static_cast<std::int32_t>(capacity),
                               reinterpret_cast<std::int32_t*>(spans_.data()),
                               reinterpret_cast<cuda::TileSpan*>(spans_.data() + 16)};
    select_by_teams({tallies_.data(), form_->reals, planes_, block_.plane_stride, block_.row_stride,
                     rows_.size(), cols_.size(), block_.diagonal},
                    {test.kind(), test.way(), data, out});
    copy_out(spans_, span_bytes, spans_host_);
    const auto* const spans = reinterpret_cast<const cuda::TileSpan*>(spans_host_.data() + 16);
    if (std::any_of(spans, spans + tiles, [](const auto& span) { return span.count < 0; })) {
      throw Error(Failure::gpu, "the device has not run a kernel that tests tallies");
    }
    const auto total = *reinterpret_cast<const std::int32_t*>(spans_host_.data());
    if (total > capacity) return false;
    copy_out(entries_, static_cast<std::size_t>(total * entry), entries_host_);
    found.rows = rows_;
    found.cols = cols_;
    found.planes = planes_;
    found.item = item();
    found.tile_rows = cuda::screen_rows;
    found.tile_cols = cuda::screen_cols;
    found.spans = spans;
    found.entries = reinterpret_cast<const std::int32_t*>(entries_host_.data());
    return true;
  }

 private:
  // named HostMirror up to Kokkos 4, host_mirror_type in 5
  using HostMirror = decltype(Kokkos::create_mirror_view(std::declval<DeviceBytes<Exec>>()));
  static constexpr Index least_kept = 4096;
  static constexpr Index most_counted = std::numeric_limits<std::int32_t>::max();
  static constexpr std::byte unwritten{0xff};  ///< makes the count of a span -1

  Index item() const { return form_->tally_bytes(); }
  std::size_t bytes() const {
    return static_cast<std::size_t>(planes_ * block_.plane_stride * item());
  }
  template <class View>
  static auto first(const View& of, std::size_t count) {
    return Kokkos::subview(of, std::make_pair(std::size_t{0}, count));
  }
  static void grow(DeviceBytes<Exec>& memory, std::size_t size) {
    if (memory.extent(0) < size) memory = DeviceBytes<Exec>("encke::tallies", size);
  }
  static void copy_out(const DeviceBytes<Exec>& from, std::size_t count, HostMirror& to) {
    if (to.extent(0) < count) to = Kokkos::create_mirror_view(from);
    Kokkos::deep_copy(first(to, count), first(from, count));
  }

  /// Adds the sums over further segments, one after the other, see Minima.
  void add_segments(Block b, Products::Function multiply, Index words) {
    const Index count = planes_ * b.plane_stride;
    grow(segment_, static_cast<std::size_t>(count) * sizeof(double));
    b.tallies = segment_.data();
    while (b.words.end < words) {
      b.words = {b.words.end, std::min(b.words.end + form_->segment, words)};
      Kokkos::deep_copy(segment_, std::byte{0});
      multiply(b);
      AddDoubles<Exec>{reinterpret_cast<double*>(tallies_.data()),
                       reinterpret_cast<const double*>(segment_.data())}
          .run(count);
    }
  }

  Block block_;
  int planes_ = 0;
  const ElementForm* form_ = nullptr;
  Range rows_, cols_;  ///< of the whole problem
  DeviceBytes<Exec> tallies_, segment_, spans_, entries_;
  HostMirror host_, spans_host_, entries_host_;
};

}  // namespace encke::kokkos
