#include <fmt/format.h>

#include <algorithm>
#include <encke/base/text/printable.hpp>
#include <encke/base/text/text.hpp>
#include <encke/network/format/format_table.hpp>
#include <encke/network/format/tables.hpp>
#include <encke/network/picture/picture_table.hpp>
#include <encke/network/products/reach_each.hpp>
#include <encke/network/sets/set_table.hpp>
#include <encke/network/task/results.hpp>
#include <encke/network/task/task.hpp>
#include <utility>

namespace encke::network {
namespace {

/// Calls work(row) for each of these names that has a row.
template <class Rows, class Work>
void for_each_named(const std::vector<std::string>& names, const Rows& rows, const Work& work) {
  for (const auto& name : names) {
    for (const auto& row : rows) {
      if (row.name == name) work(row);
    }
  }
}

/// Sets of nodes that a search found, by the name of what they were found from.
struct SeedSearches {
  std::vector<std::string> names;
  NodeSets sets;
};

SeedSearches write_reach(const Graph& graph, const Seeds& seeds, Outcome& outcome,
                         ResultFile& file) {
  const Request& request = outcome.request;
  SeedSearches searches;
  const auto depth = static_cast<Node>(std::min<Index>(request.depth, any_depth));
  const bool each = request.reach_each || request.reach == "@all";
  file.write(each ? "#SEED\tNODE\tDEPTH\n" : "#NODE\tDEPTH\n");
  std::vector<Node> nodes;
  const auto take = [&](const std::string& name, std::span<const Reached> found) {
    nodes.clear();
    for (const Reached& reached : found) {
      nodes.push_back(reached.node);
      ++outcome.reached;
      file.write(fmt::format("{}{}{}\t{}\n", each ? name : "", each ? "\t" : "",
                             graph.labels[reached.node], reached.depth));
    }
    std::sort(nodes.begin(), nodes.end());
    searches.sets.add(nodes);
    searches.names.push_back(name);
  };
  if (each) {
    reach_each(graph, seeds.nodes, depth, request.engine,
               [&](Index s, std::span<const Reached> found) {
                 take(seeds.names[static_cast<std::size_t>(s)], found);
               });
  } else {
    take("reach", Reach(graph).from(seeds.nodes.members, depth));
  }
  return searches;
}

VariantSets make_sets(const Request& request, const GraphView& view,
                      std::span<const Neighbours> neighbours, const SeedSearches& searches,
                      const Variants* sites) {
  VariantSets sets;
  const auto add = [&](const NodeSets& of, const auto& name) {
    add_sets(view.graph, of, name, sites, request.set_options, sets);
  };
  switch (source_of_sets(request)) {
    case SetSource::mcl:
      for (const Clustering& clustering : view.clusterings) {
        add(clustering.sets, [&](Index set) { return set_name(clustering, set); });
      }
      break;
    case SetSource::reach:
      add(searches.sets, [&](Index set) { return searches.names[static_cast<std::size_t>(set)]; });
      break;
    case SetSource::embed:
      for (const Neighbours& one : neighbours) {
        std::vector<Node> nodes = one.nodes;
        nodes.push_back(one.node);
        std::sort(nodes.begin(), nodes.end());
        add_set(view.graph, nodes, std::string(view.graph.labels[one.node]), sites,
                request.set_options, sets);
      }
      break;
    default:
      for (Node c = 0; c < view.parts.count(); ++c) {
        add_set(view.graph, view.parts.nodes(c), component_name(c), sites, request.set_options,
                sets);
      }
  }
  return sets;
}

/// The largest sets of a kind, with their first names.
template <class Sets>
void show_sets(const Graph& graph, const std::string& of, const Sets& sets, Outcome& outcome) {
  constexpr Index most_sets = 20;
  constexpr std::size_t most_names = 12;
  for (Index set = 0; set < std::min<Index>(sets.count(), most_sets); ++set) {
    const auto nodes = sets.nodes(static_cast<Node>(set));
    ShownSet shown{.of = of, .number = set + 1, .nodes = static_cast<Index>(nodes.size())};
    for (const Node node : nodes.first(std::min(nodes.size(), most_names))) {
      shown.names.append(shown.names.empty() ? "" : " ").append(graph.labels[node]);
    }
    if (nodes.size() > most_names) shown.names += " ...";
    outcome.largest_sets.push_back(std::move(shown));
  }
}

/// What a page shows.
void show(const GraphView& view, Outcome& outcome) {
  constexpr std::size_t longest_picture = 500'000;  // a page is below 2 MB
  for (const Clustering& one : view.clusterings) show_sets(view.graph, one.name, one.sets, outcome);
  if (view.clusterings.empty()) show_sets(view.graph, "component", view.parts, outcome);
  const auto& weights = view.graph.weight;
  const bool positive =
      std::all_of(weights.begin(), weights.end(), [](float weight) { return weight > 0; });
  for (const PictureRow& row : pictures()) {
    if (row.positive && !positive) continue;
    ShortText text(longest_picture);
    row.write(view, text);
    outcome.shown_pictures.emplace_back(row.name, text.text());
  }
}

}  // namespace

Results::Results(const Request& request, sink::OutputSet& set) : request_(request) {
  check_engine(request);
  for (const auto& path : result_paths(request)) {
    files_.push_back(std::make_unique<ResultFile>(path, set));
  }
}

void Results::check_names(const Graph& graph) const {
  for_each_named(request_.graphs, graph_formats(),
                 [&](const GraphFormatRow& row) { network::check_names(row, graph); });
}

ResultFiles Results::next(std::size_t count) {
  const auto files = ResultFiles(files_).subspan(next_, count);
  next_ += count;
  return files;
}

void Results::write(Found& found, const Variants* variants, const std::function<void()>& check_stop,
                    Outcome& outcome) {
  const GraphView view{found.graph, found.parts, found.clusterings, variants};
  write_nodes(view, found.weights, found.triangles, *next()[0]);
  write_components(view, *next()[0]);
  for (const Clustering& one : found.clusterings) {
    write_clusters(found.graph, one.sets, *next()[0]);
  }
  SeedSearches searches;
  if (!request_.reach.empty()) {
    searches = write_reach(found.graph, found.seeds, outcome, *next()[0]);
  }
  if (request_.axes) {
    write_embedding(view, found.embedding, *request_.axes, *next()[0]);
    write_eigenvalues(found.embedding, *next()[0]);
    if (request_.embed_neighbours) write_neighbours(found.graph, found.neighbours, *next()[0]);
  }
  if (found.frequencies) write_frequencies(view, *found.frequencies, check_stop, *next()[0]);
  if (!request_.sets.empty()) {
    write_sets(make_sets(request_, view, found.neighbours, searches, variants), variants, outcome);
  }
  for_each_named(request_.graphs, graph_formats(),
                 [&](const GraphFormatRow& row) { row.write(view, next(row.endings.size())); });
  for_each_named(request_.pictures, pictures(),
                 [&](const PictureRow& row) { row.write(view, *next()[0]); });
  if (request_.page) show(view, outcome);
  for (const auto& file : files_) {
    outcome.written.push_back({file->path(), file->digest()});
    file->commit();
  }
}

void Results::write_sets(const VariantSets& sets, const Variants* variants, Outcome& outcome) {
  outcome.sets = static_cast<Index>(sets.sets.size());
  outcome.sets_too_small = sets.too_small;
  outcome.sets_too_large = sets.too_large;
  if (!sets.made_ids.empty()) {
    outcome.remarks.push_back(
        fmt::format("sets have {} whose id in {} is . or that of another one, named by chromosome, "
                    "position and alleles (the first: {}); the genotypes to be tested need the "
                    "same ids: plink2 --set-missing-var-ids '@:#:$r:$a' gives them for .",
                    counted(static_cast<Index>(sets.made_ids.size()), "variant"),
                    variants->file().path, shortened(*sets.made_ids.begin())));
  }
  for_each_named(request_.sets, set_formats(), [&](const SetFormatRow& row) {
    check_sets(row, sets.sets);
    row.write(sets.sets, next(row.endings.size()));
  });
}

}  // namespace encke::network
