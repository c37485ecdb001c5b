// Every profile of one matrix with every profile of another, both in memory: they are packed one
// behind the other, and Plan::domain has the pairs of one of each. Pairs of the same matrix cost
// next to nothing.
#include <cmath>
#include <encke/encke.hpp>
#include <iostream>
#include <numeric>
#include <vector>

int main(int argc, char** argv) try {
  encke::Runtime runtime(argc, argv);
  using encke::Index, encke::io::matrix_of, encke::io::VectorsAre;
  const Index queries = 2, references = 3, features = 4;
  const std::vector<double> a = {1, 0, 2, 1,  //
                                 0, 3, 0, 1};
  const std::vector<double> b = {1, 0, 2, 1,  //
                                 0, 0, 0, 4,  //
                                 2, 3, 0, 0};

  const encke::io::MatrixElements reals{.element = encke::Element::float64};
  encke::PackedVectors both = encke::io::room_for_matrix(reals, queries + references, features);
  // of genotypes and bits the first matrix is filled up to a multiple of 8 vectors
  encke::io::pack_matrix_into(both, 0, matrix_of(a, queries, features, VectorsAre::rows), reals);
  encke::io::pack_matrix_into(both, queries, matrix_of(b, references, features, VectorsAre::rows),
                              reals);

  std::vector<Index> first(queries), second(references);
  std::iota(first.begin(), first.end(), 0);
  std::iota(second.begin(), second.end(), queries);
  encke::Plan plan;
  plan.domain = encke::Domain::of_sets(both.vectors(), {first, second});

  std::vector<double> similarity(queries * references);
  const auto report = encke::run(encke::Ps{}, both, plan, [&](std::span<const encke::Hit<2>> hits) {
    for (const auto& hit : hits) {
      const Index row = hit.index[0], column = hit.index[1] - queries;
      similarity[row * references + column] = hit.value;
    }
  });
  for (Index row = 0; row < queries; ++row) {
    for (Index column = 0; column < references; ++column) {
      std::cout << similarity[row * references + column] << (column + 1 < references ? ' ' : '\n');
    }
  }
  // equal profiles; 2 * min(3, 3) of 4 + 5
  const bool right = similarity[0] == 1 && std::abs(similarity[5] - 2 * 3 / 9.) < 1e-15;
  return right && report.hits == queries * references ? 0 : 1;
} catch (const encke::Error& error) {
  std::cerr << error.what() << '\n';
  return error.exit_code();
}
