#include <encke/base/version.hpp>
#include <encke/host/process.hpp>

#include "encke/record.hpp"

namespace encke::cli {
namespace {

using Json = nlohmann::ordered_json;

template <class T>
Json or_null(const std::optional<T>& value) {
  return value ? Json(*value) : Json(nullptr);
}

/// A number, or one for each kind of cell.
Json threshold_json(const Options& options) {
  if (options.cell_thresholds.empty()) return or_null(options.threshold);
  return options.cell_thresholds;
}

Json seconds_json(const Record& record) {
  const Report& r = record.report;
  return {{"read", record.seconds_read},
          {"contract", r.seconds_contract},
          {"combine", r.seconds_combine},
          {"check", r.seconds_check},
          {"shift", r.seconds_shift},
          {"output", r.seconds_sink},
          {"run", r.seconds},
          {"store", record.seconds_store},
          {"publish", record.seconds_publish},
          {"total", record.seconds_total}};
}

Json inputs_json(const Record& record) {
  Json inputs = Json::array();
  for (const auto& file : record.inputs) {
    inputs.push_back({{"path", file.path}, {"bytes", file.bytes}, {"digest", file.digest}});
  }
  return inputs;
}

Json options_json(const Record& record) {
  Json options = Json::object();
  for (const auto& [name, value] : options_in_effect(record.options)) {
    options[name.substr(2)] = value.empty() ? Json(true) : Json(value);
  }
  return options;
}

}  // namespace

Json summary_json(const Record& record) {
  const Options& options = record.options;
  const Report& r = record.report;
  const bool later = decides_later(options);
  Json json = {{"schema_version", 1},
               {"version", version()},
               {"command", command_text(options)},
               {"metric", options.metric},
               {"way", r.way},
               {"backend", r.backend},
               {"level", r.level},
               {"ranks", record.ranks},
               {"num_proc_vector", record.decomposition.vector},
               {"num_proc_field", record.decomposition.field},
               {"num_proc_repl", record.decomposition.replica},
               {"threads", r.threads},
               {"precision", options.precision == Precision::float32 ? "f32" : "f64"},
               {"num_vectors", r.vectors},
               {"num_fields", r.fields},
               {"num_missing", r.missing},
               {"tuples", r.tuples},
               {"values", r.values},
               {"written", later ? Json(nullptr) : Json(r.hits)},
               {"threshold", threshold_json(options)},
               {"top", or_null(options.top)},
               {"digest", later ? Json(nullptr) : Json(r.digest.text())},
               {"digest_of", options.digest_all ? "all" : "hits"},
               {"checksum", or_null(record.checksum)}};
  json["empty_vectors"] = record.empty_vectors;
  json["empty_tuples"] = record.empty_tuples;
  json["seconds"] = seconds_json(record);
  json["comparisons"] = r.comparisons;
  json["comparisons_per_second"] = r.comparisons_per_second();
  json["bytes_shifted"] = r.bytes_shifted;
  json["shifted_from"] = r.shifted_by_device ? "gpu" : "host";
  json["block"] = r.block;
  json["tiles"] = r.tiles;
  json["tiles_resumed"] = record.tiles_resumed;
  json["memory_planned_bytes"] = record.estimate.bytes();
  json["memory_peak_bytes"] = record.peak_memory;
  json["memory_peak_sum_bytes"] = record.peak_memory_sum;
  json["host"] = host_name();
  json["started"] = utc_text(record.started);
  json["finished"] = utc_text(record.finished);
  json["parts"] = options.parts;
  json["inputs"] = inputs_json(record);
  json["outputs"] = record.outputs;
  json["remarks"] = record.remarks;
  json["options"] = options_json(record);
  return json;
}

}  // namespace encke::cli
