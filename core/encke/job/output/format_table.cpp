#include <array>
#include <encke/job/output/format_table.hpp>

namespace encke::job {
namespace {

Index bytes_of_line(bool /*float32*/) { return 16; }
Index bytes_of_number(bool float32) { return float32 ? 4 : 8; }
/// Both halves of the matrix, and the file beside it from which it is made (see CondensedMatrix).
Index bytes_of_matrix(bool float32) { return 8 + 2 * bytes_of_number(float32); }

constexpr std::array table = {
    FormatRow{.format = Format::edges,
              .name = "edges",
              .ending = ".edges.tsv",
              .help = "a line for each value, with a header",
              .bytes_of_value = bytes_of_line},
    FormatRow{.format = Format::abc,
              .name = "abc",
              .ending = ".abc",
              .help = "labels and value",
              .bytes_of_value = bytes_of_line},
    FormatRow{.format = Format::packed,
              .name = "packed",
              .ending = ".bin",
              .help = "CoMet's records",
              .two_alleles = true,
              .bytes_of_value = bytes_of_line},
    FormatRow{.format = Format::npy,
              .name = "npy",
              .ending = ".npy",
              .help = "all values",
              .holds_all = true,
              .streams = false,
              .sorts = false,
              .bytes_of_value = bytes_of_number},
    FormatRow{.format = Format::lsmat,
              .name = "lsmat",
              .ending = ".lsmat.tsv",
              .help = "the whole matrix",
              .holds_all = true,
              .matrix = true,
              .bytes_of_value = bytes_of_matrix},
    FormatRow{.format = Format::hdf5,
              .name = "hdf5",
              .ending = ".h5",
              .help = "the whole matrix",
              .holds_all = true,
              .matrix = true,
              .streams = false,
              .bytes_of_value = bytes_of_matrix},
};

constexpr bool is_in_order() {
  for (std::size_t i = 0; i < table.size(); ++i) {
    if (table[i].format != static_cast<Format>(i)) return false;
  }
  return true;
}
static_assert(is_in_order());

}  // namespace

std::span<const FormatRow> format_table() { return table; }

const FormatRow& format_row(Format format) { return table[static_cast<std::size_t>(format)]; }

}  // namespace encke::job
