#include "throughput.hpp"

#include <algorithm>
#include <chrono>
#include <encke/host/threads/team.hpp>
#include <vector>

#include "statistics.hpp"

namespace encke::bench {
namespace {

double seconds_for(const Body& body, Index steps) {
  const auto start = std::chrono::steady_clock::now();
  body(steps);
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

/// Steps a second of each try.
std::vector<double> rates_of(const Body& body, const Tries& tries) {
  Index steps = 1;
  while (seconds_for(body, steps) < tries.seconds / 2) steps *= 2;
  std::vector<double> rates;
  for (int t = 0; t < tries.count; ++t) {
    rates.push_back(static_cast<double>(steps) / seconds_for(body, steps));
  }
  return rates;
}

Throughput summary(const std::vector<double>& rates) {
  return {*std::max_element(rates.begin(), rates.end()), median(rates), spread(rates)};
}

}  // namespace

Throughput throughput(const Body& body, const Tries& tries) {
  return summary(rates_of(body, tries));
}

Throughput throughput_of_threads(int threads, const std::function<Body(int)>& body_of,
                                 const Tries& tries) {
  std::vector<Body> bodies(static_cast<std::size_t>(threads));
  std::vector<std::vector<double>> rates(bodies.size());
  on_each_thread(threads, [&](int t) { bodies[static_cast<std::size_t>(t)] = body_of(t); });
  on_each_thread(threads, [&](int t) {
    rates[static_cast<std::size_t>(t)] = rates_of(bodies[static_cast<std::size_t>(t)], tries);
  });
  double best = 0;  // of each thread its best: they need not have it in the same try
  std::vector<double> sums(static_cast<std::size_t>(tries.count));
  for (const auto& of_thread : rates) {
    best += summary(of_thread).best;
    for (std::size_t i = 0; i < sums.size(); ++i) sums[i] += of_thread[i];
  }
  Throughput all = summary(sums);
  all.best = best;
  return all;
}

}  // namespace encke::bench
