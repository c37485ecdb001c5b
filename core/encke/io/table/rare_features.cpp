#include <fmt/format.h>

#include <encke/base/error.hpp>
#include <encke/base/text/text.hpp>
#include <encke/io/table/rare_features.hpp>
#include <utility>

namespace encke::io {
namespace {

/// The new number of each feature that is taken; -1 of others.
std::vector<std::int32_t> taken_features(const SparseTable& table, const RareFeatures& rare) {
  std::vector<Index> samples(table.observations.size());
  std::vector<double> frequency(table.observations.size());
  for (std::size_t e = 0; e < table.count.size(); ++e) {
    if (table.count[e] == 0) continue;
    const std::size_t feature = idx(table.observation[e]);
    ++samples[feature];
    frequency[feature] += table.count[e];
  }
  std::vector<std::int32_t> number(samples.size(), -1);
  std::int32_t next = 0;
  for (std::size_t f = 0; f < number.size(); ++f) {
    const bool often = frequency[f] >= static_cast<double>(rare.min_frequency);
    if (samples[f] >= rare.min_samples && often) number[f] = next++;
  }
  return number;
}

/// "features in 5 samples or more, of 10 counts or more"
std::string wanted_text(const RareFeatures& rare) {
  std::string text = "features";
  if (rare.min_samples > 0)
    text += fmt::format(" in {} or more", counted(rare.min_samples, "sample"));
  if (rare.min_frequency > 0) {
    text += fmt::format("{} of {} or more", rare.min_samples > 0 ? "," : "",
                        counted(rare.min_frequency, "count"));
  }
  return text;
}

}  // namespace

std::string leave_out_rare(SparseTable& table, const RareFeatures& rare, const std::string& path) {
  const std::vector<std::int32_t> number = taken_features(table, rare);
  const auto before = std::ssize(table.observations);
  std::size_t names = 0;
  for (std::size_t f = 0; f < number.size(); ++f) {
    if (number[f] >= 0) std::swap(table.observations[names++], table.observations[f]);
  }
  if (names == 0) {
    throw Error(Failure::inconsistent,
                fmt::format("{}: {}: none of {}", path, wanted_text(rare), grouped(before)));
  }
  table.observations.resize(names);
  std::size_t entries = 0, entry = 0;
  for (std::size_t s = 0; s + 1 < table.begin.size(); ++s) {
    for (const std::size_t end = idx(table.begin[s + 1]); entry < end; ++entry) {
      const std::int32_t feature = number[idx(table.observation[entry])];
      if (feature < 0) continue;
      table.observation[entries] = feature;
      table.count[entries++] = table.count[entry];
    }
    table.begin[s + 1] = static_cast<Index>(entries);
  }
  table.observation.resize(entries);
  table.count.resize(entries);
  return fmt::format("{}: {} of {}", wanted_text(rare), grouped(static_cast<Index>(names)),
                     grouped(before));
}

std::vector<std::string> take_selection(SparseTable& table, const TableSelection& selection,
                                        const std::string& path) {
  std::vector<std::string> remarks;
  const RareFeatures& rare = selection.rare;
  if (rare.min_samples > 0 || rare.min_frequency > 0) {
    remarks.push_back(leave_out_rare(table, rare, path));
  }
  if (selection.subsample.depth > 0) {
    remarks.push_back(take_subsample(table, selection.subsample, path));
  }
  return remarks;
}

}  // namespace encke::io
