#include <encke/io/pgen/psam.hpp>
#include <encke/io/pgen/pvar.hpp>

#include "support/fuzz.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace encke;
  std::string_view input(reinterpret_cast<const char*>(data), size);
  // A .pvar and a .psam.
  const auto files = fuzz::parts(input, 2);
  const auto pvar = fuzz::file("g.pvar", files[0]);
  const auto psam = fuzz::file("g.psam", files[1]);
  fuzz::expect_documented([&] {
    io::ReadLog log;
    (void)io::read_pvar(pvar, log);
  });
  return fuzz::expect_documented([&] {
    io::ReadLog log;
    (void)io::read_psam(psam, "", log);
  });
}
