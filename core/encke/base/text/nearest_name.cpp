#include <algorithm>
#include <encke/base/text/nearest_name.hpp>
#include <numeric>
#include <vector>

namespace encke {

std::size_t edit_distance(std::string_view a, std::string_view b) {
  // Rows of the table of distances between beginnings of `a` (row) and of `b` (column).
  std::vector<std::size_t> before;
  std::vector<std::size_t> last(b.size() + 1);
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(last.begin(), last.end(), 0);
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + (a[i - 1] != b[j - 1])});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
        row[j] = std::min(row[j], before[j - 2] + 1);
      }
    }
    before = last;
    last = row;
  }
  return last.back();
}

std::string suggestion(std::string_view word, std::span<const std::string_view> known) {
  constexpr std::size_t longest = 100;  // no option's name is nearly so long
  if (word.size() > longest) return "";
  std::string_view nearest;
  // Nearly all short names are near to another one: a wrong hint is worse than none.
  const std::size_t letters = word.size() - std::min(word.find_first_not_of('-'), word.size());
  std::size_t least = std::max<std::size_t>(1, letters / 4) + 1;
  for (const auto candidate : known) {
    // The beginning of a name is a likely abbreviation of it.
    const bool begins = word.size() > 3 && candidate.starts_with(word);
    const std::size_t distance = begins ? 1 : edit_distance(word, candidate);
    if (distance >= least) continue;
    least = distance;
    nearest = candidate;
  }
  return nearest.empty() ? "" : "; did you mean " + std::string(nearest) + "?";
}

}  // namespace encke
