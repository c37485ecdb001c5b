#include <fmt/format.h>

#include <algorithm>
#include <encke/base/error.hpp>
#include <encke/base/index.hpp>
#include <encke/base/stopwatch.hpp>
#include <encke/base/text/printable.hpp>
#include <encke/base/text/text_hash.hpp>
#include <encke/comm/agree.hpp>
#include <encke/io/rows/real_rows.hpp>
#include <encke/io/tree/branch_table.hpp>
#include <encke/pack/packers.hpp>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace encke::io {
namespace {

/// A remark on a tree whose root is where a reader put it: "" where it looks rooted.
std::string remark_on_root(const Tree& tree) {
  const auto children = std::count(tree.parent.begin(), tree.parent.end(), Index{0});
  if (children <= 2) return "";
  return fmt::format(
      "{}: its root has {} branches, as in a tree without a root; UniFrac depends on where the "
      "root "
      "is",
      tree.file.path, children);
}

/// The tip of each observation. Throws where there is none.
std::vector<Index> find_tips(const SparseTable& table, const Tree& tree,
                             const std::string& tree_file) {
  constexpr Index most_named = 5;
  std::unordered_map<std::string_view, Index, TextHash> tips;
  for (Index n = 0; n < tree.nodes(); ++n) {
    if (tree.tip[idx(n)] != 0) tips.emplace(tree.name[idx(n)], n);
  }
  std::vector<Index> found;
  Index missing = 0;
  std::string named;
  for (const auto& id : table.observations) {
    const auto at = tips.find(id);
    found.push_back(at == tips.end() ? -1 : at->second);
    if (at != tips.end() || ++missing > most_named) continue;
    named += (named.empty() ? "" : ", ") + shortened(id);
  }
  if (missing == 0) return found;
  throw Error(
      Failure::inconsistent,
      fmt::format("{}: {} of the table's {} observations {} of the tree: {}{}", tree_file, missing,
                  table.observations.size(), missing == 1 ? "is not a tip" : "are not tips", named,
                  missing > most_named ? ", ..." : ""));
}

}  // namespace

BranchTable::BranchTable(const SparseTable& table, const Tree& tree, const std::string& tree_file) {
  check_tree(tree, tree_file);
  tip_ = find_tips(table, tree, tree_file);
  mark(table, tree);
  join(table, tree);
  counts_.resize(above_.size());
  seen_.resize(above_.size());
  below_.resize(lengths_.size());
  shares_.resize(lengths_.size());
}

/// Finds the nodes below which there are counts.
void BranchTable::mark(const SparseTable& table, const Tree& tree) {
  used_.assign(idx(tree.nodes()), 0);
  for (std::size_t e = 0; e < table.count.size(); ++e) {
    if (table.count[e] > 0) used_[idx(tip_[idx(table.observation[e])])] = 1;
  }
  for (Index n = tree.nodes() - 1; n > 0; --n) {
    if (used_[idx(n)] != 0) used_[idx(tree.parent[idx(n)])] = 1;
  }
}

/// Joins what lies in one line without a fork, and numbers the branches. A node comes after its
/// parent.
void BranchTable::join(const SparseTable& table, const Tree& tree) {
  std::vector<Index> children(idx(tree.nodes()), 0);
  for (Index n = 1; n < tree.nodes(); ++n) {
    children[idx(tree.parent[idx(n)])] += used_[idx(n)];
  }
  std::vector<Index> branch(idx(tree.nodes()), -1);
  std::vector<double> length;
  for (Index n = 1; n < tree.nodes(); ++n) {
    if (used_[idx(n)] == 0) continue;
    const Index parent = tree.parent[idx(n)];
    if (parent != 0 && children[idx(parent)] == 1) {
      branch[idx(n)] = branch[idx(parent)];
    } else {
      branch[idx(n)] = static_cast<Index>(above_.size());
      above_.push_back(branch[idx(parent)]);
      length.push_back(0);
    }
    length[idx(branch[idx(n)])] += tree.length[idx(n)];
  }
  for (const double l : length) {
    field_.push_back(l > 0 ? static_cast<Index>(lengths_.size()) : -1);
    if (l > 0) lengths_.push_back(l);
  }
  for (std::size_t o = 0; o < table.observations.size(); ++o) {
    branch_of_.push_back(branch[idx(tip_[o])]);
  }
}

