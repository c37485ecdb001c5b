#include <encke/io/table/allele_table.hpp>

#include "support/fuzz.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace encke;
  std::string_view input(reinterpret_cast<const char*>(data), size);
  // A table of named alleles.
  const auto path = fuzz::file("a.tsv", input);
  return fuzz::expect_documented([&] { fuzz::read(io::open_allele_table(path)); });
}
