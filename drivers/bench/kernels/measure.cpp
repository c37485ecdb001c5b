#include "measure.hpp"

#include <algorithm>
#include <encke/base/error.hpp>
#include <encke/host/processors.hpp>
#include <encke/io/comet/random_vectors.hpp>
#include <encke/metric/builtin.hpp>
#include <encke/pack/packers.hpp>
#include <encke/run/run.hpp>
#include <encke/run/runtime.hpp>
#include <encke/sink/callable.hpp>
#include <fstream>
#include <random>

#include "bench/machine/statistics.hpp"
#include "definition.hpp"
#include "kernel_traffic.hpp"
#include "sample_check.hpp"

namespace encke::bench {
namespace {

/// No share is 0: each field of each pair is computed.
PackedVectors random_shares(const Case& what) {
  std::mt19937_64 random(what.seed);
  std::uniform_real_distribution<double> uniform(0x1p-10, 1);
  std::vector<double> values(static_cast<std::size_t>(what.fields));
  const auto draw = [&] {
    std::generate(values.begin(), values.end(), [&] { return uniform(random); });
  };
  draw();
  const bool narrow = what.precision == Precision::float32;
  auto vectors = pack::powered_profiles(narrow ? Element::powered32 : Element::powered64,
                                        what.vectors, values, unifrac_exponent);
  for (Index v = 0; v < what.vectors; ++v) {
    draw();
    pack::set_powered(vectors, v, values);
  }
  return vectors;
}

PackedVectors make_vectors(const Case& what) {
  if (what.metric == MetricName::ccc) {
    return io::random_genotypes(what.vectors, what.fields, what.missing, what.seed);
  }
  if (what.metric == MetricName::epistasis) {
    return io::random_case_control(what.vectors, what.fields / 2, what.fields - what.fields / 2,
                                   what.missing, what.seed);
  }
  if (what.metric == MetricName::duo || what.metric == MetricName::sorenson) {
    return io::random_bits(what.vectors, what.fields, what.missing, what.seed);
  }
  if (what.counts) return io::random_counts(*what.counts, what.vectors, what.fields, what.seed);
  if (what.metric == MetricName::unifrac) return random_shares(what);
  const auto element = what.precision == Precision::float32 ? Element::float32 : Element::float64;
  return io::random_profiles(element, what.vectors, what.fields, what.seed);
}

Plan make_plan(const Case& what, Threshold threshold) {
  Plan plan;
  plan.way = what.way;
  plan.threshold = threshold;
  plan.precision = what.precision;
  plan.backend = what.backend;
  plan.backend_options.level = what.level;
  plan.block = what.block;
  if (!what.pruning) plan.pruning = Pruning::off;
  return plan;
}

Report run_once(const Case& what, const PackedVectors& vectors, const Plan& plan, Sink& sink) {
  switch (what.metric) {
    case MetricName::ccc:
      return run(Ccc{}, vectors, plan, sink);
    case MetricName::duo:
      return run(Duo{}, vectors, plan, sink);
    case MetricName::sorenson:
      return run(Sorenson{}, vectors, plan, sink);
    case MetricName::epistasis:
      return run(MutualInformation(what.fields), vectors, plan, sink);
    case MetricName::unifrac:
      return run(GeneralizedUnifrac{}, vectors, plan, sink);
    case MetricName::ps:
      break;
  }
  if (what.counts) return run(CountPs{}, vectors, plan, sink);
  return run(Ps{}, vectors, plan, sink);
}

void repeat(const PackedVectors& vectors, Measurement& result) {
  const Case& what = result.what;
  const Plan plan = make_plan(what, above(threshold_of(what)));
  sink::Callable sink([](auto) {});
  const Report first = run_once(what, vectors, plan, sink);
  result.backend = first.backend;
  result.level = first.level;
  result.comparisons = first.comparisons;
  result.hits = first.hits;
  result.digest = first.digest;
  for (int r = 0; r < what.repeats; ++r) {
    const Report report = run_once(what, vectors, plan, sink);
    if (report.digest != first.digest) {
      throw Error(Failure::internal, "two runs of the same problem differ: digests " +
                                         first.digest.text() + " and " + report.digest.text());
    }
    result.seconds.push_back(report.seconds);
    result.seconds_contract.push_back(report.seconds_contract);
    result.seconds_combine.push_back(report.seconds_combine);
  }
}

template <int Way>
Index check(const Case& what, const PackedVectors& vectors) {
  SampleCheck<Way> sample(what, vectors);
  run_once(what, vectors, make_plan(what, sample.threshold()), sample);
  return sample.verify();
}

/// What the kernel does for a comparison: for perf/roofline.py.
void put_counts(nlohmann::ordered_json& json, const Measurement& m) {
  const Form form = form_of(m.what);
  json["arithmetic"] = name_of(form);
  const LevelBound* level = m.machine.find(m.level);
  json["operations_per_comparison"] =
      level != nullptr ? operations_json(*level) : nlohmann::ordered_json();
  const auto traffic = traffic_of(form, m.what.way, m.level);
  json["bytes_per_comparison"] = nullptr;
  if (traffic) {
    json["bytes_per_comparison"] = {{"L1", traffic->l1},
                                    {"L2", traffic->l2},
                                    {"L3", traffic->beyond},
                                    {"memory", traffic->beyond}};
  }
}

}  // namespace

double Measurement::comparisons_per_second() const { return comparisons / median(seconds); }

Measurement measure(const Case& what, const Tries& tries) {
  Measurement result;
  result.what = what;
  result.threads = what.threads > 0 ? what.threads : count_processors();
  result.machine = measure_machine(form_of(what), result.threads, tries);
  Runtime runtime(result.threads);
  runtime.bind_threads();
  result.threads = runtime.threads();
  const PackedVectors vectors = make_vectors(what);
  repeat(vectors, result);
  result.peak_rss_bytes = peak_rss_bytes();
  result.packed_bytes = vectors.bytes();
  result.checked = what.way == 2 ? check<2>(what, vectors) : check<3>(what, vectors);
  return result;
}

nlohmann::ordered_json to_json(const Measurement& m) {
  const double rate = m.comparisons_per_second();
  const double bound = m.machine.at(m.level);
  const double cycles = m.machine.cycles_per_second * m.threads;
  nlohmann::ordered_json json;
  json["metric"] = name_of(m.what.metric);
  json["way"] = m.what.way;
  json["vectors"] = m.what.vectors;
  json["fields"] = m.what.fields;
  json["missing"] = m.what.missing;
  json["precision"] = precision_name(m.what);
  json["threads"] = m.threads;
  json["backend"] = m.backend;
  json["level"] = m.level;
  json["threshold"] = threshold_of(m.what);
  json["pruning"] = m.what.pruning;
  json["comparisons"] = m.comparisons;
  json["seconds"] = m.seconds;
  json["seconds_contract"] = median(m.seconds_contract);
  json["seconds_combine"] = median(m.seconds_combine);
  json["comparisons_per_second"] = rate;
  json["spread"] = spread(m.seconds);
  json["cycles_per_second"] = m.machine.cycles_per_second;
  json["comparisons_per_cycle"] = rate / cycles;
  // A backend without levels, or a level that the driver has no loop for, has no bound.
  for (const char* const name : {"bound", "bound_per_cycle", "fraction_of_bound"})
    json[name] = nullptr;
  if (bound > 0) {
    json["bound"] = bound;
    json["bound_per_cycle"] = bound / cycles;
    json["fraction_of_bound"] = rate / bound;
  }
  put_counts(json, m);
  json["peak_rss_bytes"] = m.peak_rss_bytes;
  json["packed_bytes"] = m.packed_bytes;
  json["hits"] = m.hits;
  json["checked"] = m.checked;
  json["digest"] = m.digest.text();
  return json;
}

std::int64_t peak_rss_bytes() {
  std::ifstream status("/proc/self/status");
  for (std::string word; status >> word;) {
    std::int64_t kibibytes = 0;
    if (word == "VmHWM:" && status >> kibibytes) return kibibytes * 1024;
  }
  return 0;
}

}  // namespace encke::bench
