#include <encke/io/table/table.hpp>

#include "support/fuzz.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace encke;
  std::string_view input(reinterpret_cast<const char*>(data), size);
  // An array of NumPy.
  const Element elements[] = {Element::bit, Element::float32, Element::float64, Element::count8};
  const Element element = elements[fuzz::choose(input, std::size(elements))];
  const auto path = fuzz::file("a.npy", input);
  return fuzz::expect_documented([&] { fuzz::read(io::open_npy(path, element)); });
}
