#include <algorithm>
#include <encke/schedule/domain/tuples_among.hpp>

namespace encke {
namespace {

/// How many marked vectors of each class lie before each vector.
class MarkedBefore {
 public:
  MarkedBefore(const DomainRow& row, const std::vector<bool>& marked)
      : before_(row.classes == nullptr ? 1 : SetMembers::most_classes,
                std::vector<Index>(marked.size() + 1)) {
    for (std::size_t c = 0; c < before_.size(); ++c) {
      for (std::size_t v = 0; v < marked.size(); ++v) {
        const bool of_class = row.classes == nullptr || row.classes[v] == c;
        before_[c][v + 1] = before_[c][v] + (marked[v] && of_class ? 1 : 0);
      }
    }
  }

  /// Those of a row, behind `last`.
  Index in(const DomainRow& row, Index last) const {
    Index sum = 0;
    const auto begin = static_cast<std::size_t>(std::max(last + 1, row.begin));
    const auto end = std::max(begin, static_cast<std::size_t>(row.end));
    for (std::size_t c = 0; c < before_.size(); ++c) {
      if (before_.size() > 1 && (row.wanted >> c & 1) == 0) continue;
      sum += before_[c][std::min(end, before_[c].size() - 1)] - before_[c][begin];
    }
    return sum;
  }

 private:
  std::vector<std::vector<Index>> before_;
};

}  // namespace

Index tuples_among(const Domain& domain, int way, const std::vector<bool>& marked) {
  const auto vectors = static_cast<Index>(marked.size());
  const auto is_marked = [&](Index v) { return marked[static_cast<std::size_t>(v)]; };
  if (domain.everything()) {
    return domain.tuples(way, std::count(marked.begin(), marked.end(), true));
  }
  if (vectors < way) return 0;
  const MarkedBefore before(way == 3 ? domain.row(0, 1) : domain.row(0), marked);
  Index sum = 0;
  for (Index a = 0; a < vectors; ++a) {
    if (!is_marked(a)) continue;
    if (way == 2) {
      sum += before.in(domain.row(a), a);
      continue;
    }
    for (Index b = a + 1; b < vectors; ++b) {
      if (is_marked(b)) sum += before.in(domain.row(a, b), b);
    }
  }
  return sum;
}

}  // namespace encke
