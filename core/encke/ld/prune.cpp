#include <fmt/format.h>

#include <algorithm>
#include <encke/base/error.hpp>
#include <encke/base/index.hpp>
#include <encke/base/text/printable.hpp>
#include <encke/file/output/output_file.hpp>
#include <encke/io/samples/half_males.hpp>
#include <encke/ld/linked_variants.hpp>
#include <encke/ld/prune.hpp>
#include <encke/ld/stretches.hpp>

namespace encke::ld {
namespace {

[[noreturn]] void refuse(const std::string& message) {
  throw Error(Failure::inconsistent, message);
}

void check_names(const io::Source& source) {
  if (source.duplicate_names() == 0) return;
  refuse(
      fmt::format("{} of {} variants have the id of an earlier one: lists of ids need ids that "
                  "differ",
                  source.duplicate_names(), source.vectors()));
}

/// Counts for the log.
struct Counts {
  Index unplaced = 0;
  Index constant = 0;
  Index halved = 0;
  Index others = 0;
};

void note_counts(const Counts& counts, Pruned& pruned) {
  const auto note = [&](Index count, std::string_view sentence) {
    if (count > 0) pruned.remarks.push_back(fmt::format("{}: {}", sentence, count));
  };
  note(counts.unplaced, "variants of chromosome 0, which are in neither list");
  note(counts.constant, "variants that do not vary among the samples, removed");
  note(counts.halved, "not as all others: variants of X, in which males count half");
  note(counts.others, "variants of X, Y, MT and others, compared as those of autosomes");
}

/// Of X, if there are males and others, in which a male has half a weight.
std::unique_ptr<io::Source> half_males_of(io::Source& source, const Stretch& stretch,
                                          Counts& counts) {
  if (stretch.kind == io::ChromosomeKind::x && io::can_count_males_half(source)) {
    counts.halved += stretch.vectors.size();
    return io::count_males_half(source, stretch.vectors);
  }
  if (stretch.kind != io::ChromosomeKind::autosome) counts.others += stretch.vectors.size();
  return nullptr;
}

void prune_chromosome(io::Source& source, const Stretch& stretch, const PruneRequest& request,
                      const Plan& plan, Counts& counts, Pruned& pruned) {
  const Range vectors = stretch.vectors;
  const auto halved = half_males_of(source, stretch, counts);
  const LinkedVariants::How how{.r2 = request.r2, .memory = plan.memory / 2, .between = [&plan] {
                                  if (plan.progress) plan.progress({});
                                }};
  LinkedVariants variants(halved ? *halved : source, halved ? Range{0, vectors.size()} : vectors,
                          source.sites(), halved ? vectors.begin : 0, how);
  BitRow kept(vectors.size());
  for (Index v = 0; v < vectors.size(); ++v) kept.set(v);
  prune_walk(variants, request.windows, request.order, kept);
  for (Index v = 0; v < vectors.size(); ++v) {
    (kept.has(v) ? pruned.kept : pruned.removed).push_back(vectors.begin + v);
  }
  counts.constant += variants.constant();
  pruned.pairs += variants.pairs();
}

}  // namespace

Pruned prune(io::Source& source, const PruneRequest& request, const Plan& plan) {
  const auto stretches = stretches_of(source.sites());
  if (request.windows.count == 0) source.sites().check_positions();
  check_names(source);
  Pruned pruned;
  Counts counts;
  for (const Stretch& stretch : stretches) {
    if (stretch.kind == io::ChromosomeKind::unplaced) {
      counts.unplaced += stretch.vectors.size();
      continue;
    }
    prune_chromosome(source, stretch, request, plan, counts, pruned);
  }
  if (pruned.kept.empty() && pruned.removed.empty()) {
    refuse(fmt::format("all {} variants are on chromosome 0: expected some that are placed",
                       source.vectors()));
  }
  note_counts(counts, pruned);
  return pruned;
}

std::array<std::string, 2> list_paths(const std::string& prefix) {
  return {prefix + ".prune.in", prefix + ".prune.out"};
}

void write_lists(const std::string& prefix, const io::Source& source, const Pruned& pruned,
                 sink::OutputSet& set) {
  const auto write = [&](const std::string& path, const std::vector<Index>& variants) {
    sink::OutputFile file(path);
    file.join(set);
    for (const Index v : variants) {
      file.write(source.names()[idx(v)]);
      file.write("\n");
    }
    file.commit();
  };
  const auto [in, out] = list_paths(prefix);
  write(in, pruned.kept);
  write(out, pruned.removed);
}

}  // namespace encke::ld
