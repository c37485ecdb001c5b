#include "machine_bound.hpp"

#include <sched.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <latch>
#include <thread>

namespace encke::bench {
namespace {

constexpr double seconds_of_try = 2e-3;
constexpr int tries = 24;

std::vector<const LevelMixes*> compiled_mixes() {
#if defined(__x86_64__)
  return {&mixes_x86_64_v2, &mixes_x86_64_v3, &mixes_x86_64_v4};
#else
  return {};
#endif
}

/// Additions of a chain in which each waits for the one before; each takes one cycle. The
/// addend is not a constant: some cores do not execute additions of small constants at all.
constexpr int chain_length = 32;

void dependent_additions(Index steps) {
  std::uint64_t x = 0;
  const auto y = static_cast<std::uint64_t>(steps);
  for (Index step = 0; step < steps; ++step) {
#pragma GCC unroll 32
    for (int i = 0; i < chain_length; ++i) {
      x += y;
      asm volatile("" : "+r"(x));
    }
  }
}

double seconds_for(void (*run)(Index), Index steps) {
  const auto start = std::chrono::steady_clock::now();
  run(steps);
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

/// Steps a second, the best of several tries.
double best_rate(void (*run)(Index)) {
  Index steps = 256;
  while (seconds_for(run, steps) < seconds_of_try / 2) steps *= 2;
  double best = 0;
  for (int t = 0; t < tries; ++t) {
    best = std::max(best, static_cast<double>(steps) / seconds_for(run, steps));
  }
  return best;
}

/// Sum of the rates of `threads` threads that run at the same time.
double rate_of_threads(void (*run)(Index), int threads) {
  std::vector<double> rates(static_cast<std::size_t>(threads));
  std::vector<std::thread> others;
  std::latch start(threads);
  for (double& rate : rates) {
    others.emplace_back([&rate, &start, run] {
      start.arrive_and_wait();
      rate = best_rate(run);
    });
  }
  for (auto& thread : others) thread.join();
  double sum = 0;
  for (const double rate : rates) sum += rate;
  return sum;
}

}  // namespace

double MachineBound::at(const std::string& level) const {
  for (const LevelBound& bound : levels) {
    if (bound.level == level) return bound.comparisons_per_second;
  }
  return 0;
}

Form form_of(const Case& what) {
  if (what.counts) {
    return *what.counts == Element::count2   ? Form::count2
           : *what.counts == Element::count3 ? Form::count3
           : *what.counts == Element::count8 ? Form::count8
                                             : Form::count16;
  }
  if (what.metric == MetricName::ps) {
    return what.precision == Precision::float32 ? Form::minimum_f32 : Form::minimum_f64;
  }
  if (what.metric == MetricName::duo || what.metric == MetricName::sorenson) {
    if (what.missing == 0) return Form::bits;
    return what.way == 2 ? Form::bit_pair_missing : Form::bit_triple_missing;
  }
  if (what.metric == MetricName::epistasis) {
    if (what.way == 2) return what.missing == 0 ? Form::table_pair : Form::table_pair_missing;
    return what.missing == 0 ? Form::table_triple : Form::table_triple_missing;
  }
  if (what.missing == 0) return Form::complete;
  return what.way == 2 ? Form::pair_missing : Form::triple_missing;
}

const char* name_of(Form form) {
  static constexpr const char* names[forms] = {"ccc",
                                               "ccc 2-way, missing data",
                                               "ccc 3-way, missing data",
                                               "ps f32",
                                               "ps f64",
                                               "bits",
                                               "bits 2-way, missing data",
                                               "bits 3-way, missing data",
                                               "epistasis",
                                               "epistasis, missing data",
                                               "epistasis 3-way",
                                               "epistasis 3-way, missing data",
                                               "ps u2",
                                               "ps u3",
                                               "ps u8",
                                               "ps u16"};
  return names[static_cast<int>(form)];
}

MachineBound measure_machine(Form form, int threads) {
  MachineBound bound;
  bound.cycles_per_second = best_rate(&dependent_additions) * chain_length;
  for (const LevelMixes* level : compiled_mixes()) {
    if (!level->supported()) continue;
    const InstructionMix& mix = level->mix[static_cast<int>(form)];
    bound.levels.push_back({level->level, rate_of_threads(mix.run, threads) * mix.comparisons});
  }
  return bound;
}

int available_cores() {
  cpu_set_t cores;
  if (sched_getaffinity(0, sizeof(cores), &cores) == 0) return CPU_COUNT(&cores);
  return static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
}

}  // namespace encke::bench
