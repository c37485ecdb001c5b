#pragma once

#include <cstdint>
#include <encke/base/error.hpp>
#include <encke/comm/communicator.hpp>
#include <encke/contraction/minima.hpp>
#include <encke/pack/packers.hpp>
#include <span>
#include <vector>

namespace encke {

/// Collective: sums[v] becomes the sum over the group's ranks of their parts' values, all added one
/// after the other in the order of ranks and parts; the same on all ranks. All of equal length.
void sum_in_order(const Communicator& group, std::span<const std::vector<double>> parts,
                  std::span<double> sums);

namespace detail {

/// Collective: the sums of the parts' values over the group's ranks, `size` of them on all.
/// Sums of reals as sum_in_order().
std::vector<double> sum_parts(const Communicator& group, std::size_t size,
                              std::span<const std::vector<double>> parts);
std::vector<std::int64_t> sum_parts(const Communicator& group, std::size_t size,
                                    std::span<const std::vector<std::int64_t>> parts);

}  // namespace detail

/// Collective over a field group: the own sums, over all fields, of the `vectors` vectors of which
/// each rank has `parts` of the fields (see FieldGroup::Parts). Sums of reals have the order that
/// Minima defines. Throws Error(internal) unless every part has as many vectors.
template <class C>
std::vector<Array<typename C::accumulator, C::channels>> field_margins(
    const Communicator& group, std::span<const PackedVectors* const> parts, Index vectors) {
  constexpr int channels = C::channels;
  const auto size = static_cast<std::size_t>(vectors * channels);
  std::vector<std::vector<typename C::accumulator>> own;
  for (const PackedVectors* part : parts) {
    if (part->vectors() != vectors) {
      throw Error(Failure::internal, "a field group: parts of different numbers of vectors");
    }
    auto& sums = own.emplace_back();
    sums.reserve(size);
    for (Index v = 0; v < vectors; ++v) {
      const auto of_part = margin<C>(*part, v);
      sums.insert(sums.end(), of_part.begin(), of_part.end());
    }
  }
  const std::vector<typename C::accumulator> all = detail::sum_parts(group, size, own);
  std::vector<Array<typename C::accumulator, C::channels>> margins(
      static_cast<std::size_t>(vectors));
  for (std::size_t i = 0; i < size; ++i) {
    margins[i / channels][static_cast<int>(i % channels)] = all[i];
  }
  return margins;
}

}  // namespace encke
