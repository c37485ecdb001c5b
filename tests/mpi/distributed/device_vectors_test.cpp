#include <gtest/gtest.h>

#include <encke/comm/agree.hpp>
#include <encke/comm/mpi.hpp>
#include <encke/distributed/device_trial.hpp>
#include <encke/distributed/read_share.hpp>
#include <encke/io/comet/synthetic.hpp>
#include <encke/metric/builtin.hpp>
#include <encke/run/run.hpp>
#include <encke/sink/callable.hpp>

#include "mpi/solve.hpp"
#include "mpi/world.hpp"
#include "support/devices/device_backend.hpp"
#include "support/devices/passing_transport.hpp"
#include "support/long_run.hpp"
#include "support/values.hpp"

// Vectors that go from device to device: the same results, and by way of the host where that does
// not work. The device is a stand-in, in whose memory bytes are changed.

namespace encke::device_vectors_test {
namespace {

using test::DeviceBackend;
using test::DeviceNetwork;
using test::factorisations;
using test::world;

/// All, of up to four ranks; of more a ring, because each trial moves some MiB.
std::vector<Decomposition> decompositions() {
  const int ranks = world().size();
  return ranks <= 4 ? factorisations(ranks) : std::vector<Decomposition>{{ranks, 1, 1}};
}

/// What all ranks have found, each of its tiles.
struct Found {
  std::string digest;
  Report report;
  std::vector<std::string> warnings;
};

/// Notes whether it was begun.
class Counting final : public Sink {
 public:
  void begin(const SinkInfo&) override { ++begun; }
  void take(std::span<const Hit<2>>) override {}
  void take(std::span<const Hit<3>>) override {}
  void finish() override {}
  int begun = 0;
};

template <int Way, class Metric>
Found run_on(const Grid& grid, const Metric& metric, io::Source& source, GpuAwareMpi wanted,
             TileBackend& backend, Sink& sink) {
  const OwnedVectors owned = read_share(source, Partition(source.vectors(), 16), grid);
  Found found;
  Plan plan{.way = Way, .digest_all = true, .gpu_aware_mpi = wanted};
  plan.warn = [&](const std::string& text) { found.warnings.push_back(text); };
  found.report =
      detail::run_way<Way>(metric, owned.view(), plan, grid, sink, backend, [](Index) {});
  const std::int64_t mine[] = {static_cast<std::int64_t>(found.report.digest.high()),
                               static_cast<std::int64_t>(found.report.digest.low())};
  const auto all = grid.world().all_gather(mine);
  Digest sum;
  for (std::size_t r = 0; r < all.size(); r += 2) {
    sum.add(Digest(static_cast<std::uint64_t>(all[r]), static_cast<std::uint64_t>(all[r + 1])));
  }
  found.digest = sum.text();
  return found;
}

/// A problem on a grid whose messages go as `network` says.
struct Trial {
  DeviceBackend backend;
  DeviceNetwork network;
  Counting sink;

