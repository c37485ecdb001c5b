#include "roofline.hpp"

#include <cstring>
#include <encke/host/aligned_buffer.hpp>
#include <vector>

#include "bench/machine/caches.hpp"
#include "bench/machine/instruction_ceiling.hpp"
#include "machine_bound.hpp"

namespace encke::bench {
namespace {

using Json = nlohmann::ordered_json;
using Use = std::function<void(const Json&)>;

std::vector<const LevelCeilings*> compiled_ceilings() {
#if defined(__x86_64__)
  return {&ceilings_x86_64_v2, &ceilings_x86_64_v3, &ceilings_x86_64_v4};
#else
  return {};
#endif
}

/// `unit` a second: the best of the tries, their median and their spread.
void put(Json& line, const std::string& unit, const Throughput& measured, double of_step) {
  line[unit + "_per_second"] = measured.best * of_step;
  line["median"] = measured.median * of_step;
  line["spread"] = measured.spread;
}

void measure_instructions(const LevelCeilings& level, int threads, const Tries& tries,
                          const Use& use) {
  for (const InstructionCeiling& ceiling : level.ceiling) {
    if (ceiling.name == nullptr) continue;
    Json line{{"ceiling", ceiling.name}, {"level", level.level}, {"threads", threads}};
    line["register_bits"] = ceiling.bits;
    const auto measured = throughput_of_threads(
        threads, [&](int) -> Body { return ceiling.run; }, tries);
    put(line, "operations", measured, ceiling.operations);
    use(line);
  }
}

void measure_loads(const LevelCeilings& level, int threads, const Tries& tries, const Use& use) {
  for (const MemoryLevel& memory : memory_levels(threads)) {
    std::vector<AlignedBuffer<std::byte>> buffers;
    for (int t = 0; t < threads; ++t) buffers.emplace_back(memory.working_set);
    const auto measured = throughput_of_threads(
        threads,
        [&](int t) -> Body {
          const std::byte* from = buffers[static_cast<std::size_t>(t)].data();
          // written by the thread that reads it: the memory next to it
          std::memset(buffers[static_cast<std::size_t>(t)].data(), 1,
                      static_cast<std::size_t>(memory.working_set));
          return [&level, &memory, from](Index passes) {
            level.load(from, memory.working_set, passes);
          };
        },
        tries);
    Json line{{"bandwidth", memory.name}, {"level", level.level}, {"threads", threads}};
    line["size_bytes"] = memory.bytes > 0 ? Json(memory.bytes) : Json();
    line["size_reported"] = memory.reported;
    line["working_set_bytes"] = memory.working_set;
    put(line, "bytes", measured, static_cast<double>(memory.working_set));
    use(line);
  }
}

void measure_form(Form form, int threads, const Tries& tries, const Use& use) {
  const MachineBound machine = measure_machine(form, threads, tries);
  for (const LevelBound& level : machine.levels) {
    Json line{{"arithmetic", name_of(form)}, {"level", level.level}, {"threads", threads}};
    line["cycles_per_second"] = machine.cycles_per_second;
    line["bound"] = level.comparisons_per_second;
    line["median"] = level.median;
    line["spread"] = level.spread;
    line["bound_per_cycle"] = level.comparisons_per_second / threads / machine.cycles_per_second;
    line["operations_per_comparison"] = operations_json(level);
    use(line);
  }
}

}  // namespace

void measure_roofline(int threads, const Use& use, const Tries& tries) {
  for (const LevelCeilings* level : compiled_ceilings()) {
    if (!level->supported()) continue;
    measure_instructions(*level, threads, tries, use);
    measure_loads(*level, threads, tries, use);
  }
  for (int form = 0; form < forms; ++form)
    measure_form(static_cast<Form>(form), threads, tries, use);
}

}  // namespace encke::bench
