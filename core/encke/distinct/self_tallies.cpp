#include <algorithm>
#include <encke/base/error.hpp>
#include <encke/distinct/self_tallies.hpp>
#include <encke/tally/evidence.hpp>

namespace encke {

Array<std::int64_t, most_self_cells> self_tallies(const PackedVectors& vectors, Index vector) {
  const std::int64_t square = vectors.square_sum(vector);
  const std::int64_t x = vectors.x_sum(vector);
  const std::int64_t n = vectors.present_count(vector);
  Array<std::int64_t, most_self_cells> cells = {};
  Array<std::int64_t, 4> table = {{square, x, x, n}};
  switch (vectors.contraction()) {
    case ContractionId::allele_counts:
      expand<2, AlleleCounts>(table);
      break;
    case ContractionId::allele_bits:  // b b = b
      table[0] = vectors.positive_count(vector);
      expand<2, AlleleBits>(table);
      break;
    case ContractionId::genotype_moments:
      return {{square, x, x, n, square, square}};
    default:
      throw Error(Failure::internal, "a pair of equal vectors of such elements");
  }
  std::copy_n(table.begin(), 4, cells.begin());
  return cells;
}

}  // namespace encke
