#include <encke/io/tree/biom_parts.hpp>

#include "support/fuzz.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace encke;
  std::string_view input(reinterpret_cast<const char*>(data), size);
  // A table in BIOM 2, read in this process; the HDF5 library is not instrumented.
  const auto path = fuzz::file("h.biom", input);
  return fuzz::expect_documented(
      [&] { (void)io::detail::read_biom_hdf5_here(path, fuzz::memory); });
}
