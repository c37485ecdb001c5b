#include "encke/compute.hpp"

#include <fmt/format.h>

#include <encke/base/error.hpp>
#include <encke/io/stopwatch.hpp>

#include "encke/describe.hpp"
#include "encke/empty_vectors.hpp"
#include "encke/fit.hpp"
#include "encke/input.hpp"
#include "encke/metrics.hpp"
#include "encke/outputs.hpp"
#include "encke/process.hpp"
#include "encke/record.hpp"
#include "encke/survey.hpp"
#include "encke/text.hpp"

namespace encke::cli {
namespace {

/// Comparisons from which on it is worth while to say how long they will take.
constexpr double long_work = 2e11;

void check_missing(const MetricEntry& metric, const PackedVectors& vectors) {
  if (metric.missing || vectors.missing() == 0) return;
  throw Error(Failure::inconsistent,
              fmt::format("{} missing: {} needs every sample of every vector; with --missing none "
                          "the missing code of genotypes means 0",
                          counted(vectors.missing(), "sample"), metric.name));
}

/// A threshold that is possible, but not with these data.
void remark_on_threshold(const Options& options, const MetricEntry& metric, Record& record) {
  if (!options.threshold || record.report.missing > 0) return;
  const double largest = metric.largest(options, true);
  if (*options.threshold < largest) return;
  record.remarks.push_back(
      fmt::format("nothing is missing: no value is above {:.9g}, so none is "
                  "above the threshold {}",
                  largest, *options.threshold));
}

void note_input(const io::Dataset& data, Record& record) {
  record.remarks = data.remarks;
  record.inputs = data.files;
  record.vectors_in_file = data.vectors_in_file;
  record.fields_in_file = data.fields_in_file;
  record.seconds_read = data.seconds;
}

void show(const Progress& progress, Console& console) {
  constexpr Index many = 10'000'000;
  refuse_if_stopped();
  console.show(progress);
  if (progress.tuples_done < progress.tuples || progress.hits < many) return;
  console.say(
      fmt::format("all compared after {}; the output follows", seconds_text(progress.seconds)));
}

void write_files(const Record& record, Outputs& outputs) {
  outputs.write_histogram(record.report.histogram);
  outputs.write_log(log_text(record));
  // paths and ids may be in any encoding; JSON is UTF-8
  constexpr auto replace = nlohmann::ordered_json::error_handler_t::replace;
  outputs.write_summary(summary_json(record).dump(2, ' ', false, replace) + '\n');
  outputs.complete();
}

void tell_result(const Record& record, Console& console) {
  console.say(result_text(record));
  for (const auto& path : record.outputs) console.say("wrote " + path);
  console.tell("summary", summary_json(record));
}

}  // namespace

void compute(const Options& options, Console& console) {
  const io::Stopwatch watch;
  const MetricEntry& metric = find_metric(options.metric);
  Record record{.options = options};
  record.outputs = output_paths(options);
  check_not_inputs(record.outputs, input_paths(options));
  Plan plan = make_plan(options);
  const auto backend = make_backend(plan.backend, plan.backend_options);
  Outputs outputs(options);
  survey_and_refuse(options, metric, plan, *backend);

  io::Dataset data = read_input(options, metric);
  const PackedVectors& vectors = data.vectors;
  const Shape shape{vectors.vectors(), vectors.fields()};
  check_tuples(options, shape);
  check_missing(metric, vectors);
  note_input(data, record);
  note_empty_vectors(data, record);

  Problem problem = make_problem(options, metric, shape, vectors.missing() > 0);
  Sink& sink = outputs.open_sink(std::move(data.names), values_of(plan, problem, *backend));
  problem.vector_bytes = vectors.bytes();
  problem.sink_bytes = sink.memory();
  record.estimate = fitting_estimate(options, plan, problem, *backend);
  std::optional<double> rate;
  if (record.estimate.comparisons >= long_work) rate = measured_rate(plan, vectors, *backend);
  console.say(plan_text(options, shape, record.estimate, rate));
  console.tell("plan", plan_json(options, shape, record.estimate, rate));

  refuse_if_stopped();
  plan.progress = [&console](const Progress& progress) { show(progress, console); };
  record.report = metric.run(options, vectors, plan, sink);
  outputs.settle(record.report);
  if (options.permutations) {
    outputs.write_permutations(permutation_p_values(options, vectors, outputs.collected()));
  }
  refuse_if_stopped();
  remark_on_threshold(options, metric, record);
  record.checksum = outputs.checksum();
  record.peak_memory = peak_memory();
  record.finished = std::chrono::system_clock::now();
  record.seconds_total = watch.seconds();
  write_files(record, outputs);
  tell_result(record, console);
}

void plan_only(const Options& options, Console& console) {
  const MetricEntry& metric = find_metric(options.metric);
  const Plan plan = make_plan(options);
  const auto backend = make_backend(plan.backend, plan.backend_options);
  const Shape shape = survey_and_refuse(options, metric, plan, *backend);
  check_tuples(options, shape);
  const PackedVectors sample = sample_input(options, metric, shape);
  Problem problem = make_problem(options, metric, shape, sample.missing() > 0);
  problem.sink_bytes = sink_bytes(options, values_of(plan, problem, *backend));
  const Estimate cut = fitting_estimate(options, plan, problem, *backend);
  const double rate = measured_rate(plan, sample, *backend);
  console.say(plan_text(options, shape, cut, rate));
  console.tell("plan", plan_json(options, shape, cut, rate));
}

}  // namespace encke::cli
