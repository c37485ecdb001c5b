#include "cuda/several/several_devices.hpp"

#include <gtest/gtest.h>

#include <condition_variable>
#include <encke/metric/builtin.hpp>
#include <encke/sink/choose/top.hpp>
#include <mutex>

#include "support/classes.hpp"
#include "support/genotypes.hpp"
#include "unit/cuda/emulated/run.hpp"

// Two emulated devices as one backend: results are those of the definitions, to the bit, whoever
// computed them; a device takes the next part when it is done with one.

namespace {

using encke::Array;
using encke::Index;
using encke::Operand;
using encke::PackedVectors;
using encke::Plan;
using encke::Pruning;
using encke::TileBackend;
using encke::cuda::SeveralDevices;
using encke::test::EmulatedDevice;
using encke::test::pack;
using encke::test::random_genotypes;

/// Two emulated devices that can be looked at.
struct TwoDevices {
  explicit TwoDevices(Index strip = 0, Pruning pruning = Pruning::where_it_pays)
      : backend(made(strip, pruning), "bits on GPUs 0 and 1") {}
  std::vector<std::unique_ptr<TileBackend>> made(Index strip, Pruning pruning) {
    std::vector<std::unique_ptr<TileBackend>> both;
    auto limits = encke::test::small_limits;
    limits.pruning = pruning;
    for (EmulatedDevice*& seen : device) {
      auto one = std::make_unique<EmulatedDevice>();
      seen = one.get();
      both.push_back(std::make_unique<encke::cuda::CudaBackend>(std::move(one), limits, strip, 2));
    }
    return both;
  }
  EmulatedDevice* device[2] = {};
  SeveralDevices backend;
};

template <int Way, class Metric>
encke::Report run_on(TileBackend& backend, const Metric& metric, const PackedVectors& vectors,
                     const Plan& plan, encke::Sink& sink) {
  const Index block = plan.block > 0 ? plan.block : encke::round_up(vectors.vectors(), 16);
  const encke::Partition partition(vectors.vectors(), block);
  return encke::detail::run_way<Way>(metric, encke::RankVectors::whole(vectors, partition), plan,
                                     encke::Grid(), sink, backend, [](Index) {});
}

template <int Way, class Metric>
void expect_same(const Metric& metric, const PackedVectors& vectors, Index block = 0,
                 Index strip = 0) {
  Plan plan = encke::test::plan_for(Way, {"reference", "auto"});
  plan.digest_all = true;
  const auto expected = encke::test::report_of(metric, vectors, plan);
  plan.block = block;
  TwoDevices two(strip);
  encke::sink::Collect sink;
  const auto seen = run_on<Way>(two.backend, metric, vectors, plan, sink);
  EXPECT_EQ(seen.digest.text(), expected.digest.text()) << Way << "-way, block " << block;
  EXPECT_EQ(seen.hits, expected.hits);
  EXPECT_EQ(seen.level, "bits on GPUs 0 and 1");
  EXPECT_GT(two.device[0]->bytes_in + two.device[1]->bytes_in, 0);
}

TEST(SeveralDevices, have_the_values_of_pairs) {
  for (const double rate : {0.0, 0.1}) {
    const auto vectors = pack(random_genotypes(600, 40, rate, 1));
    expect_same<2>(encke::Ccc{}, vectors);
    expect_same<2>(encke::Ccc{}, vectors, 272, 256);
  }
  const auto reals = encke::test::random_reals(530, 20, 2);
  expect_same<2>(encke::Ps{}, pack(encke::Element::float32, 20, reals));
}

TEST(SeveralDevices, have_the_values_of_triples) {
  for (const double rate : {0.0, 0.1}) {
    const auto vectors = pack(random_genotypes(50, 40, rate, 3));
    expect_same<3>(encke::Ccc{}, vectors);
    expect_same<3>(encke::Ccc{}, vectors, 32);
  }
  const auto status = encke::test::interleaved(30, 3);
  expect_same<3>(encke::K2(30), pack(random_genotypes(36, 30, 0.1, 4), status));
}

TEST(SeveralDevices, have_the_hits_above_a_threshold) {
  const auto vectors = pack(random_genotypes(600, 60, 0.05, 5));
  Plan plan = encke::test::plan_for(2, {"reference", "auto"});
  plan.threshold = encke::above(0.5);
  const auto expected = encke::test::values_of<2>(encke::Ccc{}, vectors, plan);
  TwoDevices two;
  encke::sink::Collect sink;
  run_on<2>(two.backend, encke::Ccc{}, vectors, plan, sink);
  EXPECT_EQ(encke::test::hits_of<2>(sink), expected);
  EXPECT_GT(two.device[0]->selections + two.device[1]->selections, 0);
}

TEST(SeveralDevices, need_the_memory_of_each) {
  TwoDevices two;
  encke::cuda::CudaBackend one(std::make_unique<EmulatedDevice>(), encke::test::small_limits, 0, 2);
  const auto of = [](const TileBackend& backend, Index block) {
    return backend.memory_for(encke::Element::genotype, 3, block, 100, 32);
  };
  EXPECT_EQ(of(two.backend, 64), 2 * of(one, 64));
  EXPECT_EQ(two.backend.workers(), 2 * one.workers());
  EXPECT_EQ(two.backend.devices(), 2);
  EXPECT_EQ(two.backend.device_memory(), nullptr);
}

/// What devices do in a test: contract() calls `work` with the device's number.
class Scripted final : public TileBackend {
 public:
  Scripted(int number, std::function<void(int, encke::TallyVisitor&)> work)
      : number_(number), work_(std::move(work)) {}
  std::string_view name() const override { return "scripted"; }
  bool supports(encke::ContractionId) const override { return true; }
  int workers() const override { return 3; }
  std::int64_t memory(int, Index, Index, std::int64_t) const override { return 7; }
  void contract(const Array<Operand, 2>&, const encke::Screen*,
                encke::TallyVisitor& visitor) override {
    work_(number_, visitor);
  }
  void contract(const Array<Operand, 3>&, const encke::Screen*,
                encke::TallyVisitor& visitor) override {
    work_(number_, visitor);
  }

