#pragma once

#include <Kokkos_Core.hpp>
#include <encke/backend/backend.hpp>
#include <encke/base/error.hpp>
#include <string>
#include <utility>

#include "kokkos/tiles/element_forms.hpp"

namespace encke::kokkos {

template <class Exec>
using DeviceBytes = Kokkos::View<std::byte*, typename Exec::memory_space>;

using HostBytes =
    Kokkos::View<const std::byte*, Kokkos::HostSpace, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;

/// The words of a block of vectors in the memory of an execution space.
template <class Exec>
struct DevicePanel {
  DeviceBytes<Exec> values;
  DeviceBytes<Exec> mask;
  Stream streams[2];

  /// `masked`: bring the presence masks too.
  DevicePanel(const Operand& block, bool masked) {
    const Panel panel = block.vectors->panel(block.range);
    // Groups are padded to whole team tiles, so that teams need not look where the block ends.
    const Index groups = round_up(panel.vectors, 64) / panel.lanes;
    const Index present = divide_up(panel.vectors, panel.lanes);
    values = copy("encke::panel values", panel.values, present, groups);
    streams[0] = {values.data(), panel.values.group_stride};
    if (!masked) return;
    const Stream masks = block.vectors->mask_panel(block.range.begin / panel.lanes);
    mask = copy("encke::panel mask", masks, present, groups);
    streams[1] = {mask.data(), masks.group_stride};
  }

 private:
  static DeviceBytes<Exec> copy(const std::string& label, const Stream& from, Index present,
                                Index groups) {
    const auto stride = static_cast<std::size_t>(from.group_stride);
    DeviceBytes<Exec> to(label, stride * static_cast<std::size_t>(groups));
    const auto bytes = stride * static_cast<std::size_t>(present);
    Kokkos::deep_copy(Kokkos::subview(to, std::make_pair(std::size_t{0}, bytes)),
                      HostBytes(from.data, bytes));
    return to;
  }
};

/// How a pivot is folded into a vector, for code on a device.
enum class Folding { genotypes, bits, tables, count2, count3, count8, count16, float32, float64 };

/// How that is done with an element: a row for each that triples can have.
inline Folding folding_of(Element element) {
  static constexpr std::pair<Element, Folding> rows[] = {
      {Element::genotype, Folding::genotypes},  {Element::bit, Folding::bits},
      {Element::case_control, Folding::tables}, {Element::count2, Folding::count2},
      {Element::count3, Folding::count3},       {Element::count8, Folding::count8},
      {Element::count16, Folding::count16},     {Element::float32, Folding::float32},
      {Element::float64, Folding::float64}};
  for (const auto& [known, folding] : rows) {
    if (known == element) return folding;
  }
  throw Error(Failure::internal, "an element of which there are no triples");
}

/// Folds a pivot into all vectors of a block, on the device: the left planes of the form that
/// multiplies them, see ElementForm.
template <class Exec>
class TeamFold {
 public:
  TeamFold(const DevicePanel<Exec>& pivots, Index pivot, const DevicePanel<Exec>& vectors,
           std::byte* out, Element element, bool missing)
      : pivot_{pivots.streams[0].group(pivot / element.lanes()) +
                   pivot % element.lanes() * (64 / element.lanes()),
               missing ? pivots.streams[1].group(pivot / 8) + pivot % 8 * 8 : nullptr},
        vectors_{vectors.streams[0], vectors.streams[1]},
        out_(out),
        folding_(folding_of(element)),
        lanes_(element.lanes()),
        missing_(missing) {}

  void run(Index groups, Index words) {
    words_ = words;
    Kokkos::parallel_for(
        "encke::fold",
        Kokkos::RangePolicy<Exec, Kokkos::IndexType<Index>>(0, groups * words * lanes_), *this);
  }

  KOKKOS_FUNCTION void operator()(Index item) const {
    const Index lane = item % lanes_;
    const Index word = item / lanes_ % words_;
    const Index group = item / (lanes_ * words_);
    if (folding_ == Folding::float32) return minimum<float>(group, word, lane);
    if (folding_ == Folding::float64) return minimum<double>(group, word, lane);
    if (folding_ == Folding::bits) return bits(group, word, lane);
    if (folding_ == Folding::tables) {
      return missing_ ? tables<3>(group, word, lane) : tables<2>(group, word, lane);
    }
    if (folding_ == Folding::count2) return count_planes<2>(group, word, lane);
    if (folding_ == Folding::count3) return count_planes<3>(group, word, lane);
    if (folding_ == Folding::count8) return counts<std::uint8_t>(group, word, lane);
    if (folding_ == Folding::count16) return counts<std::uint16_t>(group, word, lane);
    const auto* i = at<std::uint64_t>(pivot_[0], word * 128);
    const auto* j = at<std::uint64_t>(vectors_[0].group(group), word * 128) + lane;
    if (!missing_) {
      auto* out = write<std::uint64_t>((group * words_ + word) * 128) + lane;
      out[0] = i[0] & j[0];
      out[8] = i[8] ^ j[8];
      return;
    }
    const auto mi = *at<std::uint64_t>(pivot_[1], word * 64);
    const auto mj = at<std::uint64_t>(vectors_[1].group(group), word * 64)[lane];
    auto* out = write<std::uint64_t>((group * words_ + word) * 64 * forms::triple_planes) + lane;
    planes_of(out, i[0], i[8], mi, j[0], j[8], mj,
              std::make_integer_sequence<int, forms::triple_planes>());
  }

