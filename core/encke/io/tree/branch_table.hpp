#pragma once

#include <encke/io/source.hpp>
#include <encke/io/table/rare_features.hpp>
#include <encke/io/tree/biom.hpp>
#include <encke/io/tree/newick.hpp>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace encke::io {

/// The branches of a tree that tell samples of a table apart, and what of a sample is below each.
/// Left out are branches below which the table has nothing and the root's; a node with one child
/// that is left becomes one branch with it.
class BranchTable {
 public:
  /// Throws what check_tree() throws; Error(inconsistent) where the tree lacks observations of the
  /// table, of which it names the first five.
  BranchTable(const SparseTable& table, const Tree& tree, const std::string& tree_file);

  /// Length of each branch that has one, in the order of the tree's text; all above 0.
  const std::vector<double>& lengths() const { return lengths_; }
  /// Share of a sample's counts below each of these branches, in [0, 1]; all 0 for a sample without
  /// counts. Time: one pass over the branches. The result is valid until the next call.
  std::span<const double> shares(const SparseTable& table, Index sample);
  /// The counts below each of these branches, and all counts, of the sample of the last call. All
  /// counts are added along the tree: a branch that has them all below it has just that number.
  std::span<const double> counts() const { return below_; }
  double total() const { return total_; }
  /// The branches below which the sample of the last call has anything, in no order.
  const std::vector<Index>& found() const { return found_; }
  /// The same branches of a sample, for who needs no shares: time goes with their number alone.
  /// Valid until the next call; nothing else changes.
  const std::vector<Index>& find(const SparseTable& table, Index sample);
  /// Bytes of memory.
  std::int64_t bytes() const;

 private:
  void mark(const SparseTable& table, const Tree& tree);
  void join(const SparseTable& table, const Tree& tree);

  std::vector<Index> tip_;          // node of each observation
  std::vector<std::uint8_t> used_;  // nodes below which there are counts
  std::vector<Index> above_;        // of each branch, zero lengths included: the next one, or -1
  std::vector<Index> branch_of_;    // of each observation, or -1
  std::vector<Index> field_;        // of each branch, or -1 where its length is 0
  std::vector<double> lengths_;
  std::vector<double> counts_;
  std::vector<double> below_;
  std::vector<double> shares_;
  std::vector<Index> found_;  // fields that are not 0 in these two
  // of find():
  std::vector<std::uint8_t> seen_;  // of each branch; all 0 between calls
  std::vector<Index> branches_seen_;
  std::vector<Index> fields_seen_;
  double total_ = 0;
};

/// What of a branch is an element of a sample's vector; l is the branch's length.
enum class BranchForm {
  presence,            ///< whether the sample has anything below it, a bit with the weight l
  abundance,           ///< l times the share
  powered,             ///< the share, with the weight l
  adjusted_presence,   ///< l where the sample has anything below it, with its counts
  adjusted_abundance,  ///< l times the share, with its counts
};

/// Opens a table in BIOM format and a tree in Newick format; the vectors are the samples and the
/// fields the branches of a BranchTable. `element` is float32 or float64, for BranchForm::presence
/// weighted_bits32 or weighted_bits64, for BranchForm::powered powered32 or powered64, whose
/// exponent is `alpha`, for the adjusted forms adjusted32 or adjusted64. Every rank reads both
/// files; what is packed is its part, and each part takes a pass over the whole tree for each
/// sample.
/// Collective over `world`; throws, on all ranks, what read_biom(), read_newick() and BranchTable
/// throw, and OutOfMemory. `memory` is that of read_biom(). A remark tells of a tree whose root has
/// more than two children.
std::unique_ptr<Source> open_branches(const std::string& biom, const std::string& newick,
                                      BranchForm form, Element element, double alpha = 1,
                                      const Communicator& world = {}, std::int64_t memory = 0,
                                      const TableSelection& selection = {});
/// The same, read by one process.
Dataset read_branches(const std::string& biom, const std::string& newick, BranchForm form,
                      Element element, double alpha = 1);

}  // namespace encke::io
