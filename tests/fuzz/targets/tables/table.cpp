#include <encke/io/table/table.hpp>

#include "support/fuzz.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace encke;
  std::string_view input(reinterpret_cast<const char*>(data), size);
  // A text table; what its cells are, the first bytes say.
  const Element elements[] = {Element::bit, Element::float32, Element::float64, Element::count2,
                              Element::count16};
  const Element element = elements[fuzz::choose(input, std::size(elements))];
  const auto compare = fuzz::choose(input, 2) == 1 ? io::Compare::features : io::Compare::samples;
  const auto path = fuzz::file("t.tsv", input);
  return fuzz::expect_documented([&] { fuzz::read(io::open_table(path, element, {}, compare)); });
}
