#include <bit>
#include <encke/io/samples/plane_sums.hpp>

namespace encke::io {

void note_plane_sums(PackedVectors& to) {
  constexpr Index lanes = 8;
  const PackedVectors::Storage storage = to.storage();
  const int planes = to.element().planes();
  for (Index v = 0; v < to.vectors(); ++v) {
    const Index first = v / lanes * to.words();
    Index sums[2] = {0, 0}, present = 0;
    for (Index w = 0; w < to.words(); ++w) {
      for (int p = 0; p < planes; ++p) {
        sums[p] += std::popcount(storage.words()[((first + w) * planes + p) * lanes + v % lanes]);
      }
      if (storage.mask != nullptr) {
        present += std::popcount(storage.mask[(first + w) * lanes + v % lanes]);
      }
    }
    const auto at = static_cast<std::size_t>(v);
    to.set_present(v, storage.mask == nullptr ? to.fields() : present);
    storage.margins.positive[at] = sums[0] - sums[1];  // of bits there is no second plane
    storage.margins.x_sum[at] = sums[0] - 2 * sums[1];
  }
}

}  // namespace encke::io
