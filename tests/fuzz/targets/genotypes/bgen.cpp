#include <encke/io/bgen/bgen.hpp>

#include "support/fuzz.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace encke;
  std::string_view input(reinterpret_cast<const char*>(data), size);
  // A .bgen and a .sample, or a .bgen alone.
  io::BgenRules rules;
  const bool apart = fuzz::choose(input, 2) == 1;
  const auto files = fuzz::parts(input, 2);
  const auto bgen = fuzz::file("b.bgen", files[0]);
  if (apart) rules.sample = fuzz::file("b.sample", files[1]);
  io::GenotypeWishes wishes;
  wishes.temporary = fuzz::path_of("b");
  return fuzz::expect_documented([&] { fuzz::read(io::open_bgen(bgen, rules, wishes)); });
}
