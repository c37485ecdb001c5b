#include <encke/io/plink/plink_text.hpp>
#include <encke/network/sets/variants.hpp>

#include "support/fuzz.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace encke;
  std::string_view input(reinterpret_cast<const char*>(data), size);
  // A .fam and a .bim.
  const auto files = fuzz::parts(input, 2);
  const auto fam = fuzz::file("p.fam", files[0]);
  const auto bim = fuzz::file("p.bim", files[1]);
  fuzz::expect_documented([&] {
    io::ReadLog log;
    (void)io::read_fam(fam, log);
  });
  fuzz::expect_documented([&] {
    io::ReadLog log;
    const auto variants = io::read_bim(bim, log);
    (void)io::remark_same_variants(variants.ids, log);
    (void)variants.sites.texts();
  });
  return fuzz::expect_documented([&] { (void)network::Variants::read_bim(bim); });
}
