#include <encke/io/comet/packed_file.hpp>

#include "support/fuzz.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace encke;
  std::string_view input(reinterpret_cast<const char*>(data), size);
  // A packed file of vectors and fields that the first bytes say.
  const Element elements[] = {Element::genotype, Element::bit, Element::float32, Element::float64,
                              Element::count8};
  const Element element = elements[fuzz::choose(input, std::size(elements))];
  const auto vectors = static_cast<Index>(fuzz::choose(input, 256));
  const auto fields = static_cast<Index>(fuzz::choose(input, 256));
  const auto path = fuzz::file("v.bin", input);
  return fuzz::expect_documented(
      [&] { fuzz::read(io::open_packed(path, element, vectors, fields)); });
}
