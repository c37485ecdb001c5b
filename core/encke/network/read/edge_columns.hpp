#pragma once

#include <array>
#include <cstddef>
#include <encke/base/error.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace encke::network {

/// What a line of a file of edges has in which column, from 0.
struct EdgeColumns {
  std::string_view format = "abc";  ///< its name for people
  int way = 2;                      ///< labels of a line
  std::array<std::size_t, 3> label{};
  std::array<std::size_t, 3> allele{};  ///< where has_alleles
  bool has_alleles = false;
  std::array<std::size_t, 2> family{};  ///< where has_families: FID, which 0 leaves empty
  bool has_families = false;
  std::size_t value = 2;
  std::size_t count = 3;   ///< columns of a line
  bool header = false;     ///< the first line is none of edges
  bool distances = false;  ///< the header says that values are distances
  bool tabs = true;        ///< tabs separate columns; else blanks and tabs, any number of them
};

/// The columns that the first line of a file tells: a header of Encke (ID1 ID2 ... VALUE or
/// DISTANCE), of PLINK's --r2 (SNP_A SNP_B ... R2; ID_A ID_B ... UNPHASED_R2) or its .kin0 ([FID1]
/// IID1 [FID2] IID2 ... KINSHIP), or two or three labels and a value. Throws MalformedInput for
/// what is none of these.
EdgeColumns columns_of(std::string_view first_line, const std::string& path);

/// The columns of a line; `cells` is emptied before.
void split_columns(std::string_view line, bool tabs, std::vector<std::string_view>& cells);

}  // namespace encke::network
