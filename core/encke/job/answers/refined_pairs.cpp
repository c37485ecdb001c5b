#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <encke/base/error.hpp>
#include <encke/base/index.hpp>
#include <encke/base/student_tail.hpp>
#include <encke/base/text/text.hpp>
#include <encke/host/threads/host_loop.hpp>
#include <encke/job/answers/genotype_rows.hpp>
#include <encke/job/answers/refined_pairs.hpp>

namespace encke::job {
namespace {

constexpr std::size_t most_held = std::size_t{1} << 14;
constexpr int most_workers = 256;

/// With mean 0 and deviation 1. Throws Error(inconsistent) where all are the same.
void add_standardised(std::span<const double> column, const std::vector<Index>& known,
                      const std::string& name, std::vector<double>& to) {
  double mean = 0, squares = 0;
  const auto n = static_cast<double>(known.size());
  for (const Index s : known) mean += column[idx(s)] / n;
  for (const Index s : known) squares += (column[idx(s)] - mean) * (column[idx(s)] - mean) / n;
  // The sums of equal numbers are rounded, so that these are looked at themselves.
  const bool varies = std::any_of(known.begin(), known.end(), [&](Index s) {
    return column[idx(s)] != column[idx(known.front())];
  });
  if (!varies || !(squares > 0) || !std::isfinite(squares)) {
    throw Error(Failure::inconsistent,
                fmt::format("{} has the same number for all of {}, different ones expected", name,
                            counted(std::ssize(known), "sample")));
  }
  for (const Index s : known) to.push_back((column[idx(s)] - mean) / std::sqrt(squares));
}

}  // namespace

RegressionSamples regression_samples(const std::vector<std::span<const double>>& numbers,
                                     Index samples,
                                     const std::function<std::string(std::size_t)>& name_of) {
  RegressionSamples found;
  for (Index s = 0; s < samples; ++s) {
    const bool all = std::none_of(numbers.begin(), numbers.end(),
                                  [s](const auto& column) { return std::isnan(column[idx(s)]); });
    if (!all) continue;
    found.fields.push_back(s);
    found.trait.push_back(numbers[0][idx(s)]);
  }
  if (found.fields.empty()) return found;
  for (std::size_t c = 1; c < numbers.size(); ++c) {
    add_standardised(numbers[c], found.fields, name_of(c - 1), found.covariates);
  }
  return found;
}

double p_value_of(RegressionModel model, const PairEffect& effect) {
  const double z = effect.beta / effect.error;
  return model == RegressionModel::logistic ? normal_tail(z)
                                            : student_tail(z, static_cast<double>(effect.degrees));
}

RefinedPairs::RefinedPairs(io::Source& source, const Refinement& refinement, int threads,
                           std::function<void()> check_stop, Take take)
    : source_(source), check_stop_(std::move(check_stop)), take_(std::move(take)) {
  const int workers = threads > 0 ? std::min(threads, most_workers) : thread_workers(most_workers);
  for (int w = 0; w < workers; ++w) workers_.emplace_back(refinement.samples, refinement.model);
}

void RefinedPairs::add(std::span<const Hit<2>> hits) {
  const auto most_vectors = static_cast<std::size_t>(
      std::max<Index>(2, refined_bytes / std::max<Index>(source_.fields(), 1)));
  for (const Hit<2>& hit : hits) {
    // Pairs come by their first vector, so that most have it in common with the one before.
    const bool same = !held_.empty() && held_.back().index[0] == hit.index[0];
    if (held_.size() == most_held || vectors_.size() + (same ? 1 : 2) > most_vectors) finish();
    if (held_.empty() || held_.back().index[0] != hit.index[0]) vectors_.push_back(hit.index[0]);
    vectors_.push_back(hit.index[1]);
    held_.push_back(hit);
  }
}

void RefinedPairs::finish() {
  if (held_.empty()) return;
  const GenotypeRows rows(source_, vectors_);
  std::vector<PairEffect> effects(held_.size());
  constexpr std::size_t together = 16;
  const auto pieces = static_cast<Index>((held_.size() + together - 1) / together);
  const Index at_once = 4 * std::ssize(workers_);
  for (Index first = 0; first < pieces; first += at_once) {
    check_stop_();
    const auto work = [&](Index piece, int worker) {
      const std::size_t begin = idx(first + piece) * together;
      for (std::size_t h = begin; h < std::min(begin + together, held_.size()); ++h) {
        const auto& index = held_[h].index;
        effects[h] =
            workers_[static_cast<std::size_t>(worker)](rows.of(index[0]), rows.of(index[1]));
      }
    };
    thread_loop(static_cast<int>(workers_.size()), std::min(at_once, pieces - first), work);
  }
  for (std::size_t h = 0; h < held_.size(); ++h) take_(held_[h], effects[h]);
  held_.clear();
  vectors_.clear();
}

}  // namespace encke::job
