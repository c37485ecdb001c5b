#include <gtest/gtest.h>

#include <encke/comm/mpi.hpp>
#include <encke/distributed/device_trial.hpp>
#include <encke/distributed/read_share.hpp>
#include <encke/io/comet/synthetic.hpp>
#include <encke/metric/builtin.hpp>

#include "solve.hpp"
#include "support/devices/passing_transport.hpp"
#include "support/long_run.hpp"
#include "support/values.hpp"
#include "unit/cuda/emulated/run.hpp"
#include "world.hpp"

// The backend of GPUs on ranks, each with an emulated device: vectors go from device to device, and
// are not brought there again.

namespace encke::emulated_gpu_test {
namespace {

using test::EmulatedDevice;
using test::world;

struct Seen {
  std::string digest;
  bool by_device = false;
  Index bytes_in = 0;      ///< to this rank's device
  Index bytes_within = 0;  ///< on all ranks' devices
};

/// MPI that takes addresses of such a device: its memory is the host's.
Communicator aware(test::DeviceNetwork& network) {
  return Communicator(std::make_shared<test::PassingTransport>(comm::mpi_world(), network));
}

template <int Way, class Metric>
Seen run_on_ranks(const Metric& metric, const io::Synthetic& what, GpuAwareMpi wanted,
                  double above_this = 0) {
  test::DeviceNetwork network;
  const Grid grid(aware(network), {world().size(), 1, 1});
  auto made = std::make_unique<EmulatedDevice>();
  const EmulatedDevice& device = *made;
  cuda::CudaBackend backend(std::move(made), test::small_limits, 0);
  const auto source = io::open_synthetic(what);
  const OwnedVectors owned = read_share(*source, Partition(what.vectors, 16), grid);
  Plan plan{.way = Way, .digest_all = above_this == 0, .gpu_aware_mpi = wanted};
  if (above_this > 0) plan.threshold = above(above_this);
  sink::Callable sink([](auto) {});
  const Report report =
      detail::run_way<Way>(metric, owned.view(), plan, grid, sink, backend, [](Index) {});
  const std::int64_t mine[] = {static_cast<std::int64_t>(report.digest.high()),
                               static_cast<std::int64_t>(report.digest.low())};
  const auto all = world().all_gather(mine);
  Digest sum;
  for (std::size_t r = 0; r < all.size(); r += 2) {
    sum.add(Digest(static_cast<std::uint64_t>(all[r]), static_cast<std::uint64_t>(all[r + 1])));
  }
  std::int64_t within[] = {device.bytes_within};  // a rank may have no tile
  world().sum(within);
  return {sum.text(), report.shifted_by_device, device.bytes_in, within[0]};
}

/// What a trial of the messages copies to a device.
Index bytes_of_trial() {
  test::DeviceNetwork network;
  const Grid grid(aware(network), {world().size(), 1, 1});
  auto made = std::make_unique<EmulatedDevice>();
  const EmulatedDevice& device = *made;
  cuda::CudaBackend backend(std::move(made), test::small_limits, 0);
  EXPECT_EQ(try_device_messages(grid, *backend.device_memory()), "");
  return device.bytes_in;
}

template <int Way, class Metric>
void expect_same(const Metric& metric, const io::Synthetic& what, double above_this = 0) {
  const Seen host = run_on_ranks<Way>(metric, what, GpuAwareMpi::off, above_this);
  const Seen there = run_on_ranks<Way>(metric, what, GpuAwareMpi::if_reported, above_this);
  EXPECT_EQ(there.digest, host.digest);
  EXPECT_FALSE(host.by_device);
  EXPECT_TRUE(there.by_device);
  EXPECT_EQ(host.bytes_within, 0);
  EXPECT_GT(there.bytes_within, 0);
  const std::string alone = test::on_root(world(), [&] {
    const auto source = io::open_synthetic(what);
    const PackedVectors vectors = source->read(source->whole());
    Plan plan = test::plan_for(Way, {"reference", "auto"});
    plan.digest_all = above_this == 0;
    if (above_this > 0) plan.threshold = above(above_this);
    return test::report_of(metric, vectors, plan).digest.text();
  });
  EXPECT_EQ(there.digest, alone);
}

/// Others would take long: the emulation is slow.
bool are_two_to_four() { return world().size() >= 2 && world().size() <= 4; }

TEST(EmulatedGpuOfRanks, gives_the_digest_of_genotypes_and_bits) {
  if (!are_two_to_four()) return;
  auto turn = static_cast<std::size_t>(world().size());  // what one number leaves out the next has
  const auto is_next = [&] { return test::has_turn(turn++, 2); };
  for (const MissingCode missing : {MissingCode::het, MissingCode::missing}) {
    const io::Synthetic genotypes{
        .element = Element::genotype, .vectors = 85, .fields = 70, .missing = missing};
    const io::Synthetic few{
        .element = Element::genotype, .vectors = 37, .fields = 70, .missing = missing};
    const io::Synthetic bits{
        .element = Element::bit, .vectors = 85, .fields = 70, .missing = missing};
    if (is_next()) expect_same<2>(Ccc{}, genotypes);
    if (is_next()) expect_same<2>(Ccc{}, genotypes, 0.3);
    if (is_next()) expect_same<3>(Ccc{}, few);
    if (is_next()) expect_same<2>(Duo{}, bits);
    ++turn;
  }
}

TEST(EmulatedGpuOfRanks, gives_the_digest_of_reals) {
  if (!are_two_to_four()) return;
  for (const Element element : {Element::float32, Element::float64}) {
    expect_same<2>(Ps{}, {.element = element, .vectors = 51, .fields = 30});
    expect_same<3>(Ps{}, {.element = element, .vectors = 35, .fields = 30});
  }
}

TEST(EmulatedGpuOfRanks, brings_what_a_rank_owns_to_its_device_once) {
  if (!are_two_to_four()) return;
  const io::Synthetic what{.element = Element::genotype,
                           .vectors = 16 * 2 * world().size(),
                           .fields = 200,
                           .missing = MissingCode::missing};
  const Index words = divide_up(what.fields, 64);
  const Index own = 2 * 16 * words * 8 * 3;  // two planes and a mask
  const Seen there = run_on_ranks<2>(Ccc{}, what, GpuAwareMpi::if_reported);
  EXPECT_EQ(there.bytes_in, own + bytes_of_trial());
  EXPECT_GT(run_on_ranks<2>(Ccc{}, what, GpuAwareMpi::off).bytes_in, own);
}

}  // namespace
}  // namespace encke::emulated_gpu_test
