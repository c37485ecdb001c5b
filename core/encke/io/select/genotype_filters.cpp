#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <encke/base/error.hpp>
#include <encke/base/index.hpp>
#include <encke/comm/agree.hpp>
#include <encke/io/rows/row_chunks.hpp>
#include <encke/io/select/genotype_filters.hpp>
#include <encke/io/select/rate_filter.hpp>
#include <encke/schedule/slice.hpp>

namespace encke::io {
namespace {

constexpr Index filter_chunk = 4 << 20;

Range share_of(const PlinkSet& set, const Communicator& world) {
  return Slice{world.rank(), world.size()}.of({0, std::ssize(set.stored.rows)});
}

/// Collective: rows stay where all ranks keep them.
void keep_common(Kept& rows, const Communicator& world) {
  if (world.size() == 1) return;
  std::vector<std::uint64_t> dropped(idx(divide_up(std::ssize(rows), 64)));
  for (std::size_t r = 0; r < rows.size(); ++r) {
    if (rows[r] == 0) dropped[r / 64] |= std::uint64_t{1} << (r % 64);
  }
  world.any(dropped);
  for (std::size_t r = 0; r < rows.size(); ++r) {
    if ((dropped[r / 64] >> (r % 64) & 1) != 0) rows[r] = 0;
  }
}

/// Adds one to each sample whose code is "missing".
void count_missing(const std::uint8_t* codes, std::vector<std::int64_t>& missing) {
  constexpr std::uint64_t low_bits = 0x5555555555555555ULL;
  const std::size_t samples = missing.size();
  for (std::size_t first = 0; first < samples; first += 32) {
    std::uint64_t word = 0;
    std::memcpy(&word, codes + first / 4, (std::min<std::size_t>(32, samples - first) + 3) / 4);
    std::uint64_t lanes = word & ~(word >> 1) & low_bits;
    for (; lanes != 0; lanes &= lanes - 1) {
      const std::size_t sample = first + static_cast<std::size_t>(std::countr_zero(lanes)) / 2;
      if (sample < samples) ++missing[sample];
    }
  }
}

/// Numbers of missing genotypes of each sample, and of genotypes.
struct SampleCounts {
  std::vector<std::int64_t> missing;
  std::vector<std::int64_t> missing_on_y;
  Index variants = 0;
  Index variants_on_y = 0;
};

/// Collective. Each rank looks at a share of the rows.
SampleCounts count_samples(const PlinkSet& set, const Communicator& world, const FeedKept& feed) {
  const CodedRows& stored = set.stored;
  SampleCounts counts;
  counts.missing.resize(stored.samples.size());
  counts.missing_on_y.resize(stored.samples.size());
  agree(world, [&] {
    feed(share_of(set, world), stored.rows, [&](Index v, const std::uint8_t* codes) {
      const bool on_y = stored.haploid.of(v) == Ploidy::y;
      count_missing(codes, on_y ? counts.missing_on_y : counts.missing);
    });
  });
  for (std::size_t v = 0; v < stored.rows.size(); ++v) {
    if (stored.rows[v] == 0) continue;
    const bool on_y = stored.haploid.of(static_cast<Index>(v)) == Ploidy::y;
    ++(on_y ? counts.variants_on_y : counts.variants);
  }
  world.sum(counts.missing);
  world.sum(counts.missing_on_y);
  return counts;
}

/// Takes away the samples with too many missing genotypes. Y counts in males alone.
void select_samples_by_calls(PlinkSet& set, double mind, const Communicator& world,
                             const FeedKept& feed) {
  const SampleCounts counts = count_samples(set, world, feed);
  CodedRows& stored = set.stored;
  const Index before = count_kept(stored.samples);
  for (std::size_t s = 0; s < stored.samples.size(); ++s) {
    const bool male = set.people[s].male;
    const auto missing = counts.missing[s] + (male ? counts.missing_on_y[s] : 0);
    const auto all = counts.variants + (male ? counts.variants_on_y : 0);
    const double most = mind * (1 + rate_tolerance) * static_cast<double>(all);
    if (static_cast<double>(missing) <= most) continue;
    stored.samples[s] = 0;
    if (!stored.cases.empty()) stored.cases[s] = 0;
  }
  const Index after = count_kept(stored.samples);
  set.log.remarks.push_back(
      fmt::format("--mind {}: {} of {} samples left out", mind, before - after, before));
  const Index cases = count_kept(stored.cases);
  if (after == 0 || (!stored.cases.empty() && (cases == 0 || cases == after))) {
    throw Error(Failure::inconsistent,
                fmt::format("--mind {}: {} of {} samples left{}, at least one{} expected", mind,
                            after, before, stored.cases.empty() ? "" : " of the controls and cases",
                            stored.cases.empty() ? "" : " of each"));
  }
}

void select_variants_by_rates(PlinkSet& set, const Subset& subset, const Communicator& world,
                              const FeedKept& feed) {
  CodedRows& stored = set.stored;
  const CountedSamples samples = counted_samples(subset, set.people, stored.samples);
  RateFilter filter(subset, samples);
  if (!filter.active()) return;
  if (filter.needs_frequencies() && count_kept(samples.founders) == 0) {
    throw Error(Failure::inconsistent,
                fmt::format("{}: none of {} samples is a founder (both parents 0); --nonfounders "
                            "counts all",
                            filter.options(), count_kept(stored.samples)));
  }
  const Index before = count_kept(stored.rows);
  agree(world, [&] {
    const Kept kept = stored.rows;
    feed(share_of(set, world), kept, [&](Index v, const std::uint8_t* codes) {
      if (!filter.keeps(stored.haploid.of(v), codes)) stored.rows[idx(v)] = 0;
    });
  });
  keep_common(stored.rows, world);
  filter.sum(world);
  filter.report(set.log);
  if (count_kept(stored.rows) > 0) return;
  throw Error(
      Failure::inconsistent,
      fmt::format("{}: none of {} variants left, at least one expected", filter.options(), before));
}

/// What all filters leave is compared in founders alone.
void leave_founders(PlinkSet& set) {
  CodedRows& stored = set.stored;
  const Index before = count_kept(stored.samples);
  Kept founders = stored.samples;
  for (std::size_t s = 0; s < founders.size(); ++s) {
    if (!set.people[s].founder) founders[s] = 0;
  }
  const Index after = count_kept(founders);
  if (after == before) return;
  if (after == 0) {
    throw Error(Failure::inconsistent,
                fmt::format("none of {} samples is a founder (both parents 0), and these alone "
                            "count for linkage; --nonfounders counts all",
                            before));
  }
  set.log.remarks.push_back(
      fmt::format("founders alone count for linkage, as in PLINK: {} of {} samples left out "
                  "(--nonfounders counts all)",
                  before - after, before));
  stored.samples = std::move(founders);
}

/// Calls feed for each stretch of rows of a share that lie on X or Y.
void feed_changed(const CodedRows& stored, Range share, const FeedKept& feed, const TakeRow& take) {
  for (Index v = share.begin; v < share.end;) {
    Index end = v;
    while (end < share.end && stored.haploid.changes(end)) ++end;
    if (end > v) feed({v, end}, stored.rows, take);
    v = end + 1;
  }
}

/// Collective: says how many genotypes of X and Y are read as missing.
void remark_on_haploid(PlinkSet& set, bool linkage, const Communicator& world,
                       const FeedKept& feed) {
  CodedRows& stored = set.stored;
  std::array<std::int64_t, 3> changed = {};  // on X, on Y heterozygous, on Y of females
  std::array<Index, 4> variants = {};
  for (Index v = 0; v < std::ssize(stored.rows); ++v) {
    if (stored.rows[idx(v)] != 0) ++variants[static_cast<std::size_t>(stored.haploid.of(v))];
  }
  const auto on = [&](Ploidy ploidy) { return variants[static_cast<std::size_t>(ploidy)]; };
  if (on(Ploidy::x) + on(Ploidy::y) + on(Ploidy::mt) == 0) return;
  const CountedSamples samples = counted_samples({}, set.people, stored.samples);
  const BedSamples males(samples.males), females(samples.females), all(samples.all);
  agree(world, [&] {
    feed_changed(stored, share_of(set, world), feed, [&](Index v, const std::uint8_t* codes) {
      if (stored.haploid.of(v) == Ploidy::x) {
        changed[0] += males.count(codes).het;
      } else {
        const GenotypeCounts of = females.count(codes);
        changed[1] += all.count(codes).het - of.het;
        changed[2] += of.het + of.hom_a1 + of.hom_a2;
      }
    });
  });
  world.sum(changed);
  set.log.remarks.push_back(fmt::format(
      "variants on X: {}, Y: {}, MT: {}{}; samples: {} males, {} females, {} of "
      "unknown sex",
      on(Ploidy::x), on(Ploidy::y), on(Ploidy::mt), linkage ? "" : ", compared as all others",
      males.kept(), females.kept(), all.kept() - males.kept() - females.kept()));
  if (changed[0] + changed[1] + changed[2] == 0) return;
  set.log.remarks.push_back(
      fmt::format("genotypes that cannot be, read as missing (--het-haploid keep reads them as "
                  "they are): {} of "
                  "males heterozygous on X, {} heterozygous on Y, {} of females on Y",
                  changed[0], changed[1], changed[2]));
}

}  // namespace

void select_by_genotypes(PlinkSet& set, const Subset& subset, const Communicator& world,
                         const FeedKept& feed) {
  if (subset.mind < 1) select_samples_by_calls(set, subset.mind, world, feed);
  select_variants_by_rates(set, subset, world, feed);
  if (subset.linkage && !subset.nonfounders) leave_founders(set);
  remark_on_haploid(set, subset.linkage, world, feed);
}

FeedKept feed_of_bed(InputFile& bed, const CodedRows& stored, bool in_passing) {
  const Index offset = stored.offset;
  const Index row_bytes = stored.row_bytes();
  return [&bed, offset, row_bytes, in_passing](Range rows, const Kept& kept, const TakeRow& take) {
    RowChunks chunks(bed, {offset, row_bytes, {0, row_bytes}}, in_passing && !bed.is_digested());
    chunks.for_each(rows, filter_chunk, 8,
                    [&](Index first, Index count, const std::uint8_t* codes) {
                      for (Index r = 0; r < count; ++r) {
                        if (kept[idx(first + r)] != 0) take(first + r, codes + r * chunks.stride());
                      }
                    });
  };
}

}  // namespace encke::io
