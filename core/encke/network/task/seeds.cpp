#include <encke/base/error.hpp>
#include <encke/base/text/printable.hpp>
#include <encke/base/text/text.hpp>
#include <encke/base/text/text_hash.hpp>
#include <encke/file/line_reader.hpp>
#include <encke/file/pipe_copy.hpp>
#include <encke/network/task/seeds.hpp>

namespace encke::network {
namespace {

std::vector<std::string> names_of(const Graph& graph, const std::string& reach,
                                  std::vector<io::FileRecord>& files) {
  std::vector<std::string> names;
  if (reach == "@all") {
    for (Node node = 0; node < graph.nodes(); ++node) names.emplace_back(graph.labels[node]);
    return names;
  }
  if (reach.starts_with('@')) {
    const io::PipeCopy copy(reach.substr(1));
    io::InputFile file(copy.path());
    io::LineReader lines(file);
    while (lines.next()) {
      if (!lines.line().empty()) names.emplace_back(lines.line());
    }
    files.push_back(file.record());
    return names;
  }
  for (std::size_t begin = 0; begin <= reach.size();) {
    const std::size_t comma = std::min(reach.find(',', begin), reach.size());
    if (comma > begin) names.push_back(reach.substr(begin, comma - begin));
    begin = comma + 1;
  }
  return names;
}

}  // namespace

Seeds find_seeds(const Graph& graph, const Request& request, std::vector<io::FileRecord>& files) {
  Seeds seeds;
  TextMap<std::vector<Node>> alleles;
  for (Node node = 0; graph.alleles && node < graph.nodes(); ++node) {
    alleles[std::string(graph.variant(node))].push_back(node);
  }
  std::string first;
  for (std::string& name : names_of(graph, request.reach, files)) {
    std::vector<Node> nodes;
    const Node node = graph.labels.find(name);
    if (node != Labels::none) {
      nodes.push_back(node);
    } else if (const auto found = alleles.find(name); found != alleles.end()) {
      nodes = found->second;
    }
    if (nodes.empty()) {
      if (++seeds.missing <= 5) first += (first.empty() ? "" : ", ") + in_quotes(name);
      continue;
    }
    seeds.nodes.add(nodes);
    seeds.names.push_back(std::move(name));
  }
  if (request.of_run && graph.nodes() == 0) return seeds;  // nothing passed
  if (seeds.missing > 0 && !request.reach_skips_missing) {
    throw Error(Failure::inconsistent,
                "--reach: " + counted(seeds.missing, "name") + " of no node: " + first +
                    (seeds.missing > 5 ? ", ..." : "") + "; --reach-missing skip leaves them out");
  }
  if (seeds.names.empty()) {
    throw Error(Failure::inconsistent, "--reach " + shortened(request.reach) + ": no node named");
  }
  return seeds;
}

}  // namespace encke::network
