#include <fmt/format.h>

#include <algorithm>
#include <encke/base/error.hpp>
#include <encke/base/text/printable.hpp>
#include <encke/base/text/text.hpp>
#include <encke/file/input_file.hpp>
#include <encke/file/plain_bytes.hpp>
#include <encke/job/answers/edge_digest.hpp>
#include <encke/job/answers/matrix_digest.hpp>
#include <encke/job/output/format_table.hpp>
#include <encke/job/request/metric_table.hpp>
#include <encke/job/request/opened.hpp>
#include <encke/job/request/options/table.hpp>
#include <encke/job/request/options/value.hpp>
#include <encke/job/request/read_request.hpp>
#include <encke/job/run_identity.hpp>
#include <encke/sink/kinship/sample_text.hpp>
#include <encke/store/run_store.hpp>
#include <encke/store/text/manifest.hpp>
#include <encke/store/text/vector_ids.hpp>
#include <filesystem>
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
  std::string format;
  std::string digest;  ///< of the values written
  std::string metric;
  int way = 2;
  Index vectors = 0;
  bool float32 = false;
  bool compressed = false;
  std::vector<std::string> parts{};          ///< that were joined; empty: a run by itself
  std::vector<job::GivenOption> compared{};  ///< what says what was compared, and how
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

/// Throws where the digest does not follow from what was written.
void check_told(const std::string& path, const Json& json) {
  const Json& options = json.at("options");
  if (options.contains("shard")) {
    refuse(path, "is of a part of a run, whose values encke verify checks");
  }
  if (!json.at("digest").is_string()) refuse(path, "has no digest: encke merge decides it");
  if (json.at("digest_of") != "hits") refuse(path, "its digest is of more than is written");
  if (options.contains("digits")) refuse(path, "its values are rounded by --digits");
  const std::string format = options.at("format");
  if (format != "edges" && !json.at("tests").is_null()) {
    refuse(path, "its digest has degrees of freedom, which --format edges has alone");
  }
  if (format == "square32" || format == "packed") {
    refuse(path, "--format " + format + " rounds values to float32; they have another digest");
  }
  if (options.contains("loci")) refuse(path, "a matrix for each locus has no digest by itself");
  if (format == "columns") {
    refuse(path, "of --format columns Encke computes no digest: edges has the same values");
  }
}

ToldRun read_summary(const std::string& path) {
  io::InputFile file(path);
  const std::string text = io::read_text(file);
  constexpr Index most_vectors = 3'000'000;  // whose triples have numbers
  try {
    const Json json = Json::parse(text);
    check_told(path, json);
    const Json& options = json.at("options");
    ToldRun run{.format = options.at("format"),
                .digest = json.at("digest"),
                .metric = json.at("metric"),
                .way = json.at("way"),
                .vectors = json.at("num_vectors"),
                .float32 = json.at("precision") == "f32",
                .compressed = options.contains("zst"),
                .parts = json.at("parts"),
                .compared = options_of_input(options)};
    if (run.way < 2 || run.way > 3 || run.vectors < 0 ||
        (run.way == 3 && run.vectors > most_vectors)) {
      refuse(path, "its numbers are of no run");
    }
    return run;
  } catch (const Json::exception&) {
    throw MalformedInput({.file = path}, "the summary of a run expected");
  }
}

/// The names of all vectors: of joined parts as the first of them keeps them, else of the input.
std::vector<std::string> names_of(const ToldRun& run, const std::string& summary) {
  if (!run.parts.empty()) {
    const std::string directory = store::directory_for(run.parts.front());
    const std::string manifest = store::manifest_of(directory);
    if (!std::filesystem::exists(manifest)) {
      refuse(summary, "is of joined parts, whose names are in " + printable(directory) +
                          ", which is not there");
    }
    const store::Identity identity = store::Manifest::read_good_lines(manifest).identity;
    return store::read_ids(directory, job::entry(identity, "ids"));
  }
  const job::Request request = job::read_request(run.metric, run.compared);
  const job::Opened input = job::open(request, Communicator());  // by one rank
  if (!job::metric_of(request).of_samples) return input.source->names();
  return sink::one_name_each(input.source->names());
}

job::WrittenDigest digest_of(const ToldRun& run, const std::string& path,
                             const std::string& summary) {
  const job::MetricRow& metric = job::find_metric(run.metric);
  if (metric.columns) {
    refuse(summary, "the digest is of four numbers of a pair, which no file has with all digits");
  }
  const int cells = metric.cells(run.way);
  if (run.format == "npy") return job::digest_of_npy(path, run.way, run.vectors, cells);
  if (run.format == "square") return job::digest_of_square(path, run.vectors);
  if (run.format == "lsmat") return job::digest_of_lsmat(path, run.vectors, run.float32);
  if (run.format == "hdf5") return job::digest_of_hdf5(path, run.vectors);
  return job::digest_of_edges(path, names_of(run, summary), run.float32, cells > 1);
}

/// Computes a run's digest from the values that it wrote. Throws Error(checksum) where it is
/// another one than the run's.
void check_run(const std::string& out) {
  const std::string summary = out + ".summary.json";
  const ToldRun run = read_summary(summary);
  const auto table = job::format_table();
  const auto row = std::ranges::find(table, run.format, &job::FormatRow::name);
  if (row == table.end()) throw MalformedInput({.file = summary}, "the summary of a run expected");
  const std::string path = out + std::string(row->ending) + (run.compressed ? ".zst" : "");
  const job::WrittenDigest found = digest_of(run, path, summary);
  const std::string digest = found.digest.text();
  if (digest != run.digest) {
    throw Error(Failure::checksum,
                fmt::format("{}: its values have the digest {}, but the run wrote some of {}",
                            printable(path), digest, run.digest));
  }
  std::cout << fmt::format("{}  {}: {}, as the run wrote them\n", digest, printable(path),
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
           .help = "of the values in the run's file (edges, abc, npy, lsmat, hdf5, square): 21 if "
                   "it is not the digest in P.summary.json"}};
}

}  // namespace

constinit const CommandRow digest = {
    .name = "digest",
    .in_short =
        "encke digest FILE ...    digests of files, as logs have them\n"
        "encke digest --run P     whether a run's file still has its values\n",
    .usage = "encke digest FILE ... | --run P",
    .summary = "Prints digests of files, as P.log has them of inputs, or checks that of a run",
    .footer =
        "Tells if an input is still the file that a run read, and if the file of values\n"
        "still has those that a run wrote, or that parts were joined to. For edges and\n"
        "abc begin where the run began, so that its input, or the first part, is found.\n"
        "King's table, packed records and square32 are rounded, and columns not read.\n"
        "Digests of files have 64 bits, those of runs 128; they are no protection\n"
        "against someone who wants two to be the same.\n"
        "Examples:\n"
        "  encke digest cohort.bed cohort.bim\n"
        "  encke digest --run cohort\n",
    .options = digest_options,
    .takes_words = true,
    .read = read_digest};

}  // namespace encke::cli::commands
