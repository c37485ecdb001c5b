#include <encke/io/table/biom_table.hpp>
#include <encke/io/tree/biom_parts.hpp>

#include "support/fuzz.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace encke;
  std::string_view input(reinterpret_cast<const char*>(data), size);
  // A table in BIOM 1.
  const auto path = fuzz::file("t.biom", input);
  fuzz::expect_documented([&] { (void)io::detail::read_biom_json(path, fuzz::memory); });
  return fuzz::expect_documented([&] {
    fuzz::read(io::open_biom_table(
        path, Element::float64, io::Compare::samples,
        {.rare = {.min_samples = 1, .min_frequency = 2}, .subsample = {.depth = 3, .seed = 1}}, {},
        fuzz::memory));
  });
}
