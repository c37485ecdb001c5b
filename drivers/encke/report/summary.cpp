#include "summary.hpp"

#include <encke/base/version.hpp>
#include <encke/host/process.hpp>
#include <encke/job/answers/tests.hpp>
#include <encke/job/request/read_request.hpp>

#include "encke/network/options.hpp"
#include "encke/network/report.hpp"
#include "left_out.hpp"

namespace encke::cli {
namespace {

using Json = nlohmann::ordered_json;

template <class T>
Json or_null(const std::optional<T>& value) {
  return value ? Json(*value) : Json(nullptr);
}

/// A number, or one for each kind of cell.
Json threshold_json(const job::Request& request) {
  if (request.cell_thresholds.empty()) return or_null(request.threshold);
  return request.cell_thresholds;
}

Json seconds_json(const job::Outcome& outcome) {
  const Report& r = outcome.report;
  return {{"read", outcome.seconds_read},
          {"contract", r.seconds_contract},
          {"combine", r.seconds_combine},
          {"check", r.seconds_check},
          {"shift", r.seconds_shift},
          {"output", r.seconds_sink},
          {"run", r.seconds},
          {"store", outcome.seconds_store},
          {"publish", outcome.seconds_publish},
          {"total", outcome.seconds_total}};
}

Json inputs_json(const job::Outcome& outcome) {
  Json inputs = Json::array();
  for (const auto& file : outcome.input.inputs) {
    inputs.push_back({{"path", file.path}, {"bytes", file.bytes}, {"digest", file.digest}});
  }
  return inputs;
}

Json options_json(const job::Outcome& outcome) {
  Json options = Json::object();
  for (const auto& [name, value] : job::options_in_effect(outcome.request)) {
    options[name.substr(2)] = value.empty() ? Json(true) : Json(value);
  }
  if (outcome.request.network) {
    for (const auto& [name, value] : network_in_effect(*outcome.request.network)) {
      options[name.substr(2)] = value.empty() ? Json(true) : Json(value);
    }
  }
  return options;
}

/// What was not contracted to its end: tuples by step, and how much was.
Json left_out_json(const Report& r) {
  return {{"tuples_left_out", r.tuples_left_out},
          {"tuples_left_early", r.tuples_left_early},
          {"tuples_of_equal", r.tuples_of_equal},
          {"share_left", share_left(r)},
          {"computed_per_second", computed_per_second(r)}};
}

}  // namespace

Json summary_json(const job::Outcome& outcome, const std::string& command) {
  const job::Request& request = outcome.request;
  const Report& r = outcome.report;
  const bool later = job::decides_later(request);
  Json json = {{"schema_version", 1},
               {"version", version()},
               {"command", command},
               {"metric", request.metric},
               {"way", r.way},
               {"backend", r.backend},
               {"level", r.level},
               {"ranks", outcome.ranks},
               {"num_proc_vector", outcome.decomposition.vector},
               {"num_proc_field", outcome.decomposition.field},
               {"num_proc_repl", outcome.decomposition.replica},
               {"threads", r.threads},
               {"precision", request.precision == Precision::float32 ? "f32" : "f64"},
               {"num_vectors", r.vectors},
               {"num_fields", r.fields},
               {"num_missing", r.missing},
               {"tuples", r.tuples},
               {"values", r.values},
               {"written", later ? Json(nullptr) : Json(r.hits)},
               {"threshold", threshold_json(request)},
               {"p_below", or_null(request.p_below)},
               {"top", or_null(request.top)},
               {"digest", later ? Json(nullptr) : Json(r.digest.text())},
               {"digest_of", request.digest_all ? "all" : "hits"},
               {"checksum", or_null(outcome.checksum)}};
  json["empty_vectors"] = outcome.input.empty_vectors;
  json["empty_tuples"] = outcome.input.empty_tuples;
  const Index tests = outcome.input.tests;
  json["tests"] = tests > 0 ? Json(tests) : Json(nullptr);
  json["bonferroni"] = tests > 0 ? Json(job::bonferroni_cut_off(0.05, tests)) : Json(nullptr);
  json["seconds"] = seconds_json(outcome);
  json["comparisons"] = r.comparisons;
  json["comparisons_per_second"] = r.comparisons_per_second();
  json["left_out"] = left_out_json(r);
  json["bytes_shifted"] = r.bytes_shifted;
  json["shifted_from"] = r.shifted_by_device ? "gpu" : "host";
  json["block"] = r.block;
  json["blocks_held"] = outcome.estimate.held;
  json["blocks_read"] = outcome.blocks_read;
  json["tiles"] = r.tiles;
  json["tiles_resumed"] = outcome.tiles_resumed;
  json["memory_planned_bytes"] = outcome.estimate.bytes();
  json["memory_peak_bytes"] = outcome.peak_memory;
  json["memory_peak_sum_bytes"] = outcome.peak_memory_sum;
  json["host"] = host_name();
  json["started"] = utc_text(outcome.started);
  json["finished"] = utc_text(outcome.finished);
  json["parts"] = request.parts;
  json["inputs"] = inputs_json(outcome);
  json["outputs"] = outcome.outputs;
  json["remarks"] = outcome.remarks;
  json["options"] = options_json(outcome);
  if (outcome.network) json["network"] = network_found_json(*outcome.network);
  return json;
}

}  // namespace encke::cli
