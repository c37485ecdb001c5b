#include <encke/io/comet/synthetic.hpp>
#include <encke/ld/association.hpp>

#include "support/fuzz.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace encke;
  std::string_view input(reinterpret_cast<const char*>(data), size);
  // The report of an association study.
  const auto path = fuzz::file("report.txt", input);
  return fuzz::expect_documented([&] {
    const auto source =
        io::open_synthetic({.element = Element::genotype, .vectors = 3, .fields = 4});
    (void)ld::read_association(path, {}, *source);
  });
}