std::int64_t BranchTable::bytes() const {
  const auto indices = tip_.capacity() + above_.capacity() + branch_of_.capacity() +
                       field_.capacity() + found_.capacity() + branches_seen_.capacity() +
                       fields_seen_.capacity();
  const auto reals =
      lengths_.capacity() + counts_.capacity() + below_.capacity() + shares_.capacity();
  return static_cast<std::int64_t>(indices * sizeof(Index) + reals * sizeof(double) +
                                   used_.capacity() + seen_.capacity());
}

const std::vector<Index>& BranchTable::find(const SparseTable& table, Index sample) {
  branches_seen_.clear();
  fields_seen_.clear();
  for (Index e = table.begin[idx(sample)]; e < table.begin[idx(sample) + 1]; ++e) {
    if (table.count[idx(e)] == 0) continue;
    Index branch = branch_of_[idx(table.observation[idx(e)])];
    for (; branch >= 0 && seen_[idx(branch)] == 0; branch = above_[idx(branch)]) {
      seen_[idx(branch)] = 1;
      branches_seen_.push_back(branch);
      if (field_[idx(branch)] >= 0) fields_seen_.push_back(field_[idx(branch)]);
    }
  }
  for (const Index branch : branches_seen_) seen_[idx(branch)] = 0;
  return fields_seen_;
}

std::span<const double> BranchTable::shares(const SparseTable& table, Index sample) {
  for (const Index f : found_) below_[idx(f)] = shares_[idx(f)] = 0;
  found_.clear();
  double total = 0;
  total_ = 0;
  for (Index e = table.begin[idx(sample)]; e < table.begin[idx(sample) + 1]; ++e) {
    const Index branch = branch_of_[idx(table.observation[idx(e)])];
    const double count = table.count[idx(e)];
    total += count;
    (branch >= 0 ? counts_[idx(branch)] : total_) += count;
  }
  // most branches have nothing of a sample below them: what is added of these would be 0
  for (std::size_t b = above_.size(); b-- > 0;) {
    if (counts_[b] == 0) continue;
    const double count = std::exchange(counts_[b], 0.0);
    (above_[b] >= 0 ? counts_[idx(above_[b])] : total_) += count;
    if (field_[b] < 0) continue;
    below_[idx(field_[b])] = count;
    shares_[idx(field_[b])] = count / total;
    found_.push_back(field_[b]);
  }
  return shares_;
}

namespace {

class BranchSource final : public Source {
 public:
  BranchSource(SparseTable table, const Tree& tree, BranchTable branches, BranchForm form,
               Element element, double alpha, std::vector<std::string> remarks)
      : Source({.element = element,
                .vectors = std::ssize(table.samples),
                .fields = std::ssize(branches.lengths()),
                .vectors_in_file = std::ssize(table.samples),
                .fields_in_file = tree.nodes() - 1,
                .names = std::move(table.samples),
                .remarks = std::move(remarks)}),
        table_(std::move(table)),
        branches_(std::move(branches)),
        files_({table_.file, tree.file}),
        form_(form),
        alpha_(alpha) {}

  // Every rank has read them all.
  std::vector<FileRecord> files(const Communicator& /*world*/) override { return files_; }
  SourceCosts costs() const override {
    SourceCosts costs = Source::costs();
    constexpr std::int64_t name_bytes = 64;  // of an observation
    costs.held += table_.bytes() + std::ssize(table_.observations) * name_bytes + branches_.bytes();
    costs.reading = 9 * fields() + (1 << 20);  // a row of reals, and of presence
    costs.slow_again = true;
    return costs;
  }

