#include <fmt/format.h>

#include <algorithm>
#include <encke/base/error.hpp>
#include <encke/base/stopwatch.hpp>
#include <encke/base/text/text.hpp>
#include <encke/host/process.hpp>
#include <encke/io/plink/plink.hpp>
#include <encke/network/mcl.hpp>
#include <encke/network/picture/picture_table.hpp>
#include <encke/network/products/adjacency.hpp>
#include <encke/network/products/reach_each.hpp>
#include <encke/network/products/triangles.hpp>
#include <encke/network/ranks/helpers.hpp>
#include <encke/network/task/by_pieces.hpp>
#include <encke/network/task/common.hpp>
#include <encke/network/task/expected.hpp>
#include <encke/network/task/results.hpp>
#include <encke/network/task/seeds.hpp>
#include <encke/network/task/task.hpp>
#include <encke/sparse/products.hpp>
#include <memory>
#include <utility>

namespace encke::network {
namespace {

bool needs_positive(const Request& request) {
  bool needed = request.cluster || request.axes;
  for (const auto& name : request.pictures) {
    for (const PictureRow& row : pictures()) needed = needed || (row.name == name && row.positive);
  }
  return needed;
}

/// Throws OutOfMemory where there is none for a second graph beside the first.
void plan_thinning(const Request& request, const Graph& graph, Outcome& outcome) {
  const bool merges = request.merge_alleles != MergeAlleles::no;
  if (!merges && !request.nearest && !request.max_degree) return;
  const Index bytes_of_edge = graph.exact.empty() ? 72 : 136;
  const Index bytes = graph.labels.bytes() * 2 + graph.nodes() * 40 + graph.edges() * bytes_of_edge;
  outcome.bytes_read = std::max(outcome.bytes_read, bytes);
  const std::int64_t needed = fixed_memory(request) + bytes;
  const std::int64_t allowed = allowed_memory(request);
  if (needed > allowed) throw OutOfMemory("the network", needed, allowed);
}

/// The graph of what was read, as the request wants it to be thinned.
Graph thinned(const Request& request, EdgesRead read, Outcome& outcome) {
  note_edges(read, outcome);
  Graph graph = std::move(read.graph);
  plan_thinning(request, graph, outcome);
  if (request.merge_alleles != MergeAlleles::no) {
    if (!graph.alleles) {
      throw Error(Failure::inconsistent,
                  "--merge-alleles: " + request.edges +
                      " has no alleles; of labels that end in a colon and an allele say "
                      "--alleles-in-labels");
    }
    graph = merge_alleles(graph, request.merge_alleles, outcome.dropped);
  }
  if (request.nearest) graph = nearest(graph, *request.nearest, request.mutual);
  if (request.max_degree) {
    Thinned thinned = without_hubs(graph, *request.max_degree);
    graph = std::move(thinned.graph);
    outcome.hubs = std::move(thinned.dropped);
  }
  refuse_without_edges(graph, outcome);
  return graph;
}

/// What products of the adjacency matrix take, for triangles and searches.
Index memory_of_products(const Request& request, const Graph& graph) {
  if (!request.triangles && request.reach.empty() && !request.axes) return 0;
  const Index places = 2 * graph.edges();
  const Index nodes = graph.nodes();
  const Index most =
      std::min(nodes * nodes, std::max({static_cast<Index>(most_product_entries), places, nodes}));
  return places * (8 + sparse::Spgemm::bytes_of_right) + nodes * 8 +
         most * (1 + 16 + sparse::Spgemm::bytes_of_product);
}

/// Throws OutOfMemory where a request needs more than it may have.
void plan_memory(const Request& request, const Graph& graph, const Components& parts,
                 Observer& observer, Outcome& outcome) {
  const Index places = 2 * graph.edges();
  const auto inflations = static_cast<Index>(wanted_inflations(request).size());
  std::int64_t bytes = graph.labels.bytes() + places * (graph.exact.empty() ? 8 : 16) +
                       graph.nodes() * (48 + 48 * inflations);
  if (request.axes) {
    const Index vectors = std::max<Index>(4 * *request.axes, 2 * *request.axes + 20);
    bytes += outcome.largest_component * (vectors + *request.axes + 8) * 8 +
             graph.nodes() * *request.axes * 8;
    // of each node its neighbours, and of one node for each thread all others
    const Index near = std::min(request.embed_neighbours.value_or(0), outcome.largest_component);
    bytes += graph.nodes() * (near * 12 + (near > 0 ? 56 : 0));
    if (near > 0) bytes += outcome.threads * outcome.largest_component * 16;
  }
  if (request.cluster) {
    const MclOptions options = mcl_options(request, 2, outcome.threads, observer);
    bytes += mcl_memory(parts, options, outcome.ranks) +
             memory_of_sharing(outcome, graph.nodes(), graph.edges());
  }
  if (request.triangles) bytes += places * 4 + Index{graph.nodes()} * (24 + outcome.threads * 8);
  if (request.engine == Engine::spgemm) bytes += memory_of_products(request, graph);
  bytes = fixed_memory(request) + std::max(bytes, outcome.bytes_read);
  outcome.memory_planned = bytes;
  const std::int64_t allowed = allowed_memory(request);
  if (bytes > allowed) throw OutOfMemory("the network", bytes, allowed);
}

std::vector<Clustering> find_clusters(const Request& request, const Graph& graph,
                                      const Components& parts, Helpers* helpers,
                                      FinishedComponents& finished, Observer& observer,
                                      Outcome& outcome) {
  const io::Stopwatch watch;
  std::vector<Clustering> clusterings;
  for (const double inflation : wanted_inflations(request)) {
    MclOptions options = mcl_options(request, inflation, outcome.threads, observer);
    options.finished = &finished;
    options.helpers = helpers;
    clusterings.push_back(
        clustering_of(mcl(graph, parts, options), inflation, graph.nodes(), outcome));
  }
  outcome.seconds_cluster = watch.seconds();
  return clusterings;
}

std::vector<ComponentEmbedding> find_embedding(const Request& request, const Graph& graph,
                                               const Components& parts, Observer& observer,
                                               Outcome& outcome) {
  if (!request.axes) return {};
  const io::Stopwatch watch;
  std::vector<ComponentEmbedding> all =
      embed(graph, parts,
            {.axes = *request.axes,
             .least = request.embed_least,
             .laplacian = request.laplacian,
             .tolerance = request.tolerance,
             .engine = request.engine,
             .threads = outcome.threads,
             .check_stop = [&observer] { observer.check_stop(); }});
  Index fewer = 0;
  for (const ComponentEmbedding& one : all) {
    ++outcome.embedded_components;
    outcome.embedded_nodes += static_cast<Index>(parts.nodes(one.component).size());
    if (static_cast<Index>(one.values.size()) < *request.axes) ++fewer;
    for (const double residual : one.residuals) {
      outcome.most_residual = std::max(outcome.most_residual, residual);
    }
  }
  if (fewer > 0) {
    outcome.remarks.push_back(counted(fewer, "component") + " of at most " +
                              counted(*request.axes, "node") + " with fewer axes");
  }
  outcome.seconds_embed = watch.seconds();
  return all;
}

std::vector<Index> find_triangles(const Request& request, const Graph& graph, Observer& observer,
                                  Outcome& outcome) {
  if (!request.triangles) return {};
  std::vector<Index> all = triangles(graph, {.engine = request.engine,
                                             .threads = outcome.threads,
                                             .check_stop = [&observer] { observer.check_stop(); }});
  const TriangleCount count = count_triangles(graph, all);
  outcome.triangles = count.triangles;
  outcome.transitivity = count.transitivity();
  return all;
}

EdgesRead read(const Request& request, Observer& observer, Outcome& outcome) {
  const io::Stopwatch watch;
  EdgeOptions options = edge_options(request, observer);
  EdgesRead read = read_edges(request.edges, options);
  outcome.files.push_back(read.file);
  outcome.seconds_read = watch.seconds();
  return read;
}

/// Genotypes of cases and controls, where their numbers are wanted.
std::unique_ptr<io::Source> classes_of(const Request& request, Outcome& outcome) {
  if (!request.frequencies) return nullptr;
  auto classes = io::open_plink(request.bfile, {}, MissingCode::missing, Element::case_control, {},
                                request.phenotype);
  for (const auto& file : classes->files()) outcome.files.push_back(file);
  for (const auto& remark : classes->remarks()) outcome.remarks.push_back(remark);
  return classes;
}

/// The texts of an observer, which get their names with the results.
class Texts {
 public:
  Texts(const Request& request, const Observer& observer, sink::OutputSet& set) {
    for (const auto& ending : observer.text_endings()) {
      files_.push_back(std::make_unique<ResultFile>(request.out + ending, set));
    }
  }
  void write(const Observer& observer, Outcome& outcome) {
    for (const auto& file : files_) outcome.written.push_back({file->path(), ""});
    const std::vector<std::string> texts = observer.texts(outcome);
    for (std::size_t t = 0; t < files_.size(); ++t) {
      files_[t]->write(texts[t]);
      files_[t]->commit();
    }
  }

