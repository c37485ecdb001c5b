#include <fmt/format.h>

#include <algorithm>
#include <encke/io/select/hardy_weinberg.hpp>
#include <encke/io/select/rate_filter.hpp>

namespace encke::io {
namespace {

// A rate that equals the limit on paper must not fail by the rounding of a decimal fraction.

double real(Index count) { return static_cast<double>(count); }

Kept both(Kept a, const Kept& b) {
  for (std::size_t s = 0; s < a.size(); ++s) a[s] &= b[s];
  return a;
}

Index copies(const GenotypeCounts& counts) { return 2 * counts.hom_a1 + counts.het; }
Index present(const GenotypeCounts& counts) { return counts.het + counts.hom_a1 + counts.hom_a2; }

GenotypeCounts without(GenotypeCounts counts, const GenotypeCounts& others) {
  counts.missing -= others.missing;
  counts.het -= others.het;
  counts.hom_a1 -= others.hom_a1;
  counts.hom_a2 -= others.hom_a2;
  return counts;
}

}  // namespace

CountedSamples counted_samples(const Subset& subset, const std::vector<SampleId>& people,
                               const Kept& kept) {
  CountedSamples samples{kept, kept, kept, kept};
  for (std::size_t s = 0; s < kept.size(); ++s) {
    if (!people[s].founder && !subset.nonfounders) samples.founders[s] = 0;
    if (!people[s].male) samples.males[s] = 0;
    if (!people[s].female) samples.females[s] = 0;
  }
  return samples;
}

RateFilter::RateFilter(const Subset& subset, const CountedSamples& samples)
    : subset_(subset),
      all_(samples.all),
      males_(samples.males),
      founders_(samples.founders),
      founding_males_(both(samples.founders, samples.males)),
      founding_females_(both(samples.founders, samples.females)),
      all_found_(samples.founders == samples.all) {}

bool RateFilter::keeps(Ploidy ploidy, const std::uint8_t* codes) {
  ++seen_;
  if (!has_calls(ploidy, codes)) return drop(by_geno);
  if (!needs_frequencies()) return true;
  if (!in_equilibrium(ploidy, codes)) return drop(by_hwe);
  const Alleles of = alleles(ploidy, codes);
  // PLINK 2 gives a variant without any genotype the frequency 0.5
  const double all = of.all == 0 ? 1 : real(of.all);
  const double rarer = of.all == 0 ? 0.5 : real(of.rarer);
  if (rarer < subset_.maf * (1 - rate_tolerance) * all) return drop(by_maf);
  if (real(of.rarer) < 2 * subset_.mac * (1 - rate_tolerance)) return drop(by_mac);
  return rarer <= subset_.max_maf * (1 + rate_tolerance) * all || drop(by_max_maf);
}

bool RateFilter::has_calls(Ploidy ploidy, const std::uint8_t* codes) {
  const BedSamples& samples = ploidy == Ploidy::y ? males_ : all_;
  counts_ = samples.count(codes);
  return real(counts_.missing) <= subset_.geno * (1 + rate_tolerance) * real(samples.kept());
}

bool RateFilter::in_equilibrium(Ploidy ploidy, const std::uint8_t* codes) const {
  if (subset_.hwe == 0 || ploidy == Ploidy::y || ploidy == Ploidy::mt) return true;
  const double least = subset_.hwe * (1 - rate_tolerance);
  if (ploidy == Ploidy::x) {
    return hardy_weinberg_p_value_of_x(founding_females_.count(codes),
                                       founding_males_.count(codes)) >= least;
  }
  const GenotypeCounts counts = all_found_ ? counts_ : founders_.count(codes);
  if (hardy_weinberg_p_value(counts) >= least) return true;
  return subset_.keep_fewhet && has_few_heterozygotes(counts);
}

RateFilter::Alleles RateFilter::alleles(Ploidy ploidy, const std::uint8_t* codes) const {
  Index first = 0;
  Index all = 0;
  const auto add = [&](const GenotypeCounts& counts, Index weight) {
    first += weight * copies(counts);
    all += weight * 2 * present(counts);
  };
  if (ploidy == Ploidy::diploid) {
    add(all_found_ ? counts_ : founders_.count(codes), 2);
  } else if (ploidy == Ploidy::mt) {
    add(all_found_ ? counts_ : founders_.count(codes), 1);
  } else {
    const GenotypeCounts males = founding_males_.count(codes);
    add(males, 1);
    if (ploidy == Ploidy::x) add(without(founders_.count(codes), males), 2);
  }
  return {std::min(first, all - first), all};
}

bool RateFilter::drop(Reason reason) {
  ++dropped_[reason];
  return false;
}

void RateFilter::sum(const Communicator& world) {
  std::array<std::int64_t, reasons + 1> counts = {};
  std::copy(dropped_.begin(), dropped_.end(), counts.begin());
  counts[reasons] = seen_;
  world.sum(counts);
  std::copy_n(counts.begin(), std::size_t{reasons}, dropped_.begin());
  seen_ = counts[reasons];
}

bool RateFilter::in_use(Reason reason) const {
  switch (reason) {
    case by_geno:
      return subset_.geno < 1;
    case by_hwe:
      return subset_.hwe > 0;
    case by_maf:
      return subset_.maf > 0;
    case by_mac:
      return subset_.mac > 0;
    default:
      return subset_.max_maf < 1;
  }
}

std::string RateFilter::option(Reason reason) const {
  switch (reason) {
    case by_geno:
      return fmt::format("--geno {}", subset_.geno);
    case by_hwe:
      return fmt::format("--hwe {}{}", subset_.hwe, subset_.keep_fewhet ? " --keep-fewhet" : "");
    case by_maf:
      return fmt::format("--maf {}", subset_.maf);
    case by_mac:
      return fmt::format("--mac {}", subset_.mac);
    default:
      return fmt::format("--max-maf {}", subset_.max_maf);
  }
}

std::string RateFilter::options() const {
  std::string all;
  for (std::size_t r = 0; r < reasons; ++r) {
    const auto reason = static_cast<Reason>(r);
    if (in_use(reason)) all += (all.empty() ? "" : ", ") + option(reason);
  }
  return all;
}

void RateFilter::report(ReadLog& log) const {
  if (needs_frequencies() && !all_found_) {
    log.remarks.push_back(fmt::format(
        "frequencies and --hwe count founders alone: {} of {} samples (--nonfounders counts all)",
        founders_.kept(), all_.kept()));
  }
  Index left = seen_;
  for (std::size_t r = 0; r < reasons; ++r) {
    const auto reason = static_cast<Reason>(r);
    if (!in_use(reason)) continue;
    log.remarks.push_back(
        fmt::format("{}: {} of {} variants left out", option(reason), dropped_[r], left));
    left -= dropped_[r];
  }
}

}  // namespace encke::io
