#include <fmt/format.h>

#include <algorithm>
#include <encke/base/text/printable.hpp>
#include <encke/comm/agree.hpp>
#include <encke/io/padding.hpp>

namespace encke::io {
namespace {

constexpr Index most_rows = 1024;
constexpr Index telling_rows = 32;  // in fewer a sample may have the same code by chance

std::string remark(const InputFile& file, const RowEnds& ends) {
  const Index row_bytes = divide_up(ends.samples, 4);
  const Index in_last = ends.samples - 4 * (row_bytes - 1);  // samples in the last byte: 1 to 4
  const Index looked = std::min(ends.rows, most_rows);
  Index padded = 0;        // rows with bits that should not be
  unsigned all_codes = 0;  // of the last bytes together
  for (Index i = 0; i < looked; ++i) {
    const Index row = i * ends.rows / looked;
    std::byte last{};
    file.read_at(ends.offset + (row + 1) * row_bytes - 1, std::span(&last, 1));
    const auto codes = std::to_integer<unsigned>(last);
    padded += codes >> (2 * in_last) != 0 ? 1 : 0;
    all_codes |= codes;
  }
  if (padded > 0) {
    return fmt::format(
        "{}: bits after the last of {} samples are not 0 in {} of {} {} looked at: it may "
        "have more samples than that",
        printable(file.path()), ends.samples, padded, looked, ends.bed ? "variants" : "vectors");
  }
  if (!ends.bed || looked < telling_rows) return "";
  Index surplus = 0;  // the first code of the byte is needed for its being there
  while (surplus < in_last - 1 && all_codes >> (2 * (in_last - surplus - 1)) == 0) ++surplus;
  if (surplus == 0) return "";
  return fmt::format(
      "{}: the last {} of {} samples have the code 00 in all of {} variants looked at, as the bits "
      "after the last sample have: it may have fewer samples than that",
      printable(file.path()), surplus, ends.samples, looked);
}

}  // namespace

std::string remark_on_row_ends(const InputFile& file, const RowEnds& ends,
                               const Communicator& world) {
  std::string text;
  agree(world, [&] {
    if (world.is_root()) text = remark(file, ends);
  });
  return world.broadcast(text, 0);
}

}  // namespace encke::io