 private:
  std::vector<std::unique_ptr<ResultFile>> files_;
};

/// Says how large the table of many searches will be, where that is much.
void note_reach(const Graph& graph, const Seeds& seeds, const Request& request,
                Observer& observer) {
  constexpr Index much = Index{1} << 20;
  if (request.depth < 2 || (!request.reach_each && request.reach != "@all")) return;
  const auto depth = static_cast<Node>(std::min<Index>(request.depth, any_depth));
  const ReachedText text = text_of_each(graph, seeds.nodes, seeds.names, depth);
  if (text.bytes < much) return;
  observer.note(fmt::format("{}.reach.tsv will have {}, {}", request.out,
                            counted(text.lines, "line"), bytes_text(text.bytes)));
}

void find_in_memory(EdgesRead read, const Beside& beside, FinishedComponents& finished,
                    Results& results, Observer& observer, Outcome& outcome) {
  const Request& request = outcome.request;
  const Graph graph = thinned(request, std::move(read), outcome);
  const Variants* const variants = beside.variants;
  const bool of_file = variants != nullptr && !variants->file().digest.empty();
  if (of_file) outcome.files.push_back(variants->file());
  const Components parts = components(graph);
  count_graph(graph, parts, outcome);
  plan_memory(request, graph, parts, observer, outcome);
  results.check_names(graph);
  Found found{.graph = graph, .parts = parts, .weights = sums_of_weights(graph)};
  const auto check_stop = [&observer] { observer.check_stop(); };
  if (beside.classes != nullptr) found.frequencies.emplace(graph, *beside.classes);
  if (!request.reach.empty()) {
    found.seeds = find_seeds(graph, request, outcome.files);
    outcome.seeds = static_cast<Index>(found.seeds.names.size());
    outcome.seeds_missing = found.seeds.missing;
    note_reach(graph, found.seeds, request, observer);
  }
  found.triangles = find_triangles(request, graph, observer, outcome);
  found.clusterings =
      find_clusters(request, graph, parts, beside.helpers, finished, observer, outcome);
  found.embedding = find_embedding(request, graph, parts, observer, outcome);
  if (request.embed_neighbours) {
    const io::Stopwatch watch;
    found.neighbours =
        neighbours(parts, found.embedding, *request.embed_neighbours, outcome.threads, check_stop);
    outcome.seconds_embed += watch.seconds();
  }
  const io::Stopwatch writing;
  results.write(found, variants, check_stop, outcome);
  observer.check_stop();
  outcome.seconds_write = writing.seconds();
}

/// The same refusal with the line of the edges that has the name, where they can be read again.
Error with_line(const NameRefused& refused, const Request& request, Observer& observer) {
  const auto line = line_of_name(request.edges, edge_options(request, observer), refused.name());
  if (!line) return refused;
  return {Failure::inconsistent,
          fmt::format("{}:{}: {}", request.edges, *line, std::string_view(refused.what()))};
}

}  // namespace

EdgeOptions edge_options(const Request& request, Observer& observer) {
  const std::int64_t fixed = fixed_memory(request);
  return {.threshold = request.threshold,
          .below = request.below,
          .one_minus = request.one_minus,
          .as_they_are = request.as_they_are,
          .triples = request.triples,
          .alleles_in_labels = request.alleles_in_labels,
          .keep_exact = keeps_exact(request),
          .keep_loops = request.keep_loops,
          .positive = needs_positive(request),
          .memory = std::max<std::int64_t>(0, allowed_memory(request) - fixed),
          .memory_beside = fixed,
          .spill = needs_whole(request) ? "" : request.out + ".nodes.tsv",
          .check_stop = [&observer] { observer.check_stop(); }};
}

void find_and_write(EdgesRead read, const Beside& beside, Results& results, Observer& observer,
                    Outcome& outcome) {
  const Request& request = outcome.request;
  outcome.threads = threads_of(request);
  if (beside.helpers != nullptr) outcome.ranks = beside.helpers->count() + 1;
  FinishedComponents finished(path_of_finished(request), request.resume);
  if (read.spilled) {
    find_by_pieces(std::move(read), beside, finished, results, observer, outcome);
  } else {
    find_in_memory(std::move(read), beside, finished, results, observer, outcome);
  }
  outcome.resumed = finished.resumed();
  finished.remove();
}

Outcome perform(const Request& request, Observer& observer, Helpers* helpers) {
  const io::Stopwatch watch;
  Outcome outcome{.request = request};
  sink::OutputSet set;
  // Opened before anything is computed: a directory that cannot be written shows at once.
  Results results(request, set);
  Texts texts(request, observer, set);
  std::optional<Variants> variants;
  if (!request.bim.empty()) variants = Variants::read_bim(request.bim);
  const std::unique_ptr<io::Source> classes = classes_of(request, outcome);
  try {
    find_and_write(read(request, observer, outcome),
                   {variants ? &*variants : nullptr, classes.get(), helpers}, results, observer,
                   outcome);
  } catch (const NameRefused& refused) {
    throw with_line(refused, request, observer);
  }
  outcome.finished = std::chrono::system_clock::now();
  outcome.peak_memory = peak_memory();
  outcome.seconds_total = watch.seconds();
  texts.write(observer, outcome);
  set.commit();
  return outcome;
}

bool can_be_shared(const Request& request) { return request.cluster; }

void help_with(const Request& request, const Communicator& world,
               const std::function<void()>& check_stop) {
  if (can_be_shared(request)) help(world, threads_of(request), check_stop);
}

Outcome preview(const Request& request, Observer& observer, int ranks) {
  check_engine(request);
  Outcome outcome{.request = request};
  outcome.ranks = can_be_shared(request) ? ranks : 1;
  outcome.threads = threads_of(request);
  EdgesRead edges = read(request, observer, outcome);
  if (edges.spilled) {
    preview_pieces(std::move(edges), observer, outcome);
    return outcome;
  }
  const Graph graph = thinned(request, std::move(edges), outcome);
  const Components parts = components(graph);
  count_graph(graph, parts, outcome);
  plan_memory(request, graph, parts, observer, outcome);
  outcome.seconds_expected = expected_seconds(request, parts, outcome.threads, outcome.ranks);
  return outcome;
}

}  // namespace encke::network