 private:
  int number_;
  std::function<void(int, encke::TallyVisitor&)> work_;
};

/// Runs the parts of 1,024 vectors on two such devices.
void share(const std::function<void(int, encke::TallyVisitor&)>& work,
           encke::TallyVisitor& visitor) {
  std::vector<std::unique_ptr<TileBackend>> devices;
  for (int d = 0; d < 2; ++d) devices.push_back(std::make_unique<Scripted>(d, work));
  SeveralDevices both(std::move(devices), "");
  const auto vectors = pack(random_genotypes(1024, 1, 0, 6));
  const Operand all{&vectors, {0, 1024}, 0};
  both.contract(Array<Operand, 2>{{all, all}}, nullptr, visitor);
}

/// Keeps the workers that visited.
class Workers final : public encke::TallyVisitor {
 public:
  void visit(const encke::TallyTile&, int worker) override {
    const std::lock_guard lock(mutex_);
    ++visits[worker];
  }
  std::map<int, int> visits;

 private:
  std::mutex mutex_;
};

TEST(SeveralDevices, take_parts_as_they_become_free) {
  const auto parts = static_cast<int>([] {
    const auto vectors = pack(random_genotypes(1024, 1, 0, 6));
    const Operand all{&vectors, {0, 1024}, 0};
    return encke::cuda::parts_for(Array<Operand, 2>{{all, all}}, 2).size();
  }());
  ASSERT_GE(parts, 8);
  std::mutex mutex;
  std::condition_variable changed;
  int done[2] = {}, begun[2] = {};
  Workers workers;
  share(
      [&](int device, encke::TallyVisitor& visitor) {
        std::unique_lock lock(mutex);
        ++begun[device];
        changed.notify_all();
        changed.wait(lock, [&] { return begun[1 - device] > 0; });  // both are at work
        if (device == 0) changed.wait(lock, [&] { return done[1] == parts - 1; });
        ++done[device];
        changed.notify_all();
        visitor.visit({}, 2);
      },
      workers);
  EXPECT_EQ(done[0], 1);  // slow: one part took as long as all others
  EXPECT_EQ(done[1], parts - 1);
  EXPECT_EQ(workers.visits, (std::map<int, int>{{2, 1}, {5, parts - 1}}));  // of three each
}

TEST(SeveralDevices, end_with_the_error_of_one) {
  Workers workers;
  const auto fails = [&](int device, encke::TallyVisitor&) {
    if (device == 0) throw encke::Error(encke::Failure::gpu, "device 0 is lost");
  };
  const auto error = encke::test::error_of([&] {
    for (int i = 0; i < 1000; ++i) share(fails, workers);  // until device 0 was in time for a part
  });
  EXPECT_STREQ(error.what(), "device 0 is lost");
}

/// Each leaves out what it may, in its own order; triples come from lists.
template <int Way, class Metric>
void expect_prunes(const Metric& metric, const PackedVectors& vectors, std::size_t hits) {
  Plan plan = encke::test::plan_for(Way, {"reference", "auto"});
  auto values = encke::test::values_of<Way>(metric, vectors, plan);
  std::ranges::sort(values, std::greater<>(), &encke::Hit<Way>::value);
  plan.threshold = encke::above(values.at(hits).value);
  const auto expected = encke::test::values_of<Way>(metric, vectors, plan);
  plan.pruning = Pruning::forced;
  TwoDevices two(0, Pruning::forced);
  encke::sink::Collect sink;
  const auto seen = run_on<Way>(two.backend, metric, vectors, plan, sink);
  EXPECT_EQ(encke::test::hits_of<Way>(sink), expected);
  EXPECT_GT(seen.tuples_left_out,
            seen.tuples / 8);  // parts of blocks have fewer whole tiles to leave
  EXPECT_LT(seen.tuples_left_out, seen.tuples);
}

TEST(SeveralDevices, leave_out_what_cannot_pass) {
  auto genotypes = random_genotypes(600, 200, 0, 21);
  for (Index v = 0; v < 600; v += 2) {  // half of the vectors have few alleles
    for (Index f = 0; f < 200; ++f) genotypes.at(v, f) = (v + 7 * f) % 19 == 0 ? 1 : 0;
  }
  for (Index f = 0; f < 200; ++f) genotypes.at(501, f) = genotypes.at(3, f);
  expect_prunes<2>(encke::Ccc{}, pack(genotypes), 0);
  auto few = random_genotypes(64, 100, 0, 22);
  for (const Index copy : {33, 63}) {
    for (Index f = 0; f < 100; ++f) few.at(copy, f) = few.at(3, f);
  }
  expect_prunes<3>(encke::Ccc{}, pack(few), 1);
}

}  // namespace