 private:
  PackedVectors read_range(const ReadRange& part) override {
    const auto first = idx(part.fields.begin);
    const auto size = idx(part.fields.size());
    const auto lengths = std::span(branches_.lengths()).subspan(first, size);
    PackedVectors vectors = allocate(part.vectors.size(), lengths);
    std::vector<double> row(size);
    std::vector<std::uint8_t> present(size);
    for (Index s = part.vectors.begin; s < part.vectors.end; ++s) {
      const Index vector = s - part.vectors.begin;
      if (form_ == BranchForm::presence) {
        std::fill(present.begin(), present.end(), 0);
        for_fields(branches_.find(table_, s), part.fields, [&](std::size_t f) { present[f] = 1; });
        pack::set_weighted_bits(vectors, vector, present);
        continue;
      }
      const auto shares = branches_.shares(table_, s).subspan(first, size);
      if (form_ == BranchForm::powered) {
        of_sample(s, [&] { pack::set_powered(vectors, vector, shares); });
        continue;
      }
      const bool presence = form_ == BranchForm::adjusted_presence;
      std::fill(row.begin(), row.end(), 0.0);
      for_fields(branches_.found(), part.fields,
                 [&](std::size_t f) { row[f] = lengths[f] * (presence ? 1 : shares[f]); });
      if (form_ == BranchForm::abundance) {
        set_row(vectors, vector, row, s, {.file = table_.file.path});
        continue;
      }
      of_sample(s, [&] {
        const auto counts = branches_.counts().subspan(first, size);
        pack::set_adjusted(vectors, vector, row, counts, branches_.total());
      });
    }
    return vectors;
  }

  /// Calls visit(f) for those of `found` that are fields of the part, counted from its first one.
  template <class Visit>
  static void for_fields(const std::vector<Index>& found, Range fields, const Visit& visit) {
    for (const Index f : found) {
      if (fields.contains(f)) visit(idx(f - fields.begin));
    }
  }

  PackedVectors allocate(Index vectors, std::span<const double> lengths) const {
    try {
      switch (form_) {
        case BranchForm::powered:
          return pack::powered_profiles(element(), vectors, lengths, alpha_);
        case BranchForm::presence:
          return pack::weighted_bits(element(), vectors, lengths);
        case BranchForm::adjusted_presence:
        case BranchForm::adjusted_abundance:
          return pack::adjusted_profiles(element(), vectors, std::ssize(lengths));
        case BranchForm::abundance:
          break;
      }
    } catch (const Error& error) {  // of lengths
      if (error.failure() != Failure::inconsistent) throw;
      throw Error(error.failure(), fmt::format("{}: {}", files_[1].path, error.what()));
    }
    return pack::profiles(element(), vectors, std::ssize(lengths));
  }

  /// Packs a sample; what is wrong with it names it.
  template <class Pack>
  void of_sample(Index sample, const Pack& pack) const {
    try {
      pack();
    } catch (const Error& error) {  // it counts vectors from this part's first one
      throw Error(error.failure(), fmt::format("{}: sample {}: {}", table_.file.path,
                                               in_quotes(names()[idx(sample)]), error.what()));
    }
  }

  SparseTable table_;
  BranchTable branches_;
  std::vector<FileRecord> files_;
  BranchForm form_;
  double alpha_;
};

}  // namespace

std::unique_ptr<Source> open_branches(const std::string& biom, const std::string& newick,
                                      BranchForm form, Element element, double alpha,
                                      const Communicator& world, std::int64_t memory,
                                      const TableSelection& selection) {
  std::unique_ptr<Source> source;
  agree(world, [&] {
    SparseTable table = read_biom(biom, memory);
    std::vector<std::string> remarks = take_selection(table, selection, biom);
    const Tree tree = read_newick(newick);
    if (std::string remark = remark_on_root(tree); !remark.empty())
      remarks.push_back(std::move(remark));
    BranchTable branches(table, tree, newick);
    source = std::make_unique<BranchSource>(std::move(table), tree, std::move(branches), form,
                                            element, alpha, std::move(remarks));
  });
  return source;
}

Dataset read_branches(const std::string& biom, const std::string& newick, BranchForm form,
                      Element element, double alpha) {
  const Stopwatch watch;
  Dataset data = read_all(open_branches(biom, newick, form, element, alpha));
  data.seconds = watch.seconds();
  return data;
}

}  // namespace encke::io
