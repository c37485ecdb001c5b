#include <encke/network/edges.hpp>

#include "support/fuzz.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace encke;
  std::string_view input(reinterpret_cast<const char*>(data), size);
  // Edges of a network.
  network::EdgeOptions options;
  const auto form = fuzz::choose(input, 8);
  options.alleles_in_labels = (form & 1U) != 0;
  options.one_minus = (form & 2U) != 0;
  options.triples = (form & 4U) != 0 ? network::Triples::star : network::Triples::pairs;
  const auto path = fuzz::file("n.tsv", input);
  return fuzz::expect_documented([&] { (void)network::read_edges(path, options); });
}
