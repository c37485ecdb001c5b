#include "options.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <encke/base/error.hpp>
#include <string>

namespace encke::bench {
namespace {

/// Options as they are written, where a case holds something else.
struct Text {
  std::string metric = "ccc";
  std::string precision{};
  double threshold = 0;
};

void declare(CLI::App& app, Case& what, Text& text) {
  app.add_option("--metric", text.metric,
                 "ccc, ps, duo, sorenson, epistasis (mutual information) or unifrac (generalised)")
      ->check(CLI::IsMember(metric_names()));
  app.add_option("--way", what.way, "2: pairs, 3: triples")->check(CLI::IsMember({2, 3}));
  app.add_option("--vectors", what.vectors, "number of vectors")
      ->check(CLI::Range(Index{3}, Index{1} << 31));
  app.add_option("--fields", what.fields, "length of a vector")
      ->check(CLI::Range(Index{1}, (Index{1} << 28) - 1));
  app.add_option("--missing", what.missing, "share of the genotypes or bits that is missing")
      ->check(CLI::Range(0.0, 1.0));
  std::vector<std::string> precisions{"f32", "f64"};
  for (const auto& [name, element] : count_names()) precisions.emplace_back(name);
  app.add_option("--precision", text.precision,
                 "f32 or f64 (default: ps f32, others f64); of ps also u2, u3, u8 or u16")
      ->check(CLI::IsMember(precisions));
  app.add_option("--threads", what.threads, "threads; 0: all cores")->check(CLI::Range(0, 4096));
  app.add_option("--backend", what.backend, "backend, or auto");
  app.add_option("--level", what.level, "instruction-set level, such as x86-64-v3, or auto");
  app.add_option("--threshold", text.threshold, "values above this are hits");
  app.add_flag("!--no-pruning", what.pruning,
               "every comparison is made, so that shares of the bound are of the kernels");
  app.add_option("--block", what.block, "vectors of a block, a multiple of 16; 0: chosen")
      ->check(CLI::Range(Index{0}, Index{1} << 31));
  app.add_option("--repeats", what.repeats, "timed runs, after one that is not")
      ->check(CLI::Range(1, 1000));
  app.add_option("--seed", what.seed, "seed of the random vectors");
}

/// Rules on more than one option.
void check_together(const CLI::App& app, const Options& options) {
  const Case& what = options.what;
  if (options.task == Task::suite) {
    for (const char* name : {"--metric", "--way", "--vectors", "--fields", "--missing",
                             "--precision", "--threshold", "--block", "--seed"}) {
      if (app.count(name) > 0) {
        throw Error(Failure::command_line,
                    std::string(name) +
                        ": the rows of --suite are fixed; it takes --threads, "
                        "--repeats, --backend, --level and --json");
      }
    }
  }
  if (what.metric == MetricName::unifrac && what.way != 2) {
    throw Error(Failure::command_line, "--way: unifrac is of pairs");
  }
  const bool complete = what.metric == MetricName::ps || what.metric == MetricName::sorenson ||
                        what.metric == MetricName::unifrac;
  if (complete && what.missing != 0) {
    throw Error(
        Failure::command_line,
        "--missing: profiles (--metric ps, unifrac) and sets (sorenson) have no missing data");
  }
  if (what.threshold && std::isnan(*what.threshold)) {
    throw Error(Failure::command_line, "--threshold: expected a number, found nan");
  }
}

}  // namespace

Options parse_options(const std::vector<std::string>& arguments) {
  Options options;
  CLI::App app("encke-bench: comparisons a second, and the share of what this machine allows",
               "encke-bench");
  Text text;
  bool suite = false;
  bool roofline = false;
  bool read_bed = false;
  bool shift = false;
  declare(app, options.what, text);
  auto* suite_flag = app.add_flag("--suite", suite, "run the standard table");
  auto* roofline_flag = app.add_flag("--roofline", roofline, "measure the machine alone");
  auto* read_flag = app.add_flag("--read-bed", read_bed, "time reading and packing a .bed");
  suite_flag->excludes(roofline_flag)->excludes(read_flag);
  roofline_flag->excludes(read_flag);
  auto* shift_flag = app.add_flag("--shift", shift, "time messages round the ring of all ranks");
  auto* ring = app.add_option("--schedule", options.ring,
                              "time the schedule of one of so many ranks, two blocks each");
  ring->check(CLI::Range(Index{1}, Index{1'000'000}));
  auto* hits = app.add_option("--store", options.hits,
                              "time the digest of so many hits, and their way through block files");
  hits->check(CLI::Range(Index{1}, Index{100'000'000}));
  auto* pack = app.add_option("--pack", options.file,
                              "read and pack a .bed, .pgen, .vcf, .vcf.gz or .bcf once, no more");
  const std::vector<CLI::Option*> alone = {suite_flag, roofline_flag, read_flag, shift_flag,
                                           ring,       hits,          pack};
  for (std::size_t i = 3; i < alone.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) alone[i]->excludes(alone[j]);
  }
  app.add_flag("--json", options.json, "JSON lines only, no table");
  try {
    std::vector<std::string> reversed(arguments.rbegin(), arguments.rend());  // as CLI11 takes them
    app.parse(reversed);
  } catch (const CLI::CallForHelp&) {
    options.task = Task::help;
    options.help = app.help();
    return options;
  } catch (const CLI::ParseError& error) {
    throw Error(Failure::command_line, error.what());
  }
  if (suite) options.task = Task::suite;
  if (roofline) options.task = Task::roofline;
  if (read_bed) options.task = Task::read_bed;
  if (shift) options.task = Task::shift;
  if (ring->count() > 0) options.task = Task::schedule;
  if (hits->count() > 0) options.task = Task::store;
  if (pack->count() > 0) options.task = Task::pack;
  options.threads_given = app.count("--threads") > 0;
  options.repeats_given = app.count("--repeats") > 0;
  const auto names = metric_names();
  const auto at = std::find(names.begin(), names.end(), text.metric) - names.begin();
  options.what.metric = static_cast<MetricName>(at);
  if (text.precision.empty()) text.precision = text.metric == "ps" ? "f32" : "f64";
  options.what.precision = text.precision == "f32" ? Precision::float32 : Precision::float64;
  for (const auto& [name, element] : count_names()) {
    if (text.precision != name) continue;
    if (text.metric != "ps") {
      throw Error(Failure::command_line, "--precision " + text.precision + ": of ps only");
    }
    options.what.counts = element;
  }
  if (app.count("--threshold") > 0) options.what.threshold = text.threshold;
  check_together(app, options);
  return options;
}

}  // namespace encke::bench
