#include <encke/comm/agree.hpp>
#include <memory>
#include <optional>

#include "encke/compute.hpp"
#include "encke/input.hpp"
#include "encke/layout.hpp"
#include "encke/ranks.hpp"
#include "encke/report/plan_text.hpp"

namespace encke::cli {

void plan_only(const Options& wanted, Console& console, const Communicator& world) {
  Options options = wanted;
  const MetricEntry& metric = find_metric(options.metric);
  const int neighbours = ranks_on_node(world);
  Plan plan;
  std::unique_ptr<TileBackend> backend;
  agree(world, [&] {
    plan = make_plan(options, neighbours);
    backend = make_backend(plan.backend, plan.backend_options);
    check_gpu_aware(options, *backend);
  });
  const std::string numbers = choose_numbers(options, metric, world);
  if (!numbers.empty()) console.say(numbers);
  const auto source = open_input(options, metric, world);
  const Shape shape{source->vectors(), source->fields()};
  std::optional<PackedVectors> sample;
  agree(world, [&] { sample = sample_of(*source); });
  const bool missing = sample->missing() > 0;
  Layout layout;
  agree(world,
        [&] { layout = lay_out(options, metric, plan, shape, missing, world.size(), *backend); });
  const double rate = measured_rate(plan, *sample, *backend);
  console.say(plan_text(options, shape, layout, rate));
  console.tell("plan", plan_json(options, shape, layout, rate));
}

}  // namespace encke::cli
