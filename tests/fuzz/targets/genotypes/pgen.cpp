#include <encke/io/pgen/pgen.hpp>

#include "support/fuzz.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace encke;
  std::string_view input(reinterpret_cast<const char*>(data), size);
  // A .pgen, .pvar and .psam.
  const auto several =
      fuzz::choose(input, 2) == 1 ? io::Multiallelics::ref : io::Multiallelics::error;
  const auto files = fuzz::parts(input, 3);
  fuzz::file("g.pgen", files[0]);
  fuzz::file("g.pvar", files[1]);
  fuzz::file("g.psam", files[2]);
  return fuzz::expect_documented(
      [&] { fuzz::read(io::open_pgen(io::pgen_files(fuzz::path_of("g")), {}, several)); });
}
