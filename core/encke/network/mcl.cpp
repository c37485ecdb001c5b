#include <algorithm>
#include <array>
#include <encke/base/error.hpp>
#include <encke/host/threads/host_loop.hpp>
#include <encke/network/mcl.hpp>
#include <encke/network/mcl/interpret.hpp>
#include <encke/network/mcl/limit.hpp>
#include <encke/network/mcl/together.hpp>
#include <encke/sparse/products.hpp>
#include <utility>

namespace encke::network {
namespace {

/// Components of as many nodes and more are worked on one after the other, by all threads.
constexpr std::size_t shared_nodes = 1024;

/// The weight of a node's loop: that of its heaviest edge, or its own where the graph keeps loops.
/// A node without edges has one in either case.
float loop_of(const Graph& graph, Node node) {
  const auto weights = graph.weights(node);
  if (weights.empty()) return 1;
  if (!graph.loop.empty()) return graph.loop[static_cast<std::size_t>(node)];
  return *std::max_element(weights.begin(), weights.end());
}

/// The matrix that a component starts with: each node has its loop, and columns are divided by
/// their sums. `place`: of each node, its number in the component.
Columns start_of(const Graph& graph, std::span<const Node> nodes, std::span<const Node> place) {
  Columns start;
  for (const Node node : nodes) {
    const auto others = graph.neighbours(node);
    const auto weights = graph.weights(node);
    const float loop = loop_of(graph, node);
    double sum = static_cast<double>(loop);
    for (const float weight : weights) sum += static_cast<double>(weight);
    const auto put = [&](Node row, float weight) {
      start.row.push_back(place[static_cast<std::size_t>(row)]);
      start.value.push_back(static_cast<float>(static_cast<double>(weight) / sum));
    };
    std::size_t e = 0;
    for (; e < others.size() && others[e] < node; ++e) put(others[e], weights[e]);
    if (loop > 0) put(node, loop);
    for (; e < others.size(); ++e) put(others[e], weights[e]);
    start.end_column();
  }
  return start;
}

/// Most entries of a matrix of the flow of `size` nodes.
Index entries_of(Index size, const Pruning& pruning) {
  const Index select = pruning.select > 0 ? pruning.select : size;
  return size * std::min(size, std::max(select, pruning.recover));
}

/// The components from `first` on that are worked on together where products are those of whole
/// matrices: the first, and more while they have few entries. Returns their end.
Node end_of_batch(const Components& parts, const Pruning& pruning, Node first) {
  constexpr Index most_entries = Index{1} << 23;
  Index entries = 0;
  Node last = first;
  while (last < parts.count()) {
    entries += entries_of(static_cast<Index>(parts.nodes(last).size()), pruning);
    if (last > first && entries > most_entries) break;
    ++last;
  }
  return last;
}

/// Where a component is kept that takes long: its key, and what was found before, or null.
struct Kept {
  FinishedComponents::Key key{};
  const FinishedComponent* before = nullptr;
};

Kept kept_of(const Columns& start, const MclOptions& options) {
  const Pruning& pruning = options.pruning;
  const std::array<double, 6> all = {options.inflation,
                                     pruning.prune,
                                     static_cast<double>(pruning.select),
                                     static_cast<double>(pruning.recover),
                                     pruning.recover_percent,
                                     static_cast<double>(options.overlap)};
  const auto key = FinishedComponents::key_of(start, all);
  return {key, options.finished->find(key)};
}

bool is_kept(const Columns& start, const MclOptions& options) {
  return options.finished != nullptr && start.count() >= FinishedComponents::least_nodes;
}

class Work {
 public:
  Work(const Graph& graph, const Components& parts, const MclOptions& options)
      : graph_(graph),
        parts_(parts),
        options_(options),
        place_(static_cast<std::size_t>(graph.nodes())),
        done_(static_cast<std::size_t>(parts.count())),
        scratch_(static_cast<std::size_t>(options.threads)) {
    for (Node c = 0; c < parts.count(); ++c) {
      Node next = 0;
      for (const Node node : parts.nodes(c)) place_[static_cast<std::size_t>(node)] = next++;
    }
    for (auto& scratch : scratch_) scratch.resize(static_cast<std::size_t>(options.threads));
  }

  void run() {
    if (options_.engine == Engine::spgemm) return run_together();
    Node shared = 0;  // components come by size
    while (options_.threads > 1 && shared < parts_.count() &&
           parts_.nodes(shared).size() >= shared_nodes) {
      work_on(shared++, options_.threads, scratch_[0]);
    }
    thread_loop(options_.threads, parts_.count() - shared, [&](Index c, int thread) {
      work_on(shared + static_cast<Node>(c), 1, scratch_[static_cast<std::size_t>(thread)]);
    });
  }

