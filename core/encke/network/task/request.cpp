#include <algorithm>
#include <charconv>
#include <encke/network/format/format_table.hpp>
#include <encke/network/picture/picture_table.hpp>
#include <encke/network/sets/set_table.hpp>
#include <encke/network/task/request.hpp>
#include <encke/sparse/products.hpp>

namespace encke::network {

Pruning pruning_of(const Request& request) {
  Pruning pruning = pruning_scheme(request.scheme);
  pruning.prune = request.prune.value_or(pruning.prune);
  pruning.select = request.select.value_or(pruning.select);
  pruning.recover = request.recover.value_or(pruning.recover);
  pruning.recover_percent = request.recover_percent.value_or(pruning.recover_percent);
  return pruning;
}

void check_engine(const Request& request) {
  if (request.engine == Engine::spgemm) sparse::require_products("--engine spgemm");
}

std::string inflation_text(double inflation) {
  char text[32];
  return {text, std::to_chars(text, text + sizeof text, inflation).ptr};
}

std::vector<std::string> result_paths(const Request& request) {
  std::vector<std::string> paths = {request.out + ".nodes.tsv", request.out + ".components.tsv"};
  if (request.cluster) {
    for (const double inflation : request.inflations) {
      paths.push_back(request.out + ".clusters.I" + inflation_text(inflation) + ".txt");
    }
  }
  if (!request.reach.empty()) paths.push_back(request.out + ".reach.tsv");
  if (request.axes) {
    paths.push_back(request.out + ".embedding.tsv");
    paths.push_back(request.out + ".eigenvalues.tsv");
    if (request.embed_neighbours) paths.push_back(request.out + ".neighbours.tsv");
  }
  if (request.frequencies) paths.push_back(request.out + ".frequencies.tsv");
  const auto add = [&](const auto& rows, const std::string& name) {
    for (const auto& row : rows) {
      if (row.name != name) continue;
      for (const auto ending : row.endings) paths.push_back(request.out + std::string(ending));
    }
  };
  for (const auto& name : request.sets) add(set_formats(), name);
  for (const auto& name : request.graphs) add(graph_formats(), name);
  for (const auto& name : request.pictures) {
    for (const PictureRow& row : pictures()) {
      if (row.name == name) paths.push_back(request.out + std::string(row.ending));
    }
  }
  return paths;
}

std::string path_of_finished(const Request& request) { return request.out + ".mcl-done"; }

std::vector<std::string> input_paths(const Request& request) {
  std::vector<std::string> paths;
  if (request.edges != "-" && !request.of_run) paths.push_back(request.edges);
  if (!request.bim.empty()) paths.push_back(request.bim);
  if (!request.bfile.empty()) {
    const std::string stem = request.bfile.ends_with(".bed")
                                 ? request.bfile.substr(0, request.bfile.size() - 4)
                                 : request.bfile;
    for (const auto* ending : {".bed", ".bim", ".fam"}) paths.push_back(stem + ending);
  }
  if (!request.phenotype.file.empty()) paths.push_back(request.phenotype.file);
  if (request.reach.starts_with('@') && request.reach != "@all") {
    paths.push_back(request.reach.substr(1));
  }
  return paths;
}

bool shows_sites(const Request& request) {
  const auto& graphs = request.graphs;
  return std::find(graphs.begin(), graphs.end(), "graphml") != graphs.end();
}

SetSource source_of_sets(const Request& request) {
  if (request.sets_from != SetSource::automatic) return request.sets_from;
  if (request.cluster) return SetSource::mcl;
  return request.reach.empty() ? SetSource::components : SetSource::reach;
}

}  // namespace encke::network