 private:
  template <class T>
  KOKKOS_FUNCTION static const T* at(const std::byte* p, Index offset) {
    return reinterpret_cast<const T*>(p + offset);
  }
  template <class T>
  KOKKOS_FUNCTION T* write(Index offset) const {
    return reinterpret_cast<T*>(out_ + offset);
  }
  template <class T>
  KOKKOS_FUNCTION void minimum(Index group, Index word, Index lane) const {
    const T u = *at<T>(pivot_[0], word * 64);
    const T v = at<T>(vectors_[0].group(group), word * 64)[lane];
    write<T>((group * words_ + word) * 64)[lane] = u < v ? u : v;
  }
  KOKKOS_FUNCTION void bits(Index group, Index word, Index lane) const {
    const auto bi = *at<std::uint64_t>(pivot_[0], word * 64);
    const auto bj = at<std::uint64_t>(vectors_[0].group(group), word * 64)[lane];
    if (!missing_) {
      write<std::uint64_t>((group * words_ + word) * 64)[lane] = bi & bj;
      return;
    }
    const auto mi = *at<std::uint64_t>(pivot_[1], word * 64);
    const auto mj = at<std::uint64_t>(vectors_[1].group(group), word * 64)[lane];
    auto* out = write<std::uint64_t>((group * words_ + word) * 64 * forms::bit_triple_planes);
    out[lane] = bi & bj;
    out[8 + lane] = bi & mj;
    out[16 + lane] = mi & bj;
    out[24 + lane] = mi & mj;
  }
  /// A number that is known when the code is compiled: the words stay in registers.
  template <int planes>
  KOKKOS_FUNCTION void tables(Index group, Index word, Index lane) const {
    std::uint64_t i[3] = {}, j[3] = {};
    for (int p = 0; p < planes; ++p) {
      const int stream = p / 2;  // the mask has one of its own
      const Index offset = word * (stream == 0 ? 128 : 64) + p % 2 * 64;
      i[p] = *at<std::uint64_t>(pivot_[stream], offset);
      j[p] = at<std::uint64_t>(vectors_[stream].group(group), offset)[lane];
    }
    auto* out = write<std::uint64_t>((group * words_ + word) * 64 * planes * planes) + lane;
    for (int p = 0; p < planes * planes; ++p) out[p * 8] = i[p / planes] & j[p % planes];
  }
  template <int planes>
  KOKKOS_FUNCTION void count_planes(Index group, Index word, Index lane) const {
    forms::fold_count<planes>(
        at<std::uint64_t>(pivot_[0], word * planes * 64),
        at<std::uint64_t>(vectors_[0].group(group), word * planes * 64) + lane,
        write<std::uint64_t>((group * words_ + word) * planes * 64) + lane);
  }
  template <class T>
  KOKKOS_FUNCTION void counts(Index group, Index word, Index lane) const {
    constexpr Index in_word = 8 / sizeof(T);
    const T* u = at<T>(pivot_[0], word * 64);
    const T* v = at<T>(vectors_[0].group(group), word * 64) + lane * in_word;
    T* out = write<T>((group * words_ + word) * 64) + lane * in_word;
    for (Index i = 0; i < in_word; ++i) out[i] = u[i] < v[i] ? u[i] : v[i];
  }
  template <int... p>
  KOKKOS_FUNCTION static void planes_of(std::uint64_t* out, std::uint64_t zi, std::uint64_t si,
                                        std::uint64_t mi, std::uint64_t zj, std::uint64_t sj,
                                        std::uint64_t mj, std::integer_sequence<int, p...>) {
    ((out[p * 8] = forms::fold_plane<p>(zi, si, mi, zj, sj, mj)), ...);
  }

  const std::byte* pivot_[2];
  Stream vectors_[2];
  std::byte* out_;
  Folding folding_;
  int lanes_;
  bool missing_;
  Index words_ = 0;
};

}  // namespace encke::kokkos
