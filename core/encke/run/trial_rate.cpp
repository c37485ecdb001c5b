#include <algorithm>
#include <chrono>
#include <encke/run/estimate.hpp>
#include <encke/schedule/domain/domain.hpp>

namespace encke {
namespace {

class IgnoreTallies final : public TallyVisitor {
  void visit(const TallyTile&, int) override {}
};

}  // namespace

double trial_rate(const Plan& plan, const PackedVectors& vectors, TileBackend& backend) {
  using Clock = std::chrono::steady_clock;
  const Index size = std::min<Index>(vectors.vectors(), plan.way == 2 ? 768 : 96);
  if (size < 32) return 0;
  const Operand block{&vectors, {0, size}, 0};
  IgnoreTallies ignore;
  const double work =
      static_cast<double>(Domain().tuples(plan.way, size)) * static_cast<double>(vectors.fields());
  double best = 0;
  for (int repeat = 0; repeat < 3; ++repeat) {
    const auto start = Clock::now();
    if (plan.way == 2) {
      backend.contract(Array<Operand, 2>{{block, block}}, nullptr, ignore);
    } else {
      backend.contract(Array<Operand, 3>{{block, block, block}}, nullptr, ignore);
    }
    const std::chrono::duration<double> time = Clock::now() - start;
    best = std::max(best, work / time.count());
    if (time.count() > 0.1) break;
  }
  return best;
}

}  // namespace encke
