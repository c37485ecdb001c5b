#include <fmt/format.h>

#include <algorithm>
#include <encke/base/error.hpp>
#include <encke/base/index.hpp>
#include <encke/base/text/printable.hpp>
#include <encke/file/output/output_file.hpp>
#include <encke/io/samples/half_males.hpp>
#include <encke/ld/links.hpp>
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

/// Base pairs, or places.
std::vector<double> coordinates_of(const io::Source& source, Range vectors,
                                   const PruneWindows& windows) {
  const auto& position = source.sites().positions();
  std::vector<double> coordinates;
  for (Index v = vectors.begin; v < vectors.end; ++v) {
    coordinates.push_back(static_cast<double>(windows.count > 0 ? v : position[idx(v)]));
  }
  return coordinates;
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

/// The links of a chromosome. On X a male has half a weight, if there are males and others.
Links links_of(io::Source& source, const Stretch& stretch, const PruneRequest& request,
               const Plan& plan, Counts& counts) {
  const Range vectors = stretch.vectors;
  const auto coordinates = coordinates_of(source, vectors, request.windows);
  const double distance = static_cast<double>(
      request.windows.count > 0 ? request.windows.count - 1 : request.windows.base_pairs);
  if (stretch.kind != io::ChromosomeKind::x || !io::can_count_males_half(source)) {
    if (stretch.kind != io::ChromosomeKind::autosome) counts.others += vectors.size();
    return find_links(source, vectors, coordinates, distance, request.r2, plan);
  }
  counts.halved += vectors.size();
  const auto weighted = io::count_males_half(source, vectors);
  return find_links(*weighted, {0, vectors.size()}, coordinates, distance, request.r2, plan);
}

void prune_chromosome(io::Source& source, const Stretch& stretch, const PruneRequest& request,
                      const Plan& plan, Counts& counts, Pruned& pruned) {
  const Range vectors = stretch.vectors;
  const Links links = links_of(source, stretch, request, plan, counts);
  BitRow kept(vectors.size());
  for (Index v = 0; v < vectors.size(); ++v) {
    if (links.varies[idx(v)]) kept.set(v);
    counts.constant += links.varies[idx(v)] ? 0 : 1;
  }
  std::span<const Index> position(source.sites().positions());
  position = position.subspan(idx(vectors.begin), idx(vectors.size()));
  prune_walk(links.linked, {links.major_frequency, position}, request.windows, request.order, kept);
  for (Index v = 0; v < vectors.size(); ++v) {
    (kept.has(v) ? pruned.kept : pruned.removed).push_back(vectors.begin + v);
  }
  pruned.pairs += links.pairs;
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
