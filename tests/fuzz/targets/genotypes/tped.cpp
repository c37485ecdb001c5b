#include <encke/io/plink/tped.hpp>

#include "support/fuzz.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace encke;
  std::string_view input(reinterpret_cast<const char*>(data), size);
  // A .tped and a .tfam.
  const auto files = fuzz::parts(input, 2);
  fuzz::file("t.tped", files[0]);
  fuzz::file("t.tfam", files[1]);
  return fuzz::expect_documented([] { fuzz::read(io::open_tped(fuzz::path_of("t"))); });
}
