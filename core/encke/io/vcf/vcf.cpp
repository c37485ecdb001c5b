#include <fmt/format.h>

#include <array>
#include <encke/base/stopwatch.hpp>
#include <encke/io/vcf/records.hpp>
#include <encke/io/vcf/vcf.hpp>

namespace encke::io {
namespace {

constexpr std::array<std::string_view, 4> readings = {"", "read as missing", "read as haploid",
                                                      "read with the reference's other allele"};

/// How often decoding needed a rule.
struct Counts {
  Index records = 0;
  Index filtered = 0;
  Index without_id = 0;
  Index without_calls = 0;
  Index phased = 0;
};

std::string name_of(const VariantSite& site, Counts& counts) {
  if (site.id != "." && !site.id.empty()) return std::string(site.id);
  ++counts.without_id;
  return fmt::format("{}:{}:{}:{}", site.chromosome, site.position, site.ref, site.alt);
}

void add_remarks(const VcfRules& rules, const Counts& counts, const CallRules& calls,
                 const std::string& path, std::vector<std::string>& remarks) {
  const auto add = [&](Index count, const std::string& what) {
    if (count > 0) remarks.push_back(fmt::format("{}: {}: {}", path, what, count));
  };
  if (!rules.region.empty()) {
    remarks.push_back(
        fmt::format("--region {}: {} variants, by their positions", rules.region, counts.records));
  }
  if (rules.var_filter) {
    remarks.push_back(
        fmt::format("--var-filter: {} of {} variants left out", counts.filtered, counts.records));
  }
  add(counts.without_id, "variants without an id, which are named CHROM:POS:REF:ALT");
  add(counts.without_calls, "variants without GT, all of whose genotypes are missing");
  add(counts.phased, "variants with phased genotypes, whose phase is not used");
  add(calls.haploid_calls, "haploid genotypes, which count as two equal alleles");
  add(calls.half_calls, fmt::format("half calls, {} (--vcf-half-call)",
                                    readings[static_cast<std::size_t>(calls.half_call)]));
}

DecodedSet decode(const std::string& path, const VcfRules& rules, TemporaryRows& rows) {
  VariantFile file(path);
  const VcfHeader header = read_vcf_header(path, file.header());
  if (!rules.region.empty()) file.restrict_to(rules.region);
  const auto records = open_records(file, path, header);
  DecodedSet set{.sites = Sites(path)};
  for (const auto& sample : header.samples) set.samples.push_back({"0", sample});
  const auto samples = static_cast<Index>(header.samples.size());
  std::vector<std::uint8_t> row(static_cast<std::size_t>(divide_up(samples, 4)));
  CallRules calls{.half_call = rules.half_call};
  Counts counts;
  while (records->next()) {
    const VariantSite& site = records->site();
    ++counts.records;
    if (rules.var_filter && !site.passes) {
      ++counts.filtered;
      continue;
    }
    if (site.has_calls) {
      counts.phased += records->read_calls(calls, row.data()) ? 1 : 0;
    } else {
      ++counts.without_calls;
      set_missing(samples, row.data());
    }
    if (site.alts > 1) set.several.push_back(std::ssize(set.names));
    set.names.push_back(name_of(site, counts));
    set.sites.add(0, site.chromosome, std::to_string(site.position),
                  fmt::format("{}/{}", site.alt, site.ref));
    rows.add(row);
  }
  add_remarks(rules, counts, calls, path, set.remarks);
  return set;
}

}  // namespace

std::unique_ptr<Source> open_vcf(const std::string& path, const VcfRules& rules,
                                 const GenotypeWishes& wishes, const Communicator& world) {
  return open_decoded({path}, wishes, world,
                      [&](TemporaryRows& rows) { return decode(path, rules, rows); });
}

Dataset read_vcf(const std::string& path, const VcfRules& rules, const GenotypeWishes& wishes) {
  const Stopwatch watch;
  Dataset data = read_all(open_vcf(path, rules, wishes));
  data.seconds = watch.seconds();
  return data;
}

}  // namespace encke::io
