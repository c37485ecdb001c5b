#include <encke/io/table/fps.hpp>

#include "support/fuzz.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace encke;
  std::string_view input(reinterpret_cast<const char*>(data), size);
  // Fingerprints of molecules.
  const auto path = fuzz::file("m.fps", input);
  return fuzz::expect_documented([&] { fuzz::read(io::open_fps(path)); });
}
