#include <fmt/format.h>

#include <encke/base/error.hpp>
#include <encke/base/stopwatch.hpp>
#include <encke/base/text/printable.hpp>
#include <encke/io/bgen/bgen.hpp>
#include <encke/io/bgen/bgen_file.hpp>
#include <encke/io/bgen/sample_file.hpp>

namespace encke::io {
namespace {

std::vector<SampleId> samples_of(const std::string& path, const BgenFile& file,
                                 const BgenRules& rules) {
  std::vector<SampleId> samples;
  if (!rules.sample.empty()) {
    samples = read_sample_file(rules.sample);
  } else {
    if (const Duplicates same = find_duplicates(file.ids()); same.count > 0) {
      throw MalformedInput({.file = path},
                           fmt::format("two samples are named {}", in_quotes(same.first)));
    }
    for (const auto& id : file.ids()) samples.push_back({"0", id});
  }
  if (std::ssize(samples) == file.samples()) return samples;
  if (samples.empty()) {
    throw Error(Failure::inconsistent, path + ": it has no ids of samples, --sample expected");
  }
  throw Error(Failure::inconsistent,
              fmt::format("{}: {} samples, {} expected as in {}", rules.sample, samples.size(),
                          file.samples(), path));
}

void add_remarks(const BgenRules& rules, const HardCalls& calls, Index without_id,
                 const std::string& path, std::vector<std::string>& remarks) {
  const auto add = [&](Index count, const std::string& what) {
    if (count > 0) remarks.push_back(fmt::format("{}: {}: {}", path, what, count));
  };
  if (rules.reference == BgenReference::unknown) {
    remarks.push_back(path + ": the last allele of a variant is taken for the reference's");
  }
  add(without_id, "variants without an id, which are named CHROM:POS:REF:ALT");
  add(calls.uncertain(), fmt::format("genotypes that are missing because their dosage is more than "
                                     "{} (--hard-call-threshold) from a whole number",
                                     rules.hard_call_threshold));
  add(calls.phased(), "variants with phased genotypes, whose phase is not used");
  add(calls.haploid(), "haploid genotypes, which count as two equal alleles");
}

DecodedSet decode(const std::string& path, const BgenRules& rules, TemporaryRows& rows) {
  BgenFile file(path);
  DecodedSet set{.sites = Sites(path)};
  set.samples = samples_of(path, file, rules);
  std::vector<std::uint8_t> row(static_cast<std::size_t>(divide_up(file.samples(), 4)));
  HardCalls calls(rules.reference, rules.hard_call_threshold);
  Index without_id = 0;
  for (Index v = 0; v < file.variants(); ++v) {
    BgenVariant variant = file.next();
    if (const auto wrong = calls.read(variant.block, file.samples(), row.data())) {
      file.refuse(variant, *wrong);
    }
    const bool is_first = rules.reference == BgenReference::first;
    const std::string& reference = is_first ? variant.first : variant.last;
    const std::string& other = is_first ? variant.last : variant.first;
    if (variant.id.empty() || variant.id == ".") {
      ++without_id;
      variant.id =
          fmt::format("{}:{}:{}:{}", variant.chromosome, variant.position, reference, other);
    }
    set.sites.add(0, variant.chromosome, std::to_string(variant.position), other + "/" + reference);
    set.names.push_back(std::move(variant.id));
    rows.add(row);
  }
  file.check_end();
  add_remarks(rules, calls, without_id, path, set.remarks);
  return set;
}

}  // namespace

std::unique_ptr<Source> open_bgen(const std::string& path, const BgenRules& rules,
                                  const GenotypeWishes& wishes, const Communicator& world) {
  std::vector<std::string> paths = {path};
  if (!rules.sample.empty()) paths.push_back(rules.sample);
  return open_decoded(paths, wishes, world,
                      [&](TemporaryRows& rows) { return decode(path, rules, rows); });
}

Dataset read_bgen(const std::string& path, const BgenRules& rules, const GenotypeWishes& wishes) {
  const Stopwatch watch;
  Dataset data = read_all(open_bgen(path, rules, wishes));
  data.seconds = watch.seconds();
  return data;
}

}  // namespace encke::io
