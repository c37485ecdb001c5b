#include "encke/merge.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <encke/base/error.hpp>
#include <encke/io/stopwatch.hpp>
#include <encke/store/block_set.hpp>
#include <encke/store/run_store.hpp>
#include <encke/store/verify.hpp>

#include "encke/identity.hpp"
#include "encke/ids_file.hpp"
#include "encke/process.hpp"
#include "encke/publishing.hpp"
#include "encke/ranks.hpp"
#include "encke/text.hpp"
#include "encke/threshold.hpp"

namespace encke::cli {
namespace {

void check_format(const Options& options) {
  const std::string& format = format_name(options.format);
  if (holds_all(options.format) && (options.threshold || options.top || options.best)) {
    throw Error(
        Failure::inconsistent,
        fmt::format("--format {0}: {0} has all values, these parts have selected ones", format));
  }
  if (is_matrix(options.format) && find_metric(options.metric).kind != Kind::branches) {
    throw Error(Failure::inconsistent,
                fmt::format("--format {}: of distances (unifrac) only, these are values of {}",
                            format, options.metric));
  }
}

UnifracMethod unifrac_method(const std::string& name) {
  const auto& names = unifrac_methods();
  const auto at = std::find(names.begin(), names.end(), name);
  if (at != names.end()) return static_cast<UnifracMethod>(at - names.begin());
  throw Error(Failure::inconsistent, fmt::format("stored run: its method is '{}'", name));
}

/// What the parts were computed with, as far as outputs tell of it.
Options options_of(const Options& given, const store::Identity& identity) {
  Options options = given;
  options.metric = find_metric(entry(identity, "metric")).name;
  options.way = static_cast<int>(number(identity, "way"));
  const auto text = [&](const std::string& name) {
    const std::string* const value = identity.find(name);
    return value == nullptr ? std::string() : *value;
  };
  if (text("alleles") == "named") options.input = Input::alleles;
  options.missing = text("missing") != "none";
  if (!text("method").empty()) options.method = unifrac_method(text("method"));
  if (!text("alpha").empty()) options.alpha = real(identity, "alpha");
  if (!text("gamma").empty()) options.gamma = real(identity, "gamma");
  if (!text("multiplier").empty()) options.multiplier = real(identity, "multiplier");
  options.empty_pair = text("empty-pair") == "same" ? EmptyPair::same : EmptyPair::nan;
  options.precision = text("precision") == "f32" ? Precision::float32 : Precision::float64;
  parse_threshold(text("threshold"), options);
  if (text("top") != "none") options.top = number(identity, "top");
  options.below = text("below") == "yes";
  options.best = text("best") == "yes";
  if (!text("score").empty()) options.score = score_of(identity);
  options.cell_histogram = text("histogram") == "by cell";
  options.histogram = text("histogram") == "yes" || options.cell_histogram;
  options.digest_all = text("digest") == "all";
  check_format(options);
  check_alleles(options);
  return options;
}

}  // namespace

void merge(const Options& given, Console& console) {
  const io::Stopwatch watch;
  const store::BlockSet set(given.parts);
  const store::Identity& identity = set.identity();
  const Options options = options_of(given, identity);
  Record record{.options = options};
  record.outputs = output_paths(options);
  record.report.way = options.way;
  record.report.vectors = record.vectors_in_file = number(identity, "num-vectors");
  record.report.fields = record.fields_in_file = number(identity, "num-fields");
  record.report.missing = number(identity, "num-missing");
  record.report.threads = 1;

  auto names = read_ids(store::directory_for(given.parts.front()), record.report.vectors);
  Outputs outputs(options);
  const Index values = tuple_count(options.way, record.report.vectors) * number(identity, "cells");
  outputs.open_sink(std::move(names), values);
  publish_values(set, outputs, record);
  note_memory({0}, record);
  record.finished = std::chrono::system_clock::now();
  record.seconds_total = watch.seconds();
  write_files(outputs, record);
  console.say(
      fmt::format("{} joined: {} of {}", counted(static_cast<Index>(given.parts.size()), "part"),
                  counted(record.report.hits, "value"), counted(record.report.tuples, "tuple")));
  console.say("digest " + record.report.digest.text());
  for (const auto& path : record.outputs) console.say("wrote " + path);
  console.tell("summary", summary_json(record));
}

void verify(const Options& options, Console& console) {
  const store::Verification found =
      options.repair ? store::quarantine(options.out) : store::verify(options.out);
  for (const store::Finding& finding : found.findings) console.say(text(finding));
  const auto good = static_cast<Index>(found.good.size());
  if (found.findings.empty()) {
    console.say(fmt::format("{}: {}, every byte is as it was written",
                            store::directory_for(options.out), counted(good, "tile")));
    return;
  }
  const std::string result =
      fmt::format("{}: {} whole, {} damaged or lost; ", store::directory_for(options.out),
                  counted(good, "tile"), counted(found.lost, "tile"));
  if (!options.repair) {
    throw Error(Failure::checksum,
                result + fmt::format("encke verify --repair {} takes them out", options.out));
  }
  console.say(result + "they were taken out, the run's command with --resume computes them again");
}

}  // namespace encke::cli