  Trial() {
    network.on_device = [this](const std::byte* p) { return backend.vectors.holds(p, 1); };
  }
  Grid grid(const Decomposition& d) {
    const auto transport = std::make_shared<test::PassingTransport>(comm::mpi_world(), network);
    return Grid(Communicator(transport), d);
  }
};

template <int Way, class Metric>
std::string expected_digest(const Metric& metric, const io::Synthetic& what) {
  return test::on_root(world(), [&] {
    const auto source = io::open_synthetic(what);
    DeviceBackend host;
    Counting sink;
    return run_on<Way>(Grid(), metric, *source, GpuAwareMpi::off, host, sink).digest;
  });
}

/// On every other decomposition, the others where the number of `problem` is one more: each trial
/// moves some MiB. Rings of 3 ranks and of 4 take turns, and so do lines. A long run takes all.
template <int Way, class Metric>
void expect_same_from_device(const Metric& metric, const io::Synthetic& what, std::size_t problem) {
  const std::string expected = expected_digest<Way>(metric, what);
  const auto source = io::open_synthetic(what);
  std::size_t turn = problem + static_cast<std::size_t>(world().size() + 1) / 2;
  for (const Decomposition& d : decompositions()) {
    if (!test::has_turn(turn++, decompositions().size() > 1 ? 2 : 1)) continue;
    Trial trial;
    const Found found = run_on<Way>(trial.grid(d), metric, *source, GpuAwareMpi::if_reported,
                                    trial.backend, trial.sink);
    EXPECT_EQ(found.digest, expected) << test::text(d, {});
    const bool moved = d.vector > 1;
    EXPECT_EQ(found.report.shifted_by_device, moved);
    EXPECT_EQ(trial.network.messages > 0, moved);
    EXPECT_EQ(moved ? trial.backend.from_host : trial.backend.from_device, 0);
    EXPECT_TRUE(found.warnings.empty());
    EXPECT_EQ(trial.backend.vectors.allocations(), 0U) << "memory is kept";
  }
}

io::Synthetic problem(Element element, Index vectors, Index fields,
                      MissingCode missing = MissingCode::het) {
  return {.element = element, .vectors = vectors, .fields = fields, .missing = missing};
}

TEST(DeviceVectorsOfRanks, give_the_digest_of_genotypes) {
  for (const MissingCode missing : {MissingCode::het, MissingCode::missing}) {
    const std::size_t number = missing == MissingCode::het ? 0 : 1;
    expect_same_from_device<2>(Ccc{}, problem(Element::genotype, 149, 90, missing), number);
    expect_same_from_device<3>(Ccc{}, problem(Element::genotype, 53, 70, missing), number + 1);
  }
}

TEST(DeviceVectorsOfRanks, give_the_digest_of_bits_and_reals) {
  expect_same_from_device<2>(Duo{}, problem(Element::bit, 101, 130, MissingCode::missing), 0);
  expect_same_from_device<3>(Sorenson{}, problem(Element::bit, 50, 65), 1);
  std::size_t number = 0;
  for (const Element element : {Element::float32, Element::float64}) {
    expect_same_from_device<2>(Ps{}, problem(element, 40, 4100), number++);
    expect_same_from_device<3>(Ps{}, problem(element, 35, 60), number);
  }
}

TEST(DeviceVectorsOfRanks, give_the_digest_where_positions_have_one_vector_or_none) {
  std::size_t number = 0;
  for (const Index vectors : {3, 17, 33}) {
    expect_same_from_device<2>(Ccc{}, problem(Element::genotype, vectors, 65), number++);
    expect_same_from_device<3>(Ccc{}, problem(Element::genotype, vectors, 65), number);
  }
}

/// A run of which the trial fails, or is not to be made, goes by way of the host.
void expect_by_way_of_host(const std::function<void(Trial&)>& spoil, GpuAwareMpi wanted,
                           const std::string& why) {
  const io::Synthetic what = problem(Element::genotype, 149, 90, MissingCode::missing);
  const std::string expected = expected_digest<2>(Ccc{}, what);
  const auto source = io::open_synthetic(what);
  for (const Decomposition& d : decompositions()) {
    Trial trial;
    spoil(trial);
    const Found found = run_on<2>(trial.grid(d), Ccc{}, *source, wanted, trial.backend, trial.sink);
    EXPECT_EQ(found.digest, expected) << test::text(d, {});
    EXPECT_FALSE(found.report.shifted_by_device);
    EXPECT_EQ(trial.backend.from_device, 0);
    EXPECT_EQ(trial.backend.vectors.allocations(), 0U);
    if (d.vector == 1) {
      EXPECT_TRUE(found.warnings.empty());
      continue;
    }
    ASSERT_EQ(found.warnings.size(), 1U);
    EXPECT_NE(found.warnings[0].find(why), std::string::npos) << found.warnings[0];
    EXPECT_NE(found.warnings[0].find("by way of the host"), std::string::npos);
  }
}

bool is_last() { return world().rank() == world().size() - 1; }

TEST(DeviceVectorsOfRanks, go_by_way_of_the_host_if_messages_arrive_spoilt) {
  const auto all = [](Trial& trial) { trial.network.spoils = true; };
  expect_by_way_of_host(all, GpuAwareMpi::if_reported, "arrived as another than was sent");
  expect_by_way_of_host(all, GpuAwareMpi::if_tested, "arrived as another than was sent");
}

TEST(DeviceVectorsOfRanks, go_by_way_of_the_host_if_those_of_one_rank_do) {
  const auto one = [](Trial& trial) { trial.network.spoils = is_last(); };
  expect_by_way_of_host(one, GpuAwareMpi::if_reported, "arrived as another than was sent");
}

TEST(DeviceVectorsOfRanks, are_not_tried_if_the_library_says_that_it_cannot) {
  for (const bool one : {false, true}) {
    for (const GpuAwareMpi wanted : {GpuAwareMpi::if_reported, GpuAwareMpi::if_tested}) {
      const auto cannot = [one](Trial& trial) {
        if (!one || is_last()) trial.network.says = GpuAware::no;
        trial.network.on_device = [](const std::byte*) { return false; };
        trial.backend.vectors.allocations_left = 0;
      };
      expect_by_way_of_host(cannot, wanted, "says that it cannot");
    }
  }
}

TEST(DeviceVectorsOfRanks, are_tried_on_request_only_if_the_library_does_not_say) {
  const auto unknown = [](Trial& trial) { trial.network.says = GpuAware::unknown; };
  expect_by_way_of_host(unknown, GpuAwareMpi::if_reported, "does not say");
  const io::Synthetic what = problem(Element::genotype, 60, 90);
  const auto source = io::open_synthetic(what);
  Trial trial;
  unknown(trial);
  const Found found = run_on<2>(trial.grid({world().size(), 1, 1}), Ccc{}, *source,
                                GpuAwareMpi::if_tested, trial.backend, trial.sink);
  EXPECT_EQ(found.digest, expected_digest<2>(Ccc{}, what));
  EXPECT_EQ(found.report.shifted_by_device, world().size() > 1);
}

TEST(DeviceVectorsOfRanks, go_by_way_of_the_host_if_one_device_has_no_memory_for_the_trial) {
  const auto full = [](Trial& trial) {
    if (is_last()) trial.backend.vectors.allocations_left = 1;
  };
  expect_by_way_of_host(full, GpuAwareMpi::if_reported,
                        "rank " + std::to_string(world().size() - 1) + ": not enough memory");
}

TEST(DeviceVectorsOfRanks, end_the_run_before_it_has_begun_if_one_device_has_no_memory_for_them) {
  if (world().size() == 1) return;
  const auto source = io::open_synthetic(problem(Element::genotype, 149, 90));
  Trial trial;
  const Grid grid = trial.grid({world().size(), 1, 1});
  const int of_trial = 1 + (world().size() > 3 ? 2 : 1);
  if (is_last()) trial.backend.vectors.allocations_left = of_trial + 1;  // and what it owns
  try {
    run_on<2>(grid, Ccc{}, *source, GpuAwareMpi::if_reported, trial.backend, trial.sink);
    FAIL() << "a run without memory";
  } catch (const AgreedError& error) {
    EXPECT_EQ(error.failure(), Failure::memory);
    EXPECT_NE(std::string(error.what()).find("on the GPU"), std::string::npos) << error.what();
  }
  EXPECT_EQ(trial.sink.begun, 0);
  EXPECT_EQ(trial.backend.vectors.allocations(), 0U);
}

TEST(DeviceVectorsOfRanks, that_do_not_come_in_the_trial_are_given_up) {
  if (world().size() == 1) return;
  Trial trial;
  trial.network.loses = true;
  const Grid grid = trial.grid({world().size(), 1, 1});
  const std::string why =
      try_device_messages(grid, trial.backend.vectors, std::chrono::milliseconds(50));
  EXPECT_NE(why.find("rank 0: a message from device to device does not come"), std::string::npos);
  trial.network.loses = false;
  EXPECT_EQ(try_device_messages(grid, trial.backend.vectors), "");
}

TEST(DeviceVectorsOfRanks, of_this_library_are_as_it_says) {
  const GpuAware says = world().gpu_aware();
  std::int64_t least[] = {static_cast<std::int64_t>(says)};
  world().maximum(least);
  EXPECT_EQ(least[0], static_cast<std::int64_t>(says)) << "ranks differ";
}

}  // namespace
}  // namespace encke::device_vectors_test
