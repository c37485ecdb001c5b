#include <encke/io/tree/branch_table.hpp>

#include "support/fuzz.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace encke;
  std::string_view input(reinterpret_cast<const char*>(data), size);
  // A table in BIOM 1, and a tree.
  const auto files = fuzz::parts(input, 2);
  const auto table = fuzz::file("t.biom", files[0]);
  const auto tree = fuzz::file("t.nwk", files[1]);
  return fuzz::expect_documented([&] {
    fuzz::read(io::open_branches(table, tree, io::BranchForm::abundance, Element::float64, 1, {},
                                 fuzz::memory));
  });
}