  Clusters result() const {
    Clusters clusters;
    NodeSets sets;
    std::vector<Node> nodes;
    for (Node c = 0; c < parts_.count(); ++c) {
      const FinishedComponent& part = done_[static_cast<std::size_t>(c)];
      const auto members = parts_.nodes(c);
      for (Index set = 0; set < part.found.clusters.count(); ++set) {
        nodes.clear();
        for (const Node place : part.found.clusters.nodes(set)) {
          nodes.push_back(members[static_cast<std::size_t>(place)]);
        }
        sets.add(nodes);
      }
      clusters.overlapping += part.found.overlapping;
      clusters.iterations = std::max(clusters.iterations, part.iterations);
    }
    clusters.sets = in_order(sets);
    return clusters;
  }

 private:
  void work_on(Node component, int threads, std::vector<LimitScratch>& scratch) {
    Columns start = start_of(graph_, parts_.nodes(component), place_);
    FinishedComponent& part = done_[static_cast<std::size_t>(component)];
    Kept kept;
    const bool keeps = is_kept(start, options_);
    if (keeps) kept = kept_of(start, options_);
    if (kept.before != nullptr) {
      part = *kept.before;
      return;
    }
    const Limit limit = find_limit(std::move(start), options_.pruning, options_.inflation, threads,
                                   scratch, options_.check_stop);
    part = {interpret(limit.columns, options_.overlap), limit.iterations};
    if (keeps) options_.finished->add(kept.key, part);
  }

  void run_together() {
    for (Node first = 0; first < parts_.count();) {
      const Node last = end_of_batch(parts_, options_.pruning, first);
      run_batch(first, last);
      first = last;
    }
  }

  void run_batch(Node first, Node last) {
    std::vector<Columns> starts;
    std::vector<Node> component;  // of each start
    std::vector<Kept> kept;
    for (Node c = first; c < last; ++c) {
      Columns start = start_of(graph_, parts_.nodes(c), place_);
      const Kept found = is_kept(start, options_) ? kept_of(start, options_) : Kept();
      if (found.before != nullptr) {
        done_[static_cast<std::size_t>(c)] = *found.before;
        continue;
      }
      starts.push_back(std::move(start));
      component.push_back(c);
      kept.push_back(found);
    }
    find_limits(starts, options_.pruning, options_.inflation, options_.check_stop,
                [&](std::size_t number, const Limit& limit) {
                  FinishedComponent& part = done_[static_cast<std::size_t>(component[number])];
                  part = {interpret(limit.columns, options_.overlap), limit.iterations};
                  if (is_kept(starts[number], options_)) {
                    options_.finished->add(kept[number].key, part);
                  }
                });
  }

  const Graph& graph_;
  const Components& parts_;
  const MclOptions& options_;
  std::vector<Node> place_;
  std::vector<FinishedComponent> done_;
  std::vector<std::vector<LimitScratch>> scratch_;
};

/// Of Engine::spgemm.
Index memory_together(const Components& parts, const MclOptions& options) {
  Index most = 0;
  for (Node first = 0; first < parts.count();) {
    const Node last = end_of_batch(parts, options.pruning, first);
    Index entries = 0;
    Index square = 0;  // of all entries, were none pruned
    for (Node c = first; c < last; ++c) {
      const auto size = static_cast<Index>(parts.nodes(c).size());
      entries += entries_of(size, options.pruning);
      square += size * size;
    }
    const Index unpruned = std::min(square, most_unpruned(entries));
    // Two matrices and what is made of a block, of 8 bytes an entry, beside what the product has.
    most = std::max(most, entries * (24 + sparse::Spgemm::bytes_of_right) +
                              unpruned * sparse::Spgemm::bytes_of_product);
    first = last;
  }
  return most;
}

}  // namespace

Clusters mcl(const Graph& graph, const Components& parts, const MclOptions& options) {
  if (!(options.inflation > 1 && options.inflation <= 30)) {
    throw Error(Failure::command_line, "an inflation above 1, and of 30 at most, expected");
  }
  Work work(graph, parts, options);
  work.run();
  return work.result();
}

Index mcl_memory(const Components& parts, const MclOptions& options) {
  const auto bytes_of = [&](Index size) {
    // Slabs have 4 bytes for any entry, and a bit for each column and slab.
    const Index slabs = size <= (Index{1} << 17) ? 4 * size * size + size * size / 64 : 0;
    const Index scratch = size * (8 + 4 + 4 + 64 * 4 + 24);
    // two matrices of 8 bytes an entry
    return entries_of(size, options.pruning) * 16 + slabs + scratch;
  };
  // Components come by size; small ones are worked on several at a time.
  Index most = 0;
  Index together = 0;
  int small = 0;
  Index nodes = 0;
  for (Node c = 0; c < parts.count(); ++c) {
    const auto size = static_cast<Index>(parts.nodes(c).size());
    most = std::max(most, bytes_of(size));
    if (size < static_cast<Index>(shared_nodes) && small < options.threads) {
      together += bytes_of(size);
      ++small;
    }
    nodes += size;
  }
  if (options.engine == Engine::spgemm) {
    return memory_together(parts, options) + nodes * (24 + 24 + 24 * Index{options.threads});
  }
  return std::max(most, together) + nodes * 24;
}

}  // namespace encke::network
