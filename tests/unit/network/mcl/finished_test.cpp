#include <encke/network/mcl.hpp>
#include <filesystem>
#include <fstream>

#include "support/common.hpp"
#include "support/files.hpp"
#include "support/scratch.hpp"
#include "unit/network/products/engines.hpp"
#include "unit/network/small_graphs.hpp"

namespace encke::network {
namespace {

using test::graph_of;

class Finished : public test::Scratch {
 protected:
  Finished() {
    // Two components of 600 nodes, and small ones.
    std::string other = test::random_edges(2, 600, 0.08, 0.004);
    std::replace(other.begin(), other.end(), 'n', 'm');
    graph_ = graph_of(test::random_edges(1, 600, 0.08, 0.004) + other + "x y 1\ny z 1\n");
    parts_ = components(graph_);
  }

  /// Clusters, and how often the work asked whether to stop; it is stopped when it asks for the
  /// time `most`.
  Clusters clusters_of(FinishedComponents* finished, int most, MclOptions options = {}) {
    asked_ = 0;
    options.finished = finished;
    options.check_stop = [this, most] {
      if (++asked_ == most) throw Error(Failure::stopped, "stop");
    };
    return mcl(graph_, parts_, options);
  }

  static constexpr int never = 1'000'000;
  Graph graph_;
  Components parts_;
  int asked_ = 0;
};

TEST_F(Finished, ComponentsAreNotFoundAgain) {
  ASSERT_GE(parts_.nodes(1).size(), FinishedComponents::least_nodes);
  for (const Engine engine : test::network_engines()) {
    const MclOptions options{.engine = engine};
    const Clusters whole = clusters_of(nullptr, never, options);
    const int all = asked_;
    const std::string name = path("done");
    {
      FinishedComponents finished(name, false);
      EXPECT_EQ(clusters_of(&finished, never, options).sets.members, whole.sets.members);
      EXPECT_EQ(asked_, all);
    }
    FinishedComponents resumed(name, true);
    const Clusters again = clusters_of(&resumed, never, options);
    EXPECT_EQ(again.sets.members, whole.sets.members);
    EXPECT_EQ(again.sets.begin, whole.sets.begin);
    EXPECT_EQ(again.iterations, whole.iterations);
    EXPECT_EQ(again.overlapping, whole.overlapping);
    EXPECT_EQ(resumed.resumed(), 2);
    EXPECT_LT(asked_, all);
    resumed.remove();
    EXPECT_FALSE(std::filesystem::exists(name));
  }
}

TEST_F(Finished, StayWhereARunIsStopped) {
  const Clusters whole = clusters_of(nullptr, never);
  const int all = asked_;
  {
    FinishedComponents finished(path("done"), true);
    EXPECT_THROW(clusters_of(&finished, 3 * all / 4), Error);
  }
  FinishedComponents resumed(path("done"), true);
  EXPECT_EQ(clusters_of(&resumed, never).sets.members, whole.sets.members);
  EXPECT_EQ(resumed.resumed(), 1);
  EXPECT_LT(asked_, all);
}

TEST_F(Finished, AreThoseOfTheSameMatrixAndOptions) {
  {
    FinishedComponents finished(path("done"), false);
    clusters_of(&finished, never);
  }
  for (const MclOptions& other :
       {MclOptions{.inflation = 4}, MclOptions{.pruning = pruning_scheme(1)},
        MclOptions{.overlap = Overlap::keep}}) {
    FinishedComponents resumed(path("done"), true);
    clusters_of(&resumed, never, other);
    EXPECT_EQ(resumed.resumed(), 0);
  }
  graph_.weight.front() += 1;
  FinishedComponents resumed(path("done"), true);
  clusters_of(&resumed, never);
  EXPECT_EQ(resumed.resumed(), 1);  // of the other component
}

TEST_F(Finished, OfADamagedFileAreThoseThatAreWhole) {
  const std::string name = path("done");
  {
    FinishedComponents finished(name, false);
    clusters_of(&finished, never);
  }
  const std::string bytes = bytes_of(name);
  const auto found_in = [&](const std::string& damaged) {
    std::ofstream(name, std::ios::binary) << damaged;
    FinishedComponents resumed(name, true);
    const Clusters clusters = clusters_of(&resumed, never);
    EXPECT_EQ(clusters.sets.members, clusters_of(nullptr, never).sets.members);
    return resumed.resumed();
  };
  EXPECT_EQ(found_in(bytes), 2);
  EXPECT_EQ(found_in(bytes.substr(0, bytes.size() - 1)), 1);
  std::string flipped = bytes;
  flipped[flipped.size() / 4] ^= 1;
  EXPECT_EQ(found_in(flipped), 0);
  EXPECT_EQ(found_in("nothing of this kind"), 0);
  EXPECT_EQ(found_in(""), 0);
}

TEST_F(Finished, WithoutResumeAreForgotten) {
  {
    FinishedComponents finished(path("done"), false);
    clusters_of(&finished, never);
  }
  FinishedComponents fresh(path("done"), false);
  clusters_of(&fresh, never);
  EXPECT_EQ(fresh.resumed(), 0);
  fresh.remove();
  EXPECT_FALSE(std::filesystem::exists(path("done")));
}

}  // namespace
}  // namespace encke::network
