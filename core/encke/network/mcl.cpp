#include <algorithm>
#include <encke/base/error.hpp>
#include <encke/network/mcl.hpp>
#include <encke/network/mcl/solve.hpp>
#include <encke/network/ranks/helpers.hpp>
#include <encke/network/ranks/shares.hpp>
#include <numeric>
#include <utility>

namespace encke::network {
namespace {

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

class Work {
 public:
  Work(const Graph& graph, const Components& parts, const MclOptions& options)
      : graph_(graph),
        parts_(parts),
        options_(options),
        place_(static_cast<std::size_t>(graph.nodes())),
        done_(static_cast<std::size_t>(parts.count())) {
    for (Node c = 0; c < parts.count(); ++c) {
      Node next = 0;
      for (const Node node : parts.nodes(c)) place_[static_cast<std::size_t>(node)] = next++;
    }
  }

  void run() {
    if (options_.helpers == nullptr || options_.helpers->count() == 0) {
      std::vector<Node> all(done_.size());
      std::iota(all.begin(), all.end(), 0);
      return work_on(all);
    }
    const int helpers = options_.helpers->count();
    handed_.resize(static_cast<std::size_t>(helpers) + 1);
    const std::vector<std::vector<Node>> shares = shares_of(parts_, helpers + 1);
    try {
      for (int helper = 1; helper <= helpers; ++helper) {
        hand_out(helper, shares[static_cast<std::size_t>(helper)]);
      }
      work_on(shares[0]);
      for (int helper = 1; helper <= helpers; ++helper) take_answer(helper, options_.check_stop);
    } catch (...) {
      keep_what_is_done();
      throw;
    }
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
  /// A component that a helper has.
  struct HandedOut {
    Node component;
    FinishedComponents::Key key;
  };

  Columns start(Node component) const { return start_of(graph_, parts_.nodes(component), place_); }

  void work_on(std::span<const Node> components) {
    Starts starts;
    for (const Node c : components) {
      starts.nodes.push_back(static_cast<Index>(parts_.nodes(c).size()));
    }
    starts.matrix = [&](std::size_t place) { return start(components[place]); };
    solve(starts, options_, [&](std::size_t place, FinishedComponent part) {
      done_[static_cast<std::size_t>(components[place])] = std::move(part);
    });
  }

  void hand_out(int helper, std::span<const Node> components) {
    std::vector<Columns> starts;
    auto& handed = handed_[static_cast<std::size_t>(helper)];
    for (const Node c : components) {
      Columns columns = start(c);
      Kept kept;
      if (is_kept(columns.count(), options_)) kept = kept_of(columns, options_);
      if (kept.before != nullptr) {
        done_[static_cast<std::size_t>(c)] = *kept.before;
        continue;
      }
      starts.push_back(std::move(columns));
      handed.push_back({c, kept.key});
    }
    if (!starts.empty()) options_.helpers->hand_out(helper, options_, starts);
  }

  /// Throws what the helper says, and what `check_stop` throws.
  void take_answer(int helper, const std::function<void()>& check_stop) {
    if (!options_.helpers->is_busy(helper)) return;
    Answer answer = options_.helpers->answer(helper, check_stop);
    for (auto& [place, part] : answer.done) {
      const HandedOut& handed = handed_[static_cast<std::size_t>(helper)].at(place);
      FinishedComponent& done = done_[static_cast<std::size_t>(handed.component)];
      done = std::move(part);
      const std::size_t nodes = parts_.nodes(handed.component).size();
      if (is_kept(nodes, options_)) options_.finished->add(handed.key, done);
    }
    if (answer.failure) throw Error(*answer.failure);
  }

  /// On the way out: what helpers have done until now is kept.
  void keep_what_is_done() {
    options_.helpers->stop();
    for (int helper = 1; helper <= options_.helpers->count(); ++helper) {
      try {
        take_answer(helper, {});
      } catch (const Error&) {  // the first failure is the one to report
      }
    }
  }

  const Graph& graph_;
  const Components& parts_;
  const MclOptions& options_;
  std::vector<Node> place_;
  std::vector<FinishedComponent> done_;
  std::vector<std::vector<HandedOut>> handed_;  ///< of each rank
};

}  // namespace

Clusters mcl(const Graph& graph, const Components& parts, const MclOptions& options) {
  if (!(options.inflation > 1 && options.inflation <= 30)) {
    throw Error(Failure::command_line, "an inflation above 1, and of 30 at most, expected");
  }
  Work work(graph, parts, options);
  work.run();
  return work.result();
}

Index mcl_memory(const Components& parts, const MclOptions& options, int ranks) {
  std::vector<Index> nodes;
  for (Node c = 0; c < parts.count(); ++c) {
    nodes.push_back(static_cast<Index>(parts.nodes(c).size()));
  }
  const auto all = static_cast<Index>(parts.members.size());
  const Index more = options.engine == Engine::spgemm ? 24 + 24 * Index{options.threads} : 0;
  return solve_memory(nodes, options, ranks > 1) + all * (24 + more);
}

}  // namespace encke::network
