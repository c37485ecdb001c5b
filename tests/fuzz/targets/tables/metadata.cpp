#include <encke/ordination/groups/grouping.hpp>

#include "support/fuzz.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace encke;
  std::string_view input(reinterpret_cast<const char*>(data), size);
  // A table of metadata.
  const auto path = fuzz::file("m.tsv", input);
  return fuzz::expect_documented([&] {
    (void)ordination::read_sample_column(path, "group", {"a", "b", "c"});
  });
}
