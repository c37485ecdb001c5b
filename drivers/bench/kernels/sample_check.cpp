#include "sample_check.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <encke/base/error.hpp>
#include <encke/schedule/domain/domain.hpp>
#include <functional>
#include <random>
#include <set>

#include "definition.hpp"

namespace encke::bench {
namespace {

template <class Integer, int Way>
std::string text(const Array<Integer, Way>& index, std::size_t cell) {
  return fmt::format("cell {} of vectors {}", cell, fmt::join(index.begin(), index.end(), ", "));
}

template <int Way>
Array<Index, Way> widen(const Array<std::uint32_t, Way>& index) {
  Array<Index, Way> wide{};
  std::copy(index.begin(), index.end(), wide.begin());
  return wide;
}

[[noreturn]] void fail(const std::string& message) {
  throw Error(Failure::internal, "the result is wrong: " + message);
}

}  // namespace

template <int Way>
SampleCheck<Way>::SampleCheck(const Case& what, const PackedVectors& vectors)
    : what_(what), vectors_(vectors), tolerance_(tolerance(what.metric, what.precision)) {
  std::mt19937_64 random(what.seed);
  for (int s = 0; s < tuples_sampled; ++s) {
    const Key key = tuple(random);
    Sample& sample = samples_[key];
    sample.expected = values_by_definition<Way>(what.metric, vectors, widen(key));
    sample.found.resize(sample.expected.size());
  }
  choose_threshold(random);
}

template <int Way>
auto SampleCheck<Way>::tuple(std::mt19937_64& random) const -> Key {
  std::uniform_int_distribution<std::uint32_t> any(
      0, static_cast<std::uint32_t>(vectors_.vectors() - 1));
  std::set<std::uint32_t> chosen;
  while (chosen.size() < Way) chosen.insert(any(random));
  Key key{};
  std::copy(chosen.begin(), chosen.end(), key.begin());
  return key;
}

/// Where few of very many values are wanted, more tuples are drawn, so that the threshold lies
/// within them and not at the largest.
template <int Way>
void SampleCheck<Way>::choose_threshold(std::mt19937_64& random) {
  std::vector<double> values;
  const auto add = [&](const std::vector<double>& more) {
    values.insert(values.end(), more.begin(), more.end());
  };
  for (const auto& [key, sample] : samples_) add(sample.expected);
  const auto cells = static_cast<Index>(samples_.begin()->second.expected.size());
  const double all = static_cast<double>(Domain().tuples(Way, vectors_.vectors()) * cells);
  const double share = static_cast<double>(hits_wanted) / all;
  if (share >= 1) return;
  constexpr double least_rank = 4;
  constexpr Index most_fields = 200'000'000;  // of the tuples that are drawn: seconds
  const auto enough = static_cast<std::size_t>(least_rank / share);
  const Index most = most_fields / vectors_.fields();
  for (Index drawn = 0; values.size() < enough && drawn < most; ++drawn) {
    add(values_by_definition<Way>(what_.metric, vectors_, widen(tuple(random))));
  }
  std::sort(values.begin(), values.end(), std::greater<>());
  const auto rank = static_cast<std::size_t>(share * static_cast<double>(values.size()));
  threshold_ = above(values[rank]);
}

template <int Way>
void SampleCheck<Way>::begin(const SinkInfo& info) {
  const double all = static_cast<double>(info.tuples()) * info.cells;
  const double expected = std::min(all, static_cast<double>(hits_wanted));
  distance_ = std::max<Index>(1, static_cast<Index>(expected) / hits_sampled);
}

template <int Way>
template <int W>
void SampleCheck<Way>::receive(std::span<const Hit<W>> hits) {
  if constexpr (W != Way) {
    fail(fmt::format("{} hits of {} vectors in a run of way {}", hits.size(), W, Way));
  } else {
    for (const Hit<Way>& hit : hits) {
      if (received_++ % distance_ == 0 && std::ssize(hits_) < hits_sampled) hits_.push_back(hit);
      const auto sampled = samples_.find(hit.index);
      if (sampled == samples_.end()) continue;
      Sample& sample = sampled->second;
      if (hit.cell >= sample.found.size()) fail(text(hit.index, hit.cell) + " does not exist");
      auto& found = sample.found[hit.cell];
      sample.repeated = sample.repeated || found.has_value();
      found = hit.value;
    }
  }
}

template <int Way>
void SampleCheck<Way>::take(std::span<const Hit<2>> hits) {
  receive(hits);
}

template <int Way>
void SampleCheck<Way>::take(std::span<const Hit<3>> hits) {
  receive(hits);
}

template <int Way>
void SampleCheck<Way>::verify_sample(const Key& key, const Sample& sample) const {
  for (std::size_t cell = 0; cell < sample.expected.size(); ++cell) {
    const double expected = sample.expected[cell];
    const auto& found = sample.found[cell];
    const bool borderline = !threshold_.all && close(expected, threshold_.floor, tolerance_);
    if (found && !close(*found, expected, tolerance_)) {
      fail(fmt::format("{} is {:.17g}, expected {:.17g}", text(key, cell), *found, expected));
    }
    if (!borderline && found.has_value() != threshold_.keeps(expected)) {
      fail(fmt::format("{}, {:.17g}, {} with threshold {:.17g}", text(key, cell), expected,
                       found ? "is a hit" : "is not a hit", threshold_.floor));
    }
  }
  if (sample.repeated) fail(text(key, 0) + " or another of its cells came more than once");
}

template <int Way>
void SampleCheck<Way>::verify_hit(const Hit<Way>& hit) const {
  const auto expected = values_by_definition<Way>(what_.metric, vectors_, widen(hit.index));
  if (hit.cell >= expected.size()) fail(text(hit.index, hit.cell) + " does not exist");
  if (!close(hit.value, expected[hit.cell], tolerance_)) {
    fail(fmt::format("{} is {:.17g}, expected {:.17g}", text(hit.index, hit.cell), hit.value,
                     expected[hit.cell]));
  }
}

template <int Way>
Index SampleCheck<Way>::verify() const {
  Index compared = 0;
  for (const auto& [key, sample] : samples_) {
    verify_sample(key, sample);
    compared += std::ssize(sample.expected);
  }
  for (const Hit<Way>& hit : hits_) verify_hit(hit);
  return compared + std::ssize(hits_);
}

template class SampleCheck<2>;
template class SampleCheck<3>;

}  // namespace encke::bench
