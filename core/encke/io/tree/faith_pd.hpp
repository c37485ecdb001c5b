#pragma once

#include <encke/io/tree/biom.hpp>
#include <encke/io/tree/newick.hpp>
#include <string>
#include <vector>

namespace encke::io {

/// Faith's phylogenetic diversity of each sample: the summed length of the branches that join what
/// it has to the root, whose own length does not count. Faith, Biological Conservation 61 (1992). A
/// sample without counts has 0. Throws as BranchTable().
std::vector<double> faith_pd(const SparseTable& table, const Tree& tree,
                             const std::string& tree_file);

}  // namespace encke::io
