// A few variants against all others, and pairs of neighbours alone: Plan::domain says which pairs
// are compared. Values are those of all pairs, to the last bit; what is not in the domain costs
// next to nothing.
#include <encke/encke.hpp>
#include <iostream>
#include <numeric>
#include <vector>

int main(int argc, char** argv) try {
  encke::Runtime runtime(argc, argv);
  const encke::Index variants = 200;
  const auto data = encke::io::make_synthetic(
      {.element = encke::Element::genotype_moments, .vectors = variants, .fields = 300});

  std::vector<encke::Index> candidates = {3, 14, 159}, genome(variants);
  std::iota(genome.begin(), genome.end(), 0);
  encke::Plan plan;
  plan.domain = encke::Domain::of_sets(variants, {candidates, genome});
  encke::sink::Collect proxies;
  encke::run(encke::RSquared{}, data.vectors, plan, proxies);
  std::cout << proxies.pairs().size() << " pairs with a candidate\n";

  plan.domain = encke::Domain::of_window(encke::Window::within_places(variants, 10));
  encke::sink::Collect near;
  encke::run(encke::RSquared{}, data.vectors, plan, near);
  std::cout << near.pairs().size() << " pairs of neighbours\n";

  // each candidate with all others, but pairs of two candidates once
  const bool right = std::ssize(proxies.pairs()) == 3 * (variants - 1) - 3;
  return right && plan.domain.tuples(2, variants) >= std::ssize(near.pairs()) ? 0 : 1;
} catch (const encke::Error& error) {
  std::cerr << error.what() << '\n';
  return error.exit_code();
}
