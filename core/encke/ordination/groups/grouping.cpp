#include <algorithm>
#include <encke/ordination/groups/grouping.hpp>
#include <utility>

namespace encke::ordination {

Grouping grouping_of(const std::vector<std::string>& names) {
  Grouping found{.names = names};
  std::sort(found.names.begin(), found.names.end());
  found.names.erase(std::unique(found.names.begin(), found.names.end()), found.names.end());
  found.sizes.resize(found.names.size());
  for (const std::string& name : names) {
    const auto at = std::lower_bound(found.names.begin(), found.names.end(), name);
    const auto group = static_cast<std::size_t>(at - found.names.begin());
    found.of.push_back(static_cast<Index>(group));
    ++found.sizes[group];
  }
  return found;
}

Index drop_unknown(Distances& distances, std::vector<std::string>& values) {
  const Index n = distances.samples();
  Distances kept{.files = distances.files};
  std::vector<std::string> kept_values;
  for (Index i = 0; i < n; ++i) {
    const auto at = static_cast<std::size_t>(i);
    if (values[at].empty()) continue;
    kept.ids.push_back(distances.ids[at]);
    kept_values.push_back(values[at]);
    const auto row = distances.row(i);
    for (Index j = i + 1; j < n; ++j) {
      if (values[static_cast<std::size_t>(j)].empty()) continue;
      kept.values.push_back(row[static_cast<std::size_t>(j - i - 1)]);
    }
  }
  const Index dropped = n - kept.samples();
  distances = std::move(kept);
  values = std::move(kept_values);
  return dropped;
}

}  // namespace encke::ordination
