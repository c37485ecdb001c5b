#pragma once

#include <atomic>
#include <encke/run/run.hpp>
#include <encke/sink/callable.hpp>
#include <functional>
#include <memory>

#include "cuda/host/cuda_backend.hpp"
#include "device.hpp"
#include "support/values.hpp"

namespace encke::test {

/// Small ones, so that small problems meet them.
inline constexpr cuda::Pipeline::Limits small_limits{.stored = Index{1} << 18,
                                                     .kept = Index{1} << 12,
                                                     .selected = Index{1} << 18,
                                                     .screened = Index{1} << 18,
                                                     .floats = {.tested = 16},
                                                     .step = 256,
                                                     .piece = 1,
                                                     .pairs_of_arranged = 0,
                                                     .costs = {.count = 0, .copy = 0}};

struct EmulatedRun {
  Report report;
  int selections;  ///< kernels that kept candidates alone
  int stores;      ///< … that stored all products
  Index bytes_in;  ///< copied to the device
  Index bytes_out;
  Index tiles;  ///< of the kernels that kept candidates
};

/// A whole run on the emulated device. `strip`: vectors that it holds at a time; 0: all.
template <int Way, class Metric>
EmulatedRun run_emulated(
    const Metric& metric, const PackedVectors& vectors, const Plan& plan, Sink& sink,
    Index strip = 0, cuda::Pipeline::Limits limits = small_limits,
    std::unique_ptr<EmulatedDevice> device = std::make_unique<EmulatedDevice>()) {
  const EmulatedDevice& seen = *device;
  limits.pruning = plan.pruning;
  cuda::CudaBackend backend(std::move(device), limits, strip);
  const Index block =
      plan.block > 0 ? plan.block : round_up(std::max<Index>(vectors.vectors(), 1), 16);
  const Partition partition(vectors.vectors(), block);
  const auto report = detail::run_way<Way>(metric, RankVectors::whole(vectors, partition), plan,
                                           Grid(), sink, backend, [](Index) {});
  return {report, seen.selections, seen.stores, seen.bytes_in, seen.bytes_out, seen.tiles};
}

/// A backend whose device can be looked at.
struct BackendWithDevice {
  explicit BackendWithDevice(cuda::Pipeline::Limits limits = small_limits, Index strip = 0)
      : BackendWithDevice(std::make_unique<EmulatedDevice>(), limits, strip) {}
  BackendWithDevice(std::unique_ptr<EmulatedDevice> made, cuda::Pipeline::Limits limits,
                    Index strip)
      : device(*made), backend(std::move(made), limits, strip) {}
  EmulatedDevice& device;
  cuda::CudaBackend backend;
};

/// Passes visits on, and makes a screen active once it has seen some: as the sinks of `--top` do.
class Activating final : public TallyVisitor {
 public:
  /// After `visits`, the floor of `screen`, by weights, becomes `floor`.
  Activating(TallyVisitor& inner, Screen& screen, float floor, int visits = 1)
      : inner_(inner), screen_(screen), floor_(floor), visits_(visits) {}
  void visit(const TallyTile& tile, int worker) override {
    inner_.visit(tile, worker);
    if (++seen_ >= visits_) std::get<WeightBound>(screen_).floor = floor_;
  }

 private:
  TallyVisitor& inner_;
  Screen& screen_;
  float floor_;
  int visits_;
  std::atomic<int> seen_ = 0;
};

/// Every value, as a digest, is that of the reference backend.
template <int Way, class Metric>
void expect_conforms(const Metric& metric, const PackedVectors& vectors, const std::string& what,
                     Index block = 0, Index strip = 0, cuda::Numbers numbers = cuda::Numbers::none,
                     std::unique_ptr<EmulatedDevice> device = std::make_unique<EmulatedDevice>()) {
  Plan plan = plan_for(Way, {"reference", "auto"});
  plan.digest_all = true;
  const auto expected = report_of(metric, vectors, plan);
  plan.block = block;
  sink::Callable sink([](const auto&) {});  // the digest is of what comes
  auto limits = small_limits;
  limits.numbers = numbers;
  limits.expanded = 1 << 17;
  const auto seen =
      run_emulated<Way>(metric, vectors, plan, sink, strip, limits, std::move(device)).report;
  EXPECT_EQ(seen.digest.text(), expected.digest.text())
      << what << ", " << Way << "-way, " << vectors.vectors() << " vectors of " << vectors.fields()
      << ", block " << block;
  EXPECT_EQ(seen.hits, expected.hits);
}

/// The hits above a threshold are those of the reference backend, and the device has dropped
/// others.
template <int Way, class Metric>
EmulatedRun expect_selects(
    const Metric& metric, const PackedVectors& vectors, double threshold, Index block = 0,
    Index strip = 0, cuda::Pipeline::Limits limits = small_limits,
    Pruning pruning = Pruning::where_it_pays,
    std::unique_ptr<EmulatedDevice> device = std::make_unique<EmulatedDevice>()) {
  Plan plan = plan_for(Way, {"reference", "auto"});
  plan.threshold = above(threshold);
  plan.pruning = pruning;
  const auto expected = values_of<Way>(metric, vectors, plan);
  plan.block = block;
  sink::Collect sink;
  const auto seen =
      run_emulated<Way>(metric, vectors, plan, sink, strip, limits, std::move(device));
  EXPECT_EQ(hits_of<Way>(sink), expected)
      << Way << "-way, above " << threshold << ", " << vectors.vectors() << " vectors of "
      << vectors.fields() << ", block " << block;
  EXPECT_GT(seen.selections, 0);
  return seen;
}

}  // namespace encke::test
