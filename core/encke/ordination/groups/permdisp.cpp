#include <algorithm>
#include <cmath>
#include <encke/base/index.hpp>
#include <encke/host/threads/host_loop.hpp>
#include <encke/ordination/groups/permuted_labels.hpp>
#include <encke/ordination/groups/tests.hpp>
#include <encke/ordination/pcoa.hpp>
#include <span>

namespace encke::ordination::detail {
namespace {

constexpr int most_steps = 1000;
constexpr double f_rounding = 1e-9;

double distance_of(std::span<const double> a, std::span<const double> b) {
  double sum = 0;
  for (std::size_t k = 0; k < a.size(); ++k) sum += (a[k] - b[k]) * (a[k] - b[k]);
  return std::sqrt(sum);
}

/// Samples as points: their coordinates on the axes that have a positive eigenvalue.
class Points {
 public:
  explicit Points(const Pcoa& pcoa) {
    for (Index axis = 0; axis < pcoa.axes; ++axis) {
      width_ += pcoa.eigenvalues[idx(axis)] > 0 ? 1 : 0;
    }
    for (Index i = 0; i < pcoa.samples(); ++i) {
      for (std::size_t k = 0; k < width_; ++k) {
        values_.push_back(pcoa.coordinate(i, static_cast<Index>(k)));
      }
    }
  }
  std::size_t width() const { return width_; }
  std::span<const double> operator[](Index i) const {
    return std::span(values_).subspan(idx(i) * width_, width_);
  }

 private:
  std::size_t width_ = 0;
  std::vector<double> values_;
};

std::vector<double> mean_of(const Points& points, const std::vector<Index>& members) {
  std::vector<double> mean(points.width());
  for (const Index i : members) {
    for (std::size_t k = 0; k < mean.size(); ++k) mean[k] += points[i][k];
  }
  for (double& value : mean) value /= static_cast<double>(members.size());
  return mean;
}

/// One step towards the spatial median, by Y. Vardi and C.-H. Zhang, PNAS 97 (2000): Weiszfeld's,
/// which also leaves one of the points if that is not the median. Returns how far it went.
double step(const Points& points, const std::vector<Index>& members, std::vector<double>& at) {
  std::vector<double> sum(at.size());
  double weight = 0;
  double here = 0;  // points at this place
  for (const Index i : members) {
    const double distance = distance_of(points[i], at);
    if (distance == 0) {
      ++here;
      continue;
    }
    weight += 1 / distance;
    for (std::size_t k = 0; k < sum.size(); ++k) sum[k] += points[i][k] / distance;
  }
  if (weight == 0) return 0;
  double pull = 0;  // of all other points
  for (std::size_t k = 0; k < sum.size(); ++k) {
    pull += (sum[k] - weight * at[k]) * (sum[k] - weight * at[k]);
  }
  pull = std::sqrt(pull);
  const double stay = pull == 0 ? 1 : std::min(1.0, here / pull);
  double moved = 0;
  for (std::size_t k = 0; k < sum.size(); ++k) {
    const double next = (1 - stay) * sum[k] / weight + stay * at[k];
    moved += (next - at[k]) * (next - at[k]);
    at[k] = next;
  }
  return std::sqrt(moved);
}

std::vector<double> centre_of(const Points& points, const std::vector<Index>& members,
                              GroupCentre kind) {
  constexpr double near = 1e-11;
  std::vector<double> centre = mean_of(points, members);
  if (kind == GroupCentre::centroid) return centre;
  double scale = 0;
  for (const Index i : members) scale = std::max(scale, distance_of(points[i], centre));
  for (int k = 0; k < most_steps && step(points, members, centre) > near * scale; ++k) continue;
  return centre;
}

/// Distances of samples to the centre of their group, and what comes of them.
struct Dispersion {
  double statistic = 0;
  std::vector<double> means;  ///< of each group
};

/// F of an analysis of variance of the distances to centres.
Dispersion dispersion_of(const Points& points, std::span<const Index> labels, Index groups,
                         GroupCentre kind) {
  std::vector<std::vector<Index>> members(idx(groups));
  for (std::size_t i = 0; i < labels.size(); ++i) {
    members[idx(labels[i])].push_back(static_cast<Index>(i));
  }
  Dispersion found;
  const auto n = static_cast<double>(labels.size());
  std::vector<double> distances;
  double all = 0;
  double within = 0;
  for (const auto& group : members) {
    const std::vector<double> centre = centre_of(points, group, kind);
    distances.clear();
    double sum = 0;
    for (const Index i : group) {
      distances.push_back(distance_of(points[i], centre));
      sum += distances.back();
    }
    const double mean = sum / static_cast<double>(group.size());
    for (const double distance : distances) within += (distance - mean) * (distance - mean);
    found.means.push_back(mean);
    all += sum;
  }
  double between = 0;
  for (std::size_t g = 0; g < members.size(); ++g) {
    const double difference = found.means[g] - all / n;
    between += static_cast<double>(members[g].size()) * difference * difference;
  }
  found.statistic =
      (between / static_cast<double>(groups - 1)) / (within / (n - static_cast<double>(groups)));
  return found;
}

}  // namespace

GroupTest permdisp(const Distances& distances, const Grouping& grouping,
                   const GroupTestOptions& options) {
  const Index axes = options.axes.value_or(distances.samples());
  const auto method = options.axes ? PcoaMethod::automatic : PcoaMethod::exact;
  const Points points(
      pcoa(distances,
           {.axes = axes, .method = method, .threads = options.threads, .stop = options.stop}));
  const auto try_labels = [&](std::span<const Index> labels) {
    return dispersion_of(points, labels, grouping.groups(), options.centre);
  };
  const Dispersion found = try_labels(grouping.of);
  std::vector<char> as_large(idx(options.permutations));
  host_loop(options.threads, options.permutations, [&](Index k, int) {
    options.stop.check();
    std::vector<Index> labels = grouping.of;
    permute(std::span(labels), options.seed, k + 1);
    as_large[idx(k)] = try_labels(labels).statistic >= found.statistic * (1 - f_rounding) ? 1 : 0;
  });
  return {.method = GroupMethod::permdisp,
          .statistic = found.statistic,
          .as_large = std::count(as_large.begin(), as_large.end(), 1),
          .permutations = options.permutations,
          .spread = found.means};
}

}  // namespace encke::ordination::detail
