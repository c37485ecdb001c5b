#include <encke/ordination/read_distances.hpp>

#include "support/fuzz.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace encke;
  std::string_view input(reinterpret_cast<const char*>(data), size);
  // A matrix of distances, as text or as .npy with a file of ids.
  const bool with_ids = fuzz::choose(input, 2) == 1;
  const auto files = fuzz::parts(input, 2);
  const auto matrix = fuzz::file("d", files[0]);
  const auto ids = with_ids ? fuzz::file("ids", files[1]) : std::string();
  return fuzz::expect_documented(
      [&] { (void)ordination::read_distances(matrix, ids, fuzz::memory); });
}
