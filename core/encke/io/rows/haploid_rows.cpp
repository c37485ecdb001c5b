#include <algorithm>
#include <encke/io/rows/haploid_rows.hpp>

namespace encke::io {
namespace {

constexpr unsigned low_of_each = 0x55;

/// The low bit of the code of each sample that is in `kept`.
std::vector<std::uint8_t> lanes_of(const Kept& kept) {
  std::vector<std::uint8_t> lanes((kept.size() + 3) / 4);
  for (std::size_t s = 0; s < kept.size(); ++s) {
    if (kept[s] != 0) lanes[s / 4] |= static_cast<std::uint8_t>(1U << (2 * (s % 4)));
  }
  return lanes;
}

}  // namespace

HaploidRows::HaploidRows(std::vector<Ploidy> ploidy, const Kept& males, const Kept& females) {
  const bool all_diploid =
      std::all_of(ploidy.begin(), ploidy.end(), [](Ploidy of) { return of == Ploidy::diploid; });
  if (all_diploid) return;
  ploidy_ = std::move(ploidy);
  males_ = lanes_of(males);
  females_ = lanes_of(females);
}

// 00 homozygous, 01 missing, 10 heterozygous, 11 homozygous
void HaploidRows::replace(Index row, Range bytes, std::uint8_t* codes) const {
  const bool on_y = of(row) == Ploidy::y;
  for (Index b = bytes.begin; b < bytes.end; ++b) {
    const auto at = static_cast<std::size_t>(b);
    std::uint8_t& byte = codes[b - bytes.begin];
    unsigned code = byte;
    const unsigned het = (code >> 1) & ~code & (on_y ? low_of_each : males_[at]);
    code ^= 3 * het;
    const unsigned none = on_y ? females_[at] : 0U;
    byte = static_cast<std::uint8_t>((code & ~(3 * none)) | none);
  }
}

}  // namespace encke::io
