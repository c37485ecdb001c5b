#include "options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <encke/base/error.hpp>
#include <encke/base/printable.hpp>
#include <limits>
#include <regex>
#include <utility>

#include "arguments.hpp"
#include "encke/metrics.hpp"
#include "help.hpp"
#include "output_options.hpp"

namespace encke::cli {
namespace {

constexpr Index most = std::numeric_limits<Index>::max();

void take_input(const Arguments& given, const MetricEntry& metric, Options& options) {
  const std::pair<std::string_view, Input> inputs[] = {
      {"--bfile", Input::bfile},        {"--tfile", Input::tfile}, {"--table", Input::table},
      {"--alleles", Input::alleles},    {"--biom", Input::biom},   {"--packed", Input::packed},
      {"--synthetic", Input::synthetic}};
  int count = 0;
  for (const auto& [name, input] : inputs) {
    if (!given.given(name)) continue;
    ++count;
    options.input = input;
    options.path = given.text(name);
  }
  if (metric.kind == Kind::branches) {
    for (const std::string_view name : {"--biom", "--tree"}) {
      if (!given.given(name)) refuse(fmt::format("{}: needed for {}", name, metric.name));
    }
    options.tree = given.text("--tree");
    return;
  }
  if (count != 1) {
    refuse(fmt::format("{} inputs: exactly one of {}, --packed, --synthetic expected", count,
                       metric.name == "ccc"             ? "--bfile, --tfile, --alleles"
                       : metric.kind == Kind::classes   ? "--bfile, --tfile"
                       : metric.kind == Kind::genotypes ? "--bfile, --tfile"
                       : metric.kind == Kind::moments   ? "--bfile, --tfile"
                       : metric.kind == Kind::bits      ? "--bfile, --tfile, --table"
                                                        : "--table"));
  }
  const bool shape = options.input == Input::packed || options.input == Input::synthetic;
  for (const std::string_view name : {"--num-vectors", "--num-fields"}) {
    if (given.given(name) && !shape)
      refuse(fmt::format("{}: only with --packed, --synthetic", name));
    if (!shape) continue;
    if (!given.given(name)) refuse(fmt::format("{}: needed with --packed, --synthetic", name));
    (name == "--num-vectors" ? options.num_vectors : options.num_fields) =
        given.count(name, 1, most);
  }
  if (options.input == Input::synthetic) {
    const auto name = given.choice("--synthetic", {"random", "analytic"});
    options.problem = io::problem_named(name).value();
    options.path.clear();
  }
}

void take_selection(const Arguments& given, Options& options) {
  for (const auto name : {"--keep", "--remove", "--extract", "--exclude", "--maf", "--geno"}) {
    if (given.given(name) && !is_plink(options.input))
      refuse(fmt::format("{}: only with --bfile, --tfile", name));
  }
  options.subset.keep = given.text("--keep");
  options.subset.remove = given.text("--remove");
  options.subset.extract = given.text("--extract");
  options.subset.exclude = given.text("--exclude");
  options.phenotype = {given.text("--pheno"), given.text("--pheno-name")};
  if (given.given("--pheno-name") && !given.given("--pheno")) {
    refuse("--pheno-name: only with --pheno");
  }
  if (given.given("--maf")) options.subset.maf = given.real("--maf", 0, 0.5);
  if (given.given("--geno")) options.subset.geno = given.real("--geno", 0, 1);
}

/// Of ps also the form of whole numbers; values are float64 then.
void take_precision(const Arguments& given, const MetricEntry& metric, Options& options) {
  std::vector<std::string> names{"f64", "f32"};
  if (metric.kind == Kind::reals) {
    names = {"auto", "f64", "f32"};
    for (const auto& [name, element] : count_names()) names.emplace_back(name);
  }
  const auto precision = given.choice("--precision", names);
  options.precision = precision == "f32" ? Precision::float32 : Precision::float64;
  // synthetic reals are of all sizes
  options.find_numbers = precision == "auto" && options.input != Input::synthetic;
  for (const auto& [name, element] : count_names()) {
    if (precision != name) continue;
    if (options.input == Input::synthetic) {
      refuse(fmt::format("--precision {}: not with --synthetic, which makes reals", name));
    }
    options.numbers = element;
  }
}

void take_metric(const Arguments& given, const MetricEntry& metric, Options& options) {
  options.multiplier = metric.multiplier;
  options.way = given.choice("--way", {"2", "3"}) == "2" ? 2 : 3;
  options.missing = given.choice("--missing", {"auto", "none"}) == "auto";
  if (!options.missing && options.input == Input::table) {
    refuse("--missing none: not with --table, which has no code for missing that means another");
  }
  if (!options.missing && options.input == Input::alleles) {
    refuse("--missing none: not with --alleles, which has no code for missing that means another");
  }
  take_precision(given, metric, options);
  if (given.given("--gamma")) options.gamma = given.real("--gamma", 0, 1);
  if (given.given("--multiplier")) {
    options.multiplier = given.real("--multiplier");
    if (!(options.multiplier > 0)) {
      refuse(fmt::format("--multiplier {}: a number above 0 expected",
                         shortened(given.text("--multiplier"))));
    }
  }
  const auto score = given.choice("--score", {"k2", "mi", "chi2", "boost"});
  options.score = score == "k2"     ? Score::k2
                  : score == "mi"   ? Score::mi
                  : score == "chi2" ? Score::chi2
                                    : Score::boost;
  if (options.score == Score::boost && options.way == 3) {
    refuse("--score boost: of pairs only, --way 2 expected");
  }
  const auto find = [](const std::vector<std::string>& names, const std::string& name) {
    return std::find(names.begin(), names.end(), name) - names.begin();
  };
  const auto method = given.choice("--method", unifrac_methods());
  options.method = static_cast<UnifracMethod>(find(unifrac_methods(), method));
  if (given.given("--alpha")) {
    if (options.method != UnifracMethod::generalized) {
      refuse("--alpha: only with --method generalized");
    }
    options.alpha = given.real("--alpha", 0, 1);
  }
  const auto empty = given.choice("--empty-pair", {"nan", "same", "error"});
  options.empty_pair = empty == "nan"    ? EmptyPair::nan
                       : empty == "same" ? EmptyPair::same
                                         : EmptyPair::error;
}

/// "K/N" or "K-L/N", 1 <= K <= L <= N.
Shares parse_shares(std::string_view option, const std::string& text) {
  static const std::regex form("([1-9][0-9]{0,8})(-([1-9][0-9]{0,8}))?/([1-9][0-9]{0,8})");
  std::smatch part;
  if (std::regex_match(text, part, form)) {
    const Index first = std::stoll(part[1]);
    const Index last = part[3].matched ? std::stoll(part[3]) : first;
    const Index of = std::stoll(part[4]);
    if (first <= last && last <= of) return {first - 1, last - 1, of};
  }
  refuse(
      fmt::format("{} {}: K/N or K-L/N with 1 <= K <= L <= N expected", option, shortened(text)));
}

void take_shares(const Arguments& given, Options& options) {
  for (const auto name : {"--phases", "--stages", "--shard"}) {
    if (!given.given(name)) continue;
    options.shares.push_back(parse_shares(name, given.text(name)));
    options.share_names.push_back(name);
  }
  if (given.given("--stages") && options.way != 3) refuse("--stages: only with --way 3");
  if (options.shares.empty()) return;
  for (const auto name : {"--checksum", "--format", "--zst"}) {
    if (given.given(name)) refuse(fmt::format("{}: an option of encke merge, not of a part", name));
  }
  if (given.given("--permutations")) refuse("--permutations: of whole runs, not of a part");
}

void take_ranks(const Arguments& given, Options& options) {
  const std::pair<std::string_view, int*> axes[] = {{"--num-proc-vector", &options.ranks.vector},
                                                    {"--num-proc-field", &options.ranks.field},
                                                    {"--num-proc-repl", &options.ranks.replica}};
  for (const auto& [name, ranks] : axes) {
    if (given.given(name)) *ranks = static_cast<int>(given.count(name, 1, 10'000'000));
  }
  if (given.given("--gpu-aware-mpi")) {
    const auto mode = given.choice("--gpu-aware-mpi", {"ask", "try"});
    options.gpu_aware_mpi = mode == "ask" ? GpuAwareMpi::if_told : GpuAwareMpi::if_tested;
    if (options.check) refuse("--gpu-aware-mpi: not with --check, which reads all vectors itself");
  }
  if (find_metric(options.metric).kind == Kind::classes && options.ranks.field > 1) {
    refuse(
        "--num-proc-field: tables of cases and controls need all samples on one rank, 1 expected");
  }
}

void take_how(const Arguments& given, Options& options) {
  constexpr Index most_mib = most >> 20;
  if (given.given("--threads")) {
    options.threads = static_cast<int>(given.count("--threads", 1, 4096));
  }
  if (given.given("--memory")) options.memory = given.count("--memory", 1, most_mib);
  options.resume = given.given("--resume");
  options.check = given.given("--check");
  const bool reals = find_metric(options.metric).kind == Kind::reals;
  if (options.check && reals && !options.numbers && !options.find_numbers) {
    refuse(
        "--check: of whole numbers only; sums of reals depend on their order, so that other sums "
        "cannot check them to the last bit");
  }
  if (given.given("--backend")) options.backend = given.text("--backend");
  if (given.given("--level")) options.level = given.text("--level");
  if (given.given("--block")) options.block = given.count("--block", 1, Index{1} << 32);
  if (options.block % 16 != 0) {
    refuse(fmt::format("--block {}: a multiple of 16 expected", options.block));
  }
  const auto progress = given.choice("--progress", {"auto", "plain", "none", "json"});
  options.progress = progress == "auto"    ? ProgressMode::automatic
                     : progress == "plain" ? ProgressMode::plain
                     : progress == "none"  ? ProgressMode::none
                                           : ProgressMode::json;
}

bool contains(const std::vector<std::string>& words, std::string_view a, std::string_view b) {
  return std::any_of(words.begin(), words.end(),
                     [&](const std::string& word) { return word == a || word == b; });
}

/// Takes the first word off.
std::string take_word(std::vector<std::string>& words) {
  if (words.empty() || words.front().starts_with("-")) {
    refuse(fmt::format("{}: a metric expected first (encke --help lists them)",
                       words.empty() ? "nothing to do" : shortened(words.front())));
  }
  std::string word = words.front();
  words.erase(words.begin());
  return word;
}

/// Takes out what is for Kokkos.
std::vector<std::string> take_kokkos(std::vector<std::string>& words) {
  const auto kokkos = std::stable_partition(
      words.begin(), words.end(), [](const auto& word) { return !word.starts_with("--kokkos-"); });
  std::vector<std::string> taken(kokkos, words.end());
  for (const auto& word : taken) {  // Kokkos prints them as they are
    if (shortened(word, 200) != word) refuse("unknown option " + shortened(word));
  }
  words.erase(kokkos, words.end());
  return taken;
}

Options parse_merge(std::vector<std::string> words, Options options) {
  options.task = Task::merge;
  const Arguments given("merge", words, &options.parts);
  if (options.parts.empty()) refuse("merge: the --out of at least one part expected");
  if (!given.given("--out")) refuse("merge: --out P expected");
  options.out = given.text("--out");
  take_format(given, options);
  options.checksum = given.given("--checksum");
  if (given.given("--memory")) options.memory = given.count("--memory", 1, most >> 20);
  return options;
}

Options parse_verify(std::vector<std::string> words, Options options) {
  options.task = Task::verify;
  const Arguments given("verify", words, &options.parts);
  if (options.parts.size() != 1) refuse("verify: one --out of a run or part expected");
  options.out = options.parts.front();
  options.repair = given.given("--repair");
  return options;
}

}  // namespace

const std::vector<std::string>& unifrac_methods() {
  static const std::vector<std::string> names = {"unweighted", "weighted_normalized",
                                                 "weighted_unnormalized", "generalized"};
  return names;
}

std::span<const std::pair<std::string_view, Element>> count_names() {
  static constexpr std::pair<std::string_view, Element> names[] = {{"u16", Element::count16},
                                                                   {"u8", Element::count8},
                                                                   {"u3", Element::count3},
                                                                   {"u2", Element::count2}};
  return names;
}

const std::vector<std::string>& format_names() {
  static const std::vector<std::string> names = {"edges", "abc", "packed", "npy", "lsmat", "hdf5"};
  return names;
}

const std::string& format_name(Format format) {
  return format_names()[static_cast<std::size_t>(format)];
}

Options parse_options(const std::vector<std::string>& arguments) {
  Options options;
  options.arguments = arguments;
  std::vector<std::string> words = arguments;
  options.kokkos = take_kokkos(words);
  const bool help = contains(words, "--help", "-h");
  if (help || contains(words, "--version", "-V")) {
    options.task = help ? Task::help : Task::version;
    if (help) options.help = help_text(words);
    return options;
  }

  std::string name = take_word(words);
  if (name == "merge") return parse_merge(words, std::move(options));
  if (name == "verify") return parse_verify(words, std::move(options));
  if (name == "plan") {
    options.task = Task::plan;
    name = take_word(words);
  }
  const MetricEntry& metric = find_metric(name);
  options.metric = metric.name;
  const Arguments given(metric.name, words);
  take_input(given, metric, options);
  take_selection(given, options);
  take_metric(given, metric, options);
  take_output(given, metric, options);
  take_how(given, options);
  take_ranks(given, options);
  take_shares(given, options);
  return options;
}

}  // namespace encke::cli
