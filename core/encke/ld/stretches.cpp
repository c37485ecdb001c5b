#include <encke/base/error.hpp>
#include <encke/base/index.hpp>
#include <encke/io/chromosome_numbers.hpp>
#include <encke/ld/stretches.hpp>

namespace encke::ld {
std::vector<Stretch> stretches_of(const io::Sites& sites) {
  if (sites.empty()) {
    throw Error(Failure::inconsistent,
                "the input does not say on which chromosomes its variants are");
  }
  sites.check_chromosomes();
  const auto chromosomes = io::chromosome_numbers(sites);
  std::vector<Stretch> stretches;
  for (Index v = 0; v < sites.size(); ++v) {
    if (v > 0 && chromosomes[idx(v)] == chromosomes[idx(v - 1)]) {
      stretches.back().vectors.end = v + 1;
    } else {
      stretches.push_back({{v, v + 1}, io::kind_of_chromosome(sites.chromosome(v))});
    }
  }
  return stretches;
}

}  // namespace encke::ld
