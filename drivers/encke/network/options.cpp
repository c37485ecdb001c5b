#include "options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <encke/base/error.hpp>
#include <encke/base/text/printable.hpp>
#include <encke/network/format/format_table.hpp>
#include <encke/network/picture/picture_table.hpp>
#include <encke/network/sets/set_table.hpp>

#include "rows.hpp"

namespace encke::cli {
namespace {

using job::refuse;

template <class Rows>
std::string names_of(const Rows& rows) {
  std::string text;
  for (const auto& row : rows) {
    text += fmt::format("{}\n{} ({})", text.empty() ? "" : ",", row.name, row.help);
  }
  return text;
}

/// Throws Error(command_line) for sets without their sites.
void check_bim(const network::Request& request) {
  const auto takes_sites = [&](const auto& row) {
    return row.needs_sites && std::count(request.sets.begin(), request.sets.end(), row.name) > 0;
  };
  for (const auto& row : network::set_formats()) {
    if (takes_sites(row) && request.bim.empty()) {
      refuse(fmt::format("--sets {} needs --bim: chromosomes and positions", row.name));
    }
  }
}

/// Throws Error(command_line) for options that do not fit together; `mcl`: what asks for clusters.
void check(const network::Request& request, std::string_view mcl) {
  if (!request.bim.empty() && request.sets.empty() && !network::shows_sites(request)) {
    refuse("--bim needs --sets or --graph graphml");
  }
  if (request.sets_from == network::SetSource::mcl && !request.cluster) {
    refuse(fmt::format("--from mcl needs {}", mcl));
  }
  if (request.sets_from == network::SetSource::embed && !request.embed_neighbours) {
    refuse("--from embed needs --embed-neighbours");
  }
  if (request.sets_from == network::SetSource::reach && request.reach.empty()) {
    refuse("--from reach needs --reach");
  }
  if (request.triples == network::Triples::star &&
      request.merge_alleles != network::MergeAlleles::no) {
    refuse("--triples star does not work with --merge-alleles");
  }
  if (request.frequencies && request.merge_alleles != network::MergeAlleles::no) {
    refuse("--frequencies does not work with --merge-alleles");
  }
}

constexpr std::string_view network_option = "--network";

WordOption word_of(const NetworkOption& row) {
  std::string help(row.help);
  const auto fill = [&](std::string_view brace, const std::string& text) {
    const auto at = help.find(brace);
    if (at != std::string::npos) help.replace(at, brace.size(), text);
  };
  fill("{graphs}", names_of(network::graph_formats()));
  fill("{pictures}", names_of(network::pictures()));
  fill("{sets}", names_of(network::set_formats()));
  return {std::string(row.name), std::string(row.takes), std::string(row.group), std::move(help)};
}

/// Throws Error(command_line) for what is neither components nor mcl.
void read_what(const std::string& text, network::Request& request) {
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t comma = std::min(text.find(',', begin), text.size());
    const std::string what = text.substr(begin, comma - begin);
    if (what == "mcl") request.cluster = true;
    if (what != "mcl" && what != "components") {
      job::OptionValue{network_option, text}.refuse("components, mcl, or both with a comma");
    }
    begin = comma + 1;
  }
}

}  // namespace

std::span<const NetworkOption> network_options() {
  static const std::vector<NetworkOption> all = [] {
    std::vector<NetworkOption> rows;
    for (const auto& some : {network_input_rows(), network_cluster_rows(), network_output_rows()}) {
      rows.insert(rows.end(), some.begin(), some.end());
    }
    return rows;
  }();
  return all;
}

std::vector<WordOption> network_words() {
  std::vector<WordOption> words;
  for (const NetworkOption& row : network_options()) words.push_back(word_of(row));
  return words;
}

std::vector<WordOption> network_words_of_run() {
  constexpr std::string_view group = "Network of the values";
  constexpr std::string_view shown[] = {"--inflation", "--reach", "--embed",
                                        "--sets",      "--graph", "--picture"};
  std::vector<WordOption> words = {
      {.name = std::string(network_option),
       .takes = "WHAT,...",
       .group = std::string(group),
       .help = "components or mcl (Markov clusters) of the values that\nare written, as encke "
               "network finds them in P.edges.tsv;\nwith its options"}};
  for (const NetworkOption& row : network_options()) {
    if (row.of_file) continue;
    WordOption word = word_of(row);
    word.group = group;
    word.hidden = std::find(std::begin(shown), std::end(shown), row.name) == std::end(shown);
    words.push_back(std::move(word));
  }
  return words;
}

network::Request read_network(const Words& words) {
  network::Request request;
  const auto given = [&](std::string_view name) {
    return std::any_of(words.options.begin(), words.options.end(),
                       [&](const auto& option) { return option.name == name; });
  };
  for (const NetworkOption& row : network_options()) {
    for (const auto& option : words.options) {
      if (option.name != row.name) continue;
      if (!row.only_with.empty() && !given(row.only_with)) {
        refuse(fmt::format("{} needs {}", row.name, row.only_with));
      }
      row.read({row.name, option.text}, request);
    }
  }
  if (request.edges.empty()) refuse("--edges F is missing: the edges of the network");
  if (request.frequencies && request.bfile.empty()) {
    refuse("--frequencies needs --bfile P: genotypes and phenotypes");
  }
  check_bim(request);
  check(request, "--cluster mcl");
  return request;
}

std::optional<network::Request> take_network(std::vector<job::GivenOption>& given) {
  network::Request request;
  const auto what = take_option(given, network_option);
  if (what) read_what(*what, request);
  std::vector<std::string_view> taken;
  const auto is_there = [&](std::string_view name) {
    // A run has clusters by --network mcl, and positions without a .bim.
    if (name == "--cluster") return request.cluster;
    if (name == "--bim") name = "--sets";
    return std::find(taken.begin(), taken.end(), name) != taken.end();
  };
  std::vector<std::pair<const NetworkOption*, std::string>> found;
  const bool draws_counts = std::any_of(
      given.begin(), given.end(), [](const job::GivenOption& o) { return o.name == "--biom"; });
  for (const NetworkOption& row : network_options()) {
    if (row.of_file) continue;
    auto text = take_option(given, row.name);
    if (!text) continue;
    if (!what) {
      refuse(fmt::format("{} works only with {}.{}", row.name, network_option,
                         draws_counts && row.name == "--depth"
                             ? " A depth of counts is --subsample-depth N."
                             : ""));
    }
    taken.push_back(row.name);
    found.emplace_back(&row, std::move(*text));
  }
  for (const auto& [row, text] : found) {
    if (!row->only_with.empty() && !is_there(row->only_with)) {
      refuse(fmt::format("{} needs {}", row->name,
                         row->only_with == "--cluster" ? "--network mcl" : row->only_with));
    }
    row->read({row->name, text}, request);
  }
  if (!what) return std::nullopt;
  check(request, "--network mcl");
  return request;
}

std::vector<std::pair<std::string, std::string>> network_in_effect(
    const network::Request& request) {
  std::vector<std::pair<std::string, std::string>> all = {
      {std::string(network_option), request.cluster ? "components,mcl" : "components"}};
  for (const NetworkOption& row : network_options()) {
    if (row.of_file) continue;
    if (auto text = row.show(request)) all.emplace_back(row.name, std::move(*text));
  }
  return all;
}

}  // namespace encke::cli
