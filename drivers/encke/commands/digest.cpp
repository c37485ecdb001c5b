#include <fmt/format.h>

#include <algorithm>
#include <encke/base/error.hpp>
#include <encke/base/text/printable.hpp>
#include <encke/base/text/text.hpp>
#include <encke/file/input_file.hpp>
#include <encke/file/plain_bytes.hpp>
#include <encke/job/answers/edge_digest.hpp>
#include <encke/job/request/metric_table.hpp>
#include <encke/job/request/opened.hpp>
#include <encke/job/request/options/table.hpp>
#include <encke/job/request/options/value.hpp>
#include <encke/job/request/read_request.hpp>
#include <encke/sink/kinship/sample_text.hpp>
#include <encke/store/run_store.hpp>
#include <iostream>
#include <nlohmann/json.hpp>

#include "encke/process.hpp"
#include "rows.hpp"

namespace encke::cli::commands {
namespace {

using Json = nlohmann::json;

constexpr std::string_view run_option = "--run";

/// What P.summary.json tells of a run.
struct ToldRun {
  std::string ending;  ///< of the name of the values' file
  std::string digest;  ///< of the values written
  bool float32 = false;
  job::Request request{};  ///< as far as it says what is compared
};

[[noreturn]] void refuse(const std::string& path, const std::string& message) {
  throw Error(Failure::inconsistent, printable(path) + ": " + message);
}

/// The options that say what was compared, and how.
std::vector<job::GivenOption> options_of_input(const Json& options) {
  using job::Group;
  std::vector<job::GivenOption> given;
  for (const auto& [key, value] : options.items()) {
    const job::OptionRow* const row = job::find_option("--" + key);
    constexpr Group wanted[] = {Group::input, Group::selection, Group::compared, Group::compute};
    if (row == nullptr || std::ranges::find(wanted, row->group) == std::end(wanted)) continue;
    given.push_back({"--" + key, value.is_string() ? value.get<std::string>() : ""});
  }
  return given;
}

ToldRun read_summary(const std::string& path) {
  io::InputFile file(path);
  const std::string text = io::read_text(file);
  try {
    const Json json = Json::parse(text);
    if (!json.at("parts").empty()) refuse(path, "is of joined parts, whose input it does not name");
    if (!json.at("digest").is_string()) refuse(path, "has no digest: encke merge decides it");
    const Json& options = json.at("options");
    if (json.at("digest_of") != "hits") refuse(path, "its digest is of more than is written");
    if (options.at("format") != "edges") refuse(path, "a run of --format edges expected");
    if (options.contains("digits")) refuse(path, "its values are rounded by --digits");
    ToldRun run{options.contains("zst") ? ".edges.tsv.zst" : ".edges.tsv", json.at("digest"),
                json.at("precision") == "f32",
                job::read_request(json.at("metric").get<std::string>(), options_of_input(options))};
    if (job::metric_of(run.request).columns) refuse(path, "P.edges.tsv has one value of several");
    return run;
  } catch (const Json::exception&) {
    throw MalformedInput({.file = path}, "the summary of a run expected");
  }
}

/// Computes a run's digest from the values that it wrote. Throws Error(checksum) where it is
/// another one than the run's.
void check_run(const std::string& out) {
  const ToldRun run = read_summary(out + ".summary.json");
  const std::string edges = out + run.ending;
  const job::Opened input = job::open(run.request, Communicator());  // by one rank
  std::vector<std::string> names = input.source->names();
  if (job::metric_of(run.request).of_samples) names = sink::one_name_each(names);
  const job::EdgeDigest found = job::digest_of_edges(edges, names, run.float32);
  const std::string digest = found.digest.text();
  if (digest != run.digest) {
    throw Error(Failure::checksum,
                fmt::format("{}: its values have the digest {}, but the run wrote some of {}",
                            printable(edges), digest, run.digest));
  }
  std::cout << fmt::format("{}  {}: {}, as the run wrote them\n", digest, printable(edges),
                           counted(found.values, "value"));
}

/// As sha256sum prints its sums.
void print_digests(const std::vector<std::string>& paths) {
  for (const std::string& path : paths) {
    refuse_if_stopped();
    io::InputFile file(path);
    std::cout << fmt::format("{}  {}\n", file.record().digest, printable(path)) << std::flush;
  }
}

Work read_digest(const Words& words, bool /*plan*/) {
  std::vector<job::GivenOption> given = words.options;
  const std::optional<std::string> run = take_option(given, run_option);
  if (words.others.empty() == !run) job::refuse("encke digest needs one file or more, or --run P.");
  if (!run) return {.perform = [paths = words.others](const Stage&) { print_digests(paths); }};
  return {.perform = [out = store::prefix_for(*run)](const Stage&) { check_run(out); }};
}

std::vector<WordOption> digest_options() {
  return {{.name = std::string(run_option),
           .takes = "P",
           .group = "How",
           .help = "of the values in P.edges.tsv, by the names in the run's input: 21 if it is not "
                   "the digest in P.summary.json"}};
}

}  // namespace

constinit const CommandRow digest = {
    .name = "digest",
    .in_short =
        "encke digest FILE ...    digests of files, as logs have them\n"
        "encke digest --run P     whether P.edges.tsv has a run's values\n",
    .usage = "encke digest FILE ... | --run P",
    .summary = "Prints digests of files, as P.log has them of inputs, or checks that of a run",
    .footer =
        "Tells if an input is still the file that a run read, and if P.edges.tsv still\n"
        "has the values that a run wrote (begin where the run began, so that its input is\n"
        "found). Digests of files have 64 bits, those of runs 128; they are no protection\n"
        "against someone who wants two to be the same.\n"
        "Examples:\n"
        "  encke digest cohort.bed cohort.bim\n"
        "  encke digest --run cohort\n",
    .options = digest_options,
    .takes_words = true,
    .read = read_digest};

}  // namespace encke::cli::commands
