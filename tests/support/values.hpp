#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <encke/backend/backend.hpp>
#include <encke/base/error.hpp>
#include <encke/run/run.hpp>
#include <encke/sink/collect.hpp>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace encke::test {

/// A backend as this build and CPU offer it.
struct Engine {
  std::string backend;
  std::string level;
};

/// The name of the one backend to be tested, which then has to work; null: all of them.
inline const char* only_backend() { return std::getenv("ENCKE_TEST_BACKEND"); }

/// The name of the one level of that backend to be tested; null: all of them.
inline const char* only_level() { return std::getenv("ENCKE_TEST_LEVEL"); }

/// How many times as many random problems are to be tried: 1 unless ENCKE_TEST_ROUNDS says more.
inline std::uint64_t rounds() {
  const char* const text = std::getenv("ENCKE_TEST_ROUNDS");
  return text == nullptr ? 1 : static_cast<std::uint64_t>(std::max(1, std::atoi(text)));
}

inline std::vector<Engine> find_engines() {
  bool told = false;
  std::vector<Engine> found;
  for (const auto& entry : compiled_backends()) {
    if (only_backend() != nullptr && entry.name != only_backend() && entry.name != "reference") {
      continue;
    }
    const auto before = found.size();
    bool device = true;
    for (const char* level :
         {"portable", "x86-64-v2", "x86-64-v3", "x86-64-knl", "x86-64-v4", "x86-64-v4-carry",
          "x86-64-amx", "x86-64-amx-emulated", "neon", "bits", "int8", "fp8", "fp4"}) {
      const bool wanted = only_level() == nullptr || std::string(level) == only_level();
      if (!wanted && entry.name != "reference") continue;
      try {
        make_backend(entry.name, {level});
        found.push_back({std::string(entry.name), level});
      } catch (const Error& error) {
        if (error.failure() != Failure::command_line && error.failure() != Failure::gpu) throw;
        if (error.failure() != Failure::gpu) continue;
        if (found.size() > before) {  // the device works, and has no such products
          std::fprintf(stderr, "skipped: level %s: %s\n", level, error.what());
          continue;
        }
        if (only_backend() != nullptr) throw;
        device = false;
        if (!std::exchange(told, true)) {
          std::fprintf(stderr, "skipped: backend %s: %s\n", entry.name.data(), error.what());
        }
      }
    }
    if (device && found.size() == before) found.push_back({std::string(entry.name), "auto"});
  }
  if (only_backend() != nullptr && found.back().backend != only_backend()) {
    throw std::invalid_argument(std::string("ENCKE_TEST_BACKEND: not in this build: ") +
                                only_backend());
  }
  return found;
}

/// Every compiled backend, at each level at which it can be made; without those whose device cannot
/// be used here, of which it tells once. Throws what a backend does that only_backend() names.
inline const std::vector<Engine>& engines() {
  static const std::vector<Engine> found = find_engines();
  return found;
}

/// Those that have a contraction.
inline std::vector<Engine> engines_of(ContractionId contraction) {
  std::vector<Engine> found = engines();
  std::erase_if(found, [&](const Engine& engine) {
    return !make_backend(engine.backend, {engine.level})->supports(contraction);
  });
  return found;
}

/// These, and the kernels of devices on the host.
inline std::vector<Engine> all_engines() {
  auto all = engines();
  if (only_backend() == nullptr) all.push_back({"kokkos", "team"});
  return all;
}

/// Those that are compared with the reference backend: all but this, which is slow and has no use
/// for screens.
inline std::vector<Engine> engines_to_compare() {
  auto some = all_engines();
  std::erase_if(some, [](const Engine& engine) { return engine.backend == "reference"; });
  return some;
}

inline Plan plan_for(int way, const Engine& engine = {"auto", "auto"}) {
  return Plan{.way = way, .backend = engine.backend, .backend_options = {engine.level}};
}

template <int Way>
const std::vector<Hit<Way>>& hits_of(const sink::Collect& sink) {
  if constexpr (Way == 2)
    return sink.pairs();
  else
    return sink.triples();
}

/// The hits of a run, in file order.
template <int Way, class Metric>
std::vector<Hit<Way>> values_of(const Metric& metric, const PackedVectors& vectors,
                                Plan plan = {}) {
  plan.way = Way;
  sink::Collect sink;
  run(metric, vectors, plan, sink);
  return hits_of<Way>(sink);
}

/// Sends the hits nowhere: for runs of which only the report matters.
template <class Metric>
Report report_of(const Metric& metric, const PackedVectors& vectors, const Plan& plan) {
  const auto ignore = [](const auto&) {};
  return run(metric, vectors, plan, ignore);
}

/// The failure that `action` throws; Failure::internal with a remark where it throws none.
template <class Action>
Error error_of(Action&& action) {
  try {
    action();
  } catch (const Error& error) {
    return error;
  }
  return Error(Failure::internal, "nothing was thrown");
}

}  // namespace encke::test
