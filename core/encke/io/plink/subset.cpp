#include <fmt/format.h>

#include <algorithm>
#include <encke/base/error.hpp>
#include <encke/io/chromosome_kind.hpp>
#include <encke/io/id_list.hpp>
#include <encke/io/plink/subset.hpp>
#include <encke/io/select/chromosome_list.hpp>
#include <encke/io/select/position_ranges.hpp>
#include <optional>
#include <string_view>
#include <tuple>

namespace encke::io {
namespace {

struct Filter {
  std::string option;      // as PLINK calls it, with what it was given
  std::string_view items;  // "samples" or "variants"
  bool keep_listed;
};

// listed(i) says whether the file names item i.
template <class Listed>
void apply(const Filter& filter, Listed listed, Kept& kept, ReadLog& log) {
  Index before = 0;
  Index after = 0;
  for (std::size_t i = 0; i < kept.size(); ++i) {
    before += kept[i];
    // asked of all, so that an id that another filter took away does not count as unknown
    if (listed(i) != filter.keep_listed) kept[i] = 0;
    after += kept[i];
  }
  log.remarks.push_back(
      fmt::format("{}: {} of {} {} left out", filter.option, before - after, before, filter.items));
  if (after == 0) {
    throw Error(Failure::inconsistent, fmt::format("{}: none of {} {} left, at least one expected",
                                                   filter.option, before, filter.items));
  }
}

void remark_unknown(const Filter& filter, const IdList& ids, ReadLog& log) {
  if (ids.unknown() == 0) return;
  log.remarks.push_back(fmt::format("{}: ids that match none of the {}: {}", filter.option,
                                    filter.items, ids.unknown()));
}

/// Takes away the samples with a parent that is not 0.
void leave_founders(const std::vector<SampleId>& samples, Kept& kept, ReadLog& log) {
  const Index before = count_kept(kept);
  for (std::size_t s = 0; s < samples.size(); ++s) {
    if (!samples[s].founder) kept[s] = 0;
  }
  const Index after = count_kept(kept);
  if (after < before) {
    log.remarks.push_back(
        fmt::format("founders only: {} of {} samples left out", before - after, before));
  }
  if (after == 0) {
    throw Error(Failure::inconsistent,
                fmt::format("none of {} samples is a founder (both parents 0), at least one "
                            "expected",
                            before));
  }
}

}  // namespace

void check_subset(const Subset& subset) {
  const auto check = [](std::string_view option, double value, bool right, std::string_view what) {
    if (right) return;
    throw Error(Failure::command_line, fmt::format("{} {}: {} expected", option, value, what));
  };
  const auto is_share = [](double value) { return value >= 0 && value <= 1; };
  check("--mind", subset.mind, is_share(subset.mind), "a missing rate in [0, 1]");
  check("--geno", subset.geno, is_share(subset.geno), "a missing rate in [0, 1]");
  check("--hwe", subset.hwe, subset.hwe >= 0 && subset.hwe < 1, "a p-value in [0, 1)");
  check("--maf", subset.maf, subset.maf >= 0 && subset.maf <= 0.5,
        "an allele frequency in [0, 0.5]");
  check("--mac", subset.mac, subset.mac >= 0, "a number of copies from 0 on");
  check("--max-maf", subset.max_maf, is_share(subset.max_maf), "an allele frequency in [0, 1]");
  const bool one = !subset.chr.empty() && ChromosomeList("--chr", subset.chr).names().size() == 1;
  if (!subset.not_chr.empty()) ChromosomeList("--not-chr", subset.not_chr);
  if ((subset.from_bp || subset.to_bp) && !one) {
    throw Error(Failure::command_line, "--from-bp and --to-bp need --chr with one chromosome.");
  }
  if (subset.from_bp && subset.to_bp && *subset.to_bp < *subset.from_bp) {
    throw Error(Failure::command_line,
                fmt::format("--to-bp {}: a position from --from-bp {} on expected", *subset.to_bp,
                            *subset.from_bp));
  }
}

Kept select_samples(const Subset& subset, const std::vector<SampleId>& samples, ReadLog& log) {
  Kept kept(samples.size(), 1);
  for (const auto& [option, path, keep_listed] :
       {std::tuple{"--keep", &subset.keep, true}, std::tuple{"--remove", &subset.remove, false}}) {
    if (path->empty()) continue;
    const Filter filter{fmt::format("{} {}", option, *path), "samples", keep_listed};
    IdList ids = read_sample_list(*path);
    log.files.push_back(ids.file());
    const auto listed = [&](std::size_t s) {
      return ids.meets_sample(samples[s].family, samples[s].individual);
    };
    apply(filter, listed, kept, log);
    remark_unknown(filter, ids, log);
  }
  if (subset.founders) leave_founders(samples, kept, log);
  return kept;
}

std::vector<std::string> names_as_packed(const std::vector<SampleId>& samples,
                                         const CodedRows& stored) {
  std::vector<std::string> controls, cases;
  for (std::size_t s = 0; s < samples.size(); ++s) {
    if (stored.samples[s] == 0) continue;
    const bool is_case = !stored.cases.empty() && stored.cases[s] != 0;
    (is_case ? cases : controls).push_back(samples[s].family + ' ' + samples[s].individual);
  }
  controls.insert(controls.end(), cases.begin(), cases.end());
  return controls;
}

namespace {

/// ask(name) of the chromosome of a variant; variants of a chromosome follow one another.
template <class Ask>
auto of_chromosome(const Sites& sites, Ask ask) {
  return [&sites, ask, last = std::optional<std::uint32_t>(), answer = false](Index v) mutable {
    const std::uint32_t chromosome = sites.chromosomes()[static_cast<std::size_t>(v)];
    if (last != chromosome) answer = ask(sites.chromosome(v));
    last = chromosome;
    return answer;
  };
}

/// Calls keep(option, right) for each filter by chromosomes and positions in use, where right(v)
/// says whether variant v stays.
template <class Keep>
void for_each_place(const Subset& subset, const Sites& sites, Keep keep) {
  const auto& position = sites.positions();
  if (!subset.chr.empty()) {
    const ChromosomeList list("--chr", subset.chr);
    keep("--chr " + subset.chr,
         of_chromosome(sites, [&](const std::string& name) { return list.has(name); }));
  }
  if (!subset.not_chr.empty()) {
    const ChromosomeList list("--not-chr", subset.not_chr);
    keep("--not-chr " + subset.not_chr,
         of_chromosome(sites, [&](const std::string& name) { return !list.has(name); }));
  }
  if (subset.autosome) {
    keep("--autosome", of_chromosome(sites, [](const std::string& name) {
           return kind_of_chromosome(name) == ChromosomeKind::autosome;
         }));
  }
  const auto at = [&](Index v) {
    return static_cast<double>(position[static_cast<std::size_t>(v)]);
  };
  if (subset.from_bp) {
    keep(fmt::format("--from-bp {}", *subset.from_bp),
         [&](Index v) { return at(v) >= *subset.from_bp; });
  }
  if (subset.to_bp) {
    keep(fmt::format("--to-bp {}", *subset.to_bp), [&](Index v) { return at(v) <= *subset.to_bp; });
  }
}

void select_places(const Subset& subset, const Sites& sites, Kept& kept, ReadLog& log) {
  const auto keep = [&](const std::string& option, auto right) {
    if (sites.empty()) {
      throw Error(Failure::inconsistent,
                  option + ": the input does not say where its variants lie");
    }
    apply(
        {option, "variants", true}, [&](std::size_t v) { return right(static_cast<Index>(v)); },
        kept, log);
  };
  for_each_place(subset, sites, keep);
  for (const auto& [option, path, keep_listed] :
       {std::tuple{"--extract-range", &subset.extract_range, true},
        std::tuple{"--exclude-range", &subset.exclude_range, false}}) {
    if (path->empty()) continue;
    const PositionRanges ranges(*path);
    log.files.push_back(ranges.file());
    keep(fmt::format("{} {}", option, *path),
         [&, listed = keep_listed](Index v) { return ranges.has(sites, v) == listed; });
  }
}

}  // namespace

Kept select_variants(const Subset& subset, const std::vector<std::string>& names,
                     const Sites& sites, ReadLog& log) {
  Kept kept(names.size(), 1);
  select_places(subset, sites, kept, log);
  for (const auto& [option, path, keep_listed] :
       {std::tuple{"--extract", &subset.extract, true},
        std::tuple{"--exclude", &subset.exclude, false}}) {
    if (path->empty()) continue;
    IdList ids = read_id_list(*path);
    log.files.push_back(ids.file());
    const Filter filter{fmt::format("{} {}", option, *path), "variants", keep_listed};
    apply(
        filter, [&](std::size_t v) { return ids.meets(names[v]); }, kept, log);
    remark_unknown(filter, ids, log);
  }
  return kept;
}

HaploidRows haploid_rows(const Sites& sites, const std::vector<SampleId>& samples) {
  std::vector<Ploidy> ploidy(static_cast<std::size_t>(sites.size()), Ploidy::diploid);
  std::uint32_t chromosome = 0;
  for (std::size_t v = 0; v < ploidy.size(); ++v) {
    if (v > 0 && sites.chromosomes()[v] == chromosome) {
      ploidy[v] = ploidy[v - 1];
      continue;
    }
    chromosome = sites.chromosomes()[v];
    const auto kind = kind_of_chromosome(sites.chromosome(static_cast<Index>(v)));
    ploidy[v] = kind == ChromosomeKind::x    ? Ploidy::x
                : kind == ChromosomeKind::y  ? Ploidy::y
                : kind == ChromosomeKind::mt ? Ploidy::mt
                                             : Ploidy::diploid;
  }
  Kept males, females;
  for (const SampleId& sample : samples) {
    males.push_back(sample.male ? 1 : 0);
    females.push_back(sample.female ? 1 : 0);
  }
  return HaploidRows(std::move(ploidy), males, females);
}

}  // namespace encke::io
