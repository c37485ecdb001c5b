#include "encke/merge.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <encke/base/error.hpp>
#include <encke/base/printable.hpp>
#include <encke/base/stopwatch.hpp>
#include <encke/store/block_set.hpp>
#include <encke/store/run_store.hpp>
#include <encke/store/text/manifest.hpp>
#include <encke/store/verify.hpp>

#include "encke/content.hpp"
#include "encke/identity.hpp"
#include "encke/ids_file.hpp"
#include "encke/options/output_options.hpp"
#include "encke/options/threshold.hpp"
#include "encke/parts.hpp"
#include "encke/process.hpp"
#include "encke/publishing.hpp"
#include "encke/ranks.hpp"
#include "encke/text.hpp"

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
  throw Error(Failure::inconsistent, fmt::format("stored run: its method is {}", in_quotes(name)));
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
  check_values_file(options);
  check_alleles(options);
  return options;
}

}  // namespace

void merge(const Options& given, Console& console) {
  const io::Stopwatch watch;
  const store::BlockSet set(given.parts);
  check_parts(set.stores());
  const store::Identity& identity = set.identity();
  const Options options = options_of(given, identity);
  Record record{.options = options};
  record.outputs = output_paths(options);
  record.report.way = options.way;
  record.report.vectors = number(identity, "num-vectors");
  record.report.fields = number(identity, "num-fields");
  record.report.missing = number(identity, "num-missing");
  record.report.threads = 1;
  record.report.block =
      Partition::of_blocks(record.report.vectors, number(identity, "blocks")).largest_block();
  record.report.comparisons = static_cast<double>(tuple_count(options.way, record.report.vectors)) *
                              static_cast<double>(record.report.fields);
  const std::string directory = set.stores().front().directory;
  add_about(read_about(directory), record);
  auto names = read_ids(directory, entry(identity, "ids"));
  Outputs outputs(options);
  const Index values = tuple_count(options.way, record.report.vectors) * number(identity, "cells");
  outputs.open_sink(std::move(names), values);
  publish_values(set, outputs, record);
  remark_on_threshold(options, find_metric(options.metric), record);
  note_memory({0}, record);
  record.finished = std::chrono::system_clock::now();
  record.seconds_total = watch.seconds();
  write_files(outputs, record);
  console.say(
      fmt::format("{} joined: {} of {}", counted(static_cast<Index>(given.parts.size()), "part"),
                  counted(record.report.hits, "value"), counted(record.report.tuples, "tuple")));
  console.say("digest " + record.report.digest.text());
  for (const auto& path : record.outputs) console.say("wrote " + printable(path));
  console.tell("summary", summary_json(record));
}

namespace {

/// Adds what is wrong with the files beside the blocks.
void check_texts(const std::string& directory, store::Verification& found) {
  std::string digest;
  try {
    digest = entry(store::Manifest::read_good_lines(store::manifest_of(directory)).identity, "ids");
  } catch (const Error& error) {
    if (error.failure() != Failure::checksum) throw;
    return;  // has been found already
  }
  const auto add = [&](const char* name, const std::optional<std::string>& damage) {
    if (damage) found.findings.push_back({directory + "/" + name, 0, std::nullopt, *damage});
  };
  add(store::ids_name, damage_of_ids(directory, digest));
  add(store::about_name, damage_of_about(directory));
}

std::string text_of_tiles(const std::string& directory, const store::Verification& found) {
  Index more = 0;
  for (const auto& file : found.uncommitted) more += file.tiles;
  return fmt::format("{}: {}{}", printable(directory),
                     counted(static_cast<Index>(found.good.size()), "tile"),
                     more > 0 ? fmt::format(" and {} not yet committed", grouped(more)) : "");
}

}  // namespace

void verify(const Options& options, Console& console) {
  const std::string directory = store::directory_for(options.out);
  store::Verification found =
      options.repair ? store::quarantine(options.out) : store::verify(options.out);
  check_texts(directory, found);
  for (const store::Finding& finding : found.findings) console.say(printable(text(finding)));
  for (const store::Uncommitted& file : found.uncommitted) {
    if (options.repair) break;  // committed now
    console.say(fmt::format("{}: {}, not yet committed: --resume takes them in",
                            printable(file.path), counted(file.tiles, "tile")));
  }
  const std::string tiles = text_of_tiles(directory, found);
  if (found.findings.empty()) {
    console.say(tiles + ", every byte is as it was written");
    return;
  }
  const std::string result =
      fmt::format("{} whole, {} known to be damaged or lost; ", tiles, counted(found.lost, "tile"));
  if (!options.repair) {
    throw Error(Failure::checksum,
                result + fmt::format("encke verify --repair {} takes out what is damaged, the "
                                     "run's command with --resume makes it again",
                                     options.out));
  }
  console.say(result +
              "what was damaged was taken out, the run's command with --resume makes it again");
}

}  // namespace encke::cli
