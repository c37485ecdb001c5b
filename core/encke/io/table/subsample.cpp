#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <encke/base/byte_hash.hpp>
#include <encke/base/error.hpp>
#include <encke/base/index.hpp>
#include <encke/base/mix.hpp>
#include <encke/base/text/printable.hpp>
#include <encke/io/table/subsample.hpp>
#include <span>
#include <unordered_set>

namespace encke::io {
namespace {

/// A sequence of numbers of its own for each sample.
class Numbers {
 public:
  Numbers(std::uint64_t seed, const std::string& id) {
    ByteHash hash;
    hash.add(std::as_bytes(std::span(id)));
    state_ = mix(mix(seed + 1) ^ hash.value());
  }

  /// Each number below `bound` is equally likely.
  std::uint64_t below(std::uint64_t bound) {
    const std::uint64_t unfair = (~std::uint64_t{0} - bound + 1) % bound;  // 2^64 modulo bound
    for (;;) {
      const std::uint64_t number = mix(state_ += 0x9e3779b97f4a7c15);
      if (number >= unfair) return number % bound;
    }
  }

 private:
  std::uint64_t state_;
};

/// `chosen` different numbers below `all`, in rising order: Floyd's method (Bentley, Communications
/// of the ACM 30, 1987), which takes memory for these alone.
std::vector<std::uint64_t> choose(std::uint64_t chosen, std::uint64_t all, Numbers& numbers) {
  std::unordered_set<std::uint64_t> taken(chosen * 2);
  for (std::uint64_t last = all - chosen; last < all; ++last) {
    if (!taken.insert(numbers.below(last + 1)).second) taken.insert(last);
  }
  std::vector<std::uint64_t> sorted(taken.begin(), taken.end());
  std::sort(sorted.begin(), sorted.end());
  return sorted;
}

/// Counts of a sample as they are left: how many of the chosen numbers fall to each.
void thin(std::span<double> counts, std::uint64_t depth, std::uint64_t total, Numbers& numbers) {
  if (depth == total) return;
  // the smaller of those kept and those left out
  const bool keeps = depth <= total / 2;
  const auto chosen = choose(keeps ? depth : total - depth, total, numbers);
  auto next = chosen.begin();
  std::uint64_t end = 0;
  for (double& count : counts) {
    end += static_cast<std::uint64_t>(count);
    const auto until = std::lower_bound(next, chosen.end(), end);
    const auto taken = static_cast<double>(until - next);
    count = keeps ? taken : count - taken;
    next = until;
  }
}

/// All counts of a sample. Throws where they are not whole.
std::uint64_t total_of(std::span<const double> counts, const std::string& id,
                       const std::string& path) {
  double total = 0;
  for (const double count : counts) {
    total += count;
    if (count == std::floor(count) && total < 0x1p53) continue;
    throw Error(
        Failure::inconsistent,
        fmt::format("--subsample-depth: {}: sample {} has the count {}, {} expected", path,
                    in_quotes(id), count,
                    count == std::floor(count) ? "less than 2^53 in all" : "a whole number"));
  }
  return static_cast<std::uint64_t>(total);
}

}  // namespace

std::string take_subsample(SparseTable& table, const Subsample& subsample,
                           const std::string& path) {
  const auto depth = static_cast<std::uint64_t>(subsample.depth);
  SparseTable left{.observations = std::move(table.observations), .file = std::move(table.file)};
  left.begin = {0};
  std::vector<std::string> less;
  std::uint64_t largest = 0;
  for (std::size_t s = 0; s < table.samples.size(); ++s) {
    const auto first = idx(table.begin[s]);
    const auto counts = std::span(table.count).subspan(first, idx(table.begin[s + 1]) - first);
    const std::uint64_t total = total_of(counts, table.samples[s], path);
    largest = std::max(largest, total);
    if (total < depth) {
      less.push_back(in_quotes(table.samples[s]));
      continue;
    }
    Numbers numbers(subsample.seed, table.samples[s]);
    thin(counts, depth, total, numbers);
    for (std::size_t e = 0; e < counts.size(); ++e) {
      if (counts[e] == 0) continue;
      left.observation.push_back(table.observation[first + e]);
      left.count.push_back(counts[e]);
    }
    left.begin.push_back(std::ssize(left.count));
    left.samples.push_back(std::move(table.samples[s]));
  }
  const std::size_t before = table.samples.size();
  if (left.samples.empty()) {
    throw Error(Failure::inconsistent,
                fmt::format("--subsample-depth {}: {}: none of {} samples has so many counts; the "
                            "most are {}",
                            depth, path, before, largest));
  }
  table = std::move(left);
  return fmt::format(
      "--subsample-depth {} (seed {}): {} of {} samples have less and are left out{}{}", depth,
      subsample.seed, less.size(), before, less.empty() ? "" : ": ", fmt::join(less, ", "));
}

}  // namespace encke::io
