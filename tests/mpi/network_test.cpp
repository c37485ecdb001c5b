// Markov clusters where ranks share the components.
#include <gtest/gtest.h>

#include <atomic>
#include <encke/network/ranks/helpers.hpp>
#include <encke/network/ranks/shares.hpp>
#include <functional>

#include "support/long_run.hpp"
#include "support/scratch.hpp"
#include "unit/network/known_networks.hpp"
#include "unit/network/products/engines.hpp"
#include "world.hpp"

namespace encke::network {
namespace {

using test::world;

void never_stop() {}

/// Calls `work` on the root, with the other ranks, which are in help() meanwhile.
void with_helpers(int threads, const std::function<void(Helpers&)>& work,
                  const std::function<void()>& check_stop = never_stop) {
  if (!world().is_root()) return help(world(), threads, check_stop);
  Helpers helpers(world());
  work(helpers);
}

/// Clusters that the root, which compares, finds alone; none on the others.
Clusters clusters_on_root(const Graph& graph, const Components& parts,
                          const MclOptions& options = {}) {
  return world().is_root() ? mcl(graph, parts, options) : Clusters{};
}

/// Some components of each of several sizes. The largest of 1,100 nodes is one for all threads.
Graph graph_of_many(int largest = 100) {
  std::string text = test::random_edges(1, largest, 22.0 / largest, 1.1 / largest);
  for (unsigned seed = 2; seed < 12; ++seed) {
    std::string more = test::random_edges(seed, 20 + 60 * static_cast<int>(seed % 3), 0.2, 0.05);
    std::replace(more.begin(), more.end(), 'n', static_cast<char>('A' + seed));
    text += more;
  }
  text += "p0 p1 1\np1 p2 1\np2 p3 1\np3 p4 1\nalone alone 1\n";  // p2 belongs to two clusters
  return test::graph_of(text);
}

TEST(Shares, HaveEachComponentOnce) {
  const Graph graph = graph_of_many(1100);
  const Components parts = components(graph);
  for (const int ranks : {1, 2, 5, 100}) {
    const auto shares = shares_of(parts, ranks);
    ASSERT_EQ(shares.size(), static_cast<std::size_t>(ranks));
    std::vector<Node> all;
    for (const auto& share : shares) {
      EXPECT_TRUE(std::is_sorted(share.begin(), share.end()));
      all.insert(all.end(), share.begin(), share.end());
    }
    std::sort(all.begin(), all.end());
    ASSERT_EQ(all.size(), static_cast<std::size_t>(parts.count()));
    for (Node c = 0; c < parts.count(); ++c) EXPECT_EQ(all[static_cast<std::size_t>(c)], c);
    EXPECT_EQ(shares[0][0], 0);
    if (ranks == 2) {
      EXPECT_GT(shares[1].size(), 1u);
    }
  }
}

TEST(Helpers, FindTheClustersOfOneRank) {
  for (const Engine engine : test::network_engines()) {
    const Graph graph = graph_of_many(engine == Engine::fused ? 1100 : 100);
    const Components parts = components(graph);
    auto turn = static_cast<std::size_t>(world().size());
    for (const double inflation : {1.4, 4.0}) {
      MclOptions options{.inflation = inflation, .overlap = Overlap::keep, .engine = engine};
      const Clusters alone = clusters_on_root(graph, parts, options);
      for (const int threads : {1, 2, 5}) {
        if (!test::has_turn(turn++, 2)) continue;
        with_helpers(threads, [&](Helpers& helpers) {
          EXPECT_EQ(helpers.count(), world().size() - 1);
          options.threads = threads;
          options.helpers = &helpers;
          const Clusters found = mcl(graph, parts, options);
          EXPECT_EQ(found.sets.begin, alone.sets.begin);
          EXPECT_EQ(found.sets.members, alone.sets.members);
          EXPECT_EQ(found.iterations, alone.iterations);
          EXPECT_EQ(found.overlapping, alone.overlapping);
        });
      }
    }
  }
}

TEST(Helpers, EndWhereTheRootIsStopped) {
  const Graph graph = graph_of_many();
  const Components parts = components(graph);
  for (const int most : {1, 5, 20}) {
    with_helpers(2, [&](Helpers& helpers) {
      std::atomic<int> asked = 0;
      const auto [failure, text] = test::failure_of([&] {
        mcl(graph, parts, {.helpers = &helpers, .check_stop = [&] {
                             if (++asked >= most) throw Error(Failure::stopped, "stop");
                           }});
      });
      // Fast helpers may leave the root less to do than it takes to ask so often; it always asks
      // once.
      EXPECT_GE(asked, 1);
      const bool told = asked >= most;
      EXPECT_EQ(failure == Failure::stopped, told);
      EXPECT_EQ(text == "stop", told);
    });
  }
}

TEST(Helpers, SayWhatKeepsThemFromTheirShare) {
  const Graph graph = graph_of_many();
  const Components parts = components(graph);
  with_helpers(
      1,
      [&](Helpers& helpers) {
        const auto try_it = [&] { mcl(graph, parts, {.helpers = &helpers}); };
        if (helpers.count() == 0) return try_it();
        const auto [failure, text] = test::failure_of(try_it);
        EXPECT_EQ(failure, Failure::write);
        EXPECT_EQ(text, "no paper");
      },
      [] { throw Error(Failure::write, "no paper"); });
}

class HelpersKeep : public test::Scratch {};

// What helpers have found goes to the file of the root.
TEST_F(HelpersKeep, WhatTheyNeedNotFindAgain) {
  std::string text;
  for (unsigned seed = 1; seed < 5; ++seed) {
    std::string more = test::random_edges(seed, 600, 0.08, 0.004);
    std::replace(more.begin(), more.end(), 'n', static_cast<char>('A' + seed));
    text += more;
  }
  const Graph graph = test::graph_of(text);
  const Components parts = components(graph);
  const Clusters alone = clusters_on_root(graph, parts);
  with_helpers(1, [&](Helpers& helpers) {
    {
      FinishedComponents finished(path("done"), false);
      mcl(graph, parts, {.finished = &finished, .helpers = &helpers});
    }
    FinishedComponents finished(path("done"), true);
    int asked = 0;
    const Clusters found = mcl(
        graph, parts, {.finished = &finished, .helpers = &helpers, .check_stop = [&] { ++asked; }});
    EXPECT_EQ(finished.resumed(), 4);
    EXPECT_EQ(asked, 0);
    EXPECT_EQ(found.sets.members, alone.sets.members);
    finished.remove();
  });
}

using test::KnownNetworks;

TEST_F(KnownNetworks, HaveTheBytesOfMclOnRanks) {
  for (const Engine engine : test::network_engines()) {
    with_helpers(1, [&](Helpers& helpers) {
      for_each_clustering([&](const Graph& of, MclOptions options, const std::string& name) {
        options.engine = engine;
        options.helpers = &helpers;
        EXPECT_EQ(text_of(of, mcl(of, components(of), options).sets), text(name));
      });
    });
  }
}

TEST_F(KnownNetworks, HaveTheClustersOfMclInRealDataOnRanks) {
  for (const std::string name : real_networks) {
    const Graph of = graph(name);
    const Components parts = components(of);
    for (const Engine engine : test::network_engines()) {
      with_helpers(1, [&](Helpers& helpers) {
        for (const double inflation : known_inflations) {
          const Clusters found =
              mcl(of, parts, {.inflation = inflation, .engine = engine, .helpers = &helpers});
          EXPECT_EQ(numbers_of(of, found), known_numbers(name, inflation)) << name << inflation;
        }
      });
    }
  }
}

}  // namespace
}  // namespace encke::network
