#include <encke/io/tree/newick.hpp>

#include "support/fuzz.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace encke;
  std::string_view input(reinterpret_cast<const char*>(data), size);
  // A tree.
  return fuzz::expect_documented([&] {
    const auto tree = io::parse_newick(input, "tree");
    io::check_tree(tree, "tree");
  });
}
