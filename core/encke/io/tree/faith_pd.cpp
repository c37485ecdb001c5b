#include <encke/io/tree/branch_table.hpp>
#include <encke/io/tree/faith_pd.hpp>

namespace encke::io {

std::vector<double> faith_pd(const SparseTable& table, const Tree& tree,
                             const std::string& tree_file) {
  BranchTable branches(table, tree, tree_file);
  const std::vector<double>& lengths = branches.lengths();
  std::vector<double> all;
  for (std::size_t s = 0; s < table.samples.size(); ++s) {
    const auto shares = branches.shares(table, static_cast<Index>(s));
    double sum = 0, lost = 0;  // Kahan's summation
    for (std::size_t f = 0; f < lengths.size(); ++f) {
      if (!(shares[f] > 0)) continue;
      const double next = lengths[f] - lost;
      const double longer = sum + next;
      lost = (longer - sum) - next;
      sum = longer;
    }
    all.push_back(sum);
  }
  return all;
}

}  // namespace encke::io
