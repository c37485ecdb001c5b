#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <encke/base/error.hpp>
#include <encke/base/text/text_hash.hpp>
#include <encke/file/line_reader.hpp>
#include <encke/io/plink/subset.hpp>
#include <string_view>

namespace encke::io {
namespace {

// A rate that equals the limit on paper must not fail by the rounding of a decimal fraction.
constexpr double tolerance = 0x1p-44;

// Ids of a file, and which of them have been met. A sample of which only the IID is given is stored
// as "IID", others as "FID<tab>IID"; ids have no tabs.
class IdList {
 public:
  void insert(std::string id) { ids_.emplace(std::move(id), false); }
  bool meets(const std::string& id) {
    const auto found = ids_.find(id);
    if (found == ids_.end()) return false;
    found->second = true;
    return true;
  }
  std::ptrdiff_t unknown() const {
    return std::count_if(ids_.begin(), ids_.end(), [](const auto& id) { return !id.second; });
  }

 private:
  TextMap<bool> ids_;
};

IdList read_sample_list(const std::string& path, ReadLog& log) {
  InputFile file(path);
  LineReader reader(file);
  IdList ids;
  bool individual_only = false;
  std::array<std::string_view, 2> columns;
  while (reader.next()) {
    const std::size_t found = split_blanks(reader.line(), columns);
    if (found == 0) continue;
    if (columns[0].front() == '#') {
      individual_only = individual_only || columns[0] == "#IID";
    } else if (found == 1 || individual_only) {
      ids.insert(std::string(columns[0]));
    } else {
      ids.insert(fmt::format("{}\t{}", columns[0], columns[1]));
    }
  }
  log.files.push_back(file.record());
  return ids;
}

IdList read_variant_list(const std::string& path, ReadLog& log) {
  InputFile file(path);
  LineReader reader(file);
  IdList ids;
  while (reader.next()) {
    std::string_view rest = reader.line();
    std::array<std::string_view, 1> id;
    while (split_blanks(rest, id) == 1) {
      ids.insert(std::string(id[0]));
      rest.remove_prefix(static_cast<std::size_t>(id[0].data() + id[0].size() - rest.data()));
    }
  }
  log.files.push_back(file.record());
  return ids;
}

struct Filter {
  std::string_view option;  // as PLINK calls it
  std::string_view items;   // "samples" or "variants"
  const std::string& path;
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
  log.remarks.push_back(fmt::format("{} {}: {} of {} {} left out", filter.option, filter.path,
                                    before - after, before, filter.items));
  if (after == 0) {
    throw Error(Failure::inconsistent,
                fmt::format("{} {}: none of {} {} left, at least one expected", filter.option,
                            filter.path, before, filter.items));
  }
}

void remark_unknown(const Filter& filter, const IdList& ids, ReadLog& log) {
  if (ids.unknown() == 0) return;
  log.remarks.push_back(fmt::format("{} {}: ids that match none of the {}: {}", filter.option,
                                    filter.path, filter.items, ids.unknown()));
}

}  // namespace

void check_rates(const Subset& subset) {
  if (!(subset.geno >= 0 && subset.geno <= 1)) {
    throw Error(Failure::command_line,
                fmt::format("--geno {}: a missing rate in [0, 1] expected", subset.geno));
  }
  if (!(subset.maf >= 0 && subset.maf <= 0.5)) {
    throw Error(Failure::command_line,
                fmt::format("--maf {}: an allele frequency in [0, 0.5] expected", subset.maf));
  }
}

Kept select_samples(const Subset& subset, const std::vector<SampleId>& samples, ReadLog& log) {
  Kept kept(samples.size(), 1);
  for (const Filter& filter : {Filter{"--keep", "samples", subset.keep, true},
                               Filter{"--remove", "samples", subset.remove, false}}) {
    if (filter.path.empty()) continue;
    IdList ids = read_sample_list(filter.path, log);
    const auto listed = [&](std::size_t s) {
      const bool both = ids.meets(samples[s].family + "\t" + samples[s].individual);
      return ids.meets(samples[s].individual) || both;
    };
    apply(filter, listed, kept, log);
    remark_unknown(filter, ids, log);
  }
  return kept;
}

Kept select_variants(const Subset& subset, const std::vector<std::string>& names, ReadLog& log) {
  Kept kept(names.size(), 1);
  for (const Filter& filter : {Filter{"--extract", "variants", subset.extract, true},
                               Filter{"--exclude", "variants", subset.exclude, false}}) {
    if (filter.path.empty()) continue;
    IdList ids = read_variant_list(filter.path, log);
    apply(
        filter, [&](std::size_t v) { return ids.meets(names[v]); }, kept, log);
    remark_unknown(filter, ids, log);
  }
  return kept;
}

bool RateFilter::keeps(const GenotypeCounts& counts) {
  const Index present = counts.het + counts.hom_a1 + counts.hom_a2;
  const auto samples = static_cast<double>(present + counts.missing);
  if (static_cast<double>(counts.missing) > subset_.geno * (1 + tolerance) * samples) {
    ++by_geno_;
    return false;
  }
  const Index a1 = 2 * counts.hom_a1 + counts.het;
  const Index rarer = std::min(a1, 2 * present - a1);
  const double least = subset_.maf * (1 - tolerance) * static_cast<double>(2 * present);
  // without any genotype there is no frequency: nothing is above zero
  if (subset_.maf > 0 && (present == 0 || static_cast<double>(rarer) < least)) {
    ++by_maf_;
    return false;
  }
  return true;
}

void RateFilter::sum(const Communicator& world) {
  std::array<std::int64_t, 2> counts = {by_geno_, by_maf_};
  world.sum(counts);
  by_geno_ = counts[0];
  by_maf_ = counts[1];
}

void RateFilter::report(ReadLog& log) const {
  if (subset_.geno < 1) {
    log.remarks.push_back(fmt::format("--geno {}: {} variants left out", subset_.geno, by_geno_));
  }
  if (subset_.maf > 0) {
    log.remarks.push_back(fmt::format("--maf {}: {} variants left out", subset_.maf, by_maf_));
  }
}

}  // namespace encke::io
