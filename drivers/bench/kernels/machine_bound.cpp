#include "machine_bound.hpp"

#include <algorithm>
#include <cstdint>

namespace encke::bench {
namespace {

std::vector<const LevelMixes*> compiled_mixes() {
#if defined(__x86_64__)
  return {&mixes_x86_64_v2, &mixes_x86_64_v3, &mixes_x86_64_v4, &mixes_x86_64_v4_carry};
#else
  return {};
#endif
}

/// Additions of a chain in which each waits for the one before; each takes one cycle. The
/// addend is not a constant: some cores do not execute additions of small constants at all.
constexpr int chain_length = 32;

void dependent_additions(Index steps) {
  std::uint64_t x = 0;
  const auto y = static_cast<std::uint64_t>(steps);
  for (Index step = 0; step < steps; ++step) {
#pragma GCC unroll 32
    for (int i = 0; i < chain_length; ++i) {
      x += y;
      asm volatile("" : "+r"(x));
    }
  }
}

}  // namespace

double MachineBound::at(const std::string& level) const {
  const LevelBound* found = find(level);
  return found != nullptr ? found->comparisons_per_second : 0;
}

const LevelBound* MachineBound::find(const std::string& level) const {
  for (const LevelBound& bound : levels) {
    if (bound.level == level) return &bound;
  }
  return nullptr;
}

nlohmann::ordered_json operations_json(const LevelBound& level) {
  const Operations& o = level.operations;
  if (o.total() == 0) return nullptr;
  nlohmann::ordered_json json;
  const auto put = [&](const char* name, int count) { json[name] = count / level.fields; };
  put("popcount", o.popcount);
  put("logic", o.logic);
  put("shuffle", o.shuffle);
  put("add", o.add);
  put("min", o.minimum);
  put("multiply", o.multiply);
  put("total", o.total());
  return json;
}

Form form_of(const Case& what) {
  if (what.counts) {
    return *what.counts == Element::count2   ? Form::count2
           : *what.counts == Element::count3 ? Form::count3
           : *what.counts == Element::count8 ? Form::count8
                                             : Form::count16;
  }
  if (what.metric == MetricName::ps) {
    return what.precision == Precision::float32 ? Form::minimum_f32 : Form::minimum_f64;
  }
  if (what.metric == MetricName::unifrac) {
    return what.precision == Precision::float32 ? Form::powered_f32 : Form::powered_f64;
  }
  if (what.metric == MetricName::duo || what.metric == MetricName::sorenson) {
    if (what.missing == 0) return Form::bits;
    return what.way == 2 ? Form::bit_pair_missing : Form::bit_triple_missing;
  }
  if (what.metric == MetricName::epistasis) {
    if (what.way == 2) return what.missing == 0 ? Form::table_pair : Form::table_pair_missing;
    return what.missing == 0 ? Form::table_triple : Form::table_triple_missing;
  }
  if (what.missing == 0) return Form::complete;
  return what.way == 2 ? Form::pair_missing : Form::triple_missing;
}

const char* name_of(Form form) {
  static constexpr const char* names[forms] = {"ccc",
                                               "ccc 2-way, missing data",
                                               "ccc 3-way, missing data",
                                               "ps f32",
                                               "ps f64",
                                               "bits",
                                               "bits 2-way, missing data",
                                               "bits 3-way, missing data",
                                               "epistasis",
                                               "epistasis, missing data",
                                               "epistasis 3-way",
                                               "epistasis 3-way, missing data",
                                               "powered sums f32",
                                               "powered sums f64",
                                               "ps u2",
                                               "ps u3",
                                               "ps u8",
                                               "ps u16"};
  return names[static_cast<int>(form)];
}

MachineBound measure_machine(Form form, int threads, const Tries& tries) {
  MachineBound bound;
  bound.cycles_per_second = throughput(&dependent_additions, tries).best * chain_length;
  for (const LevelMixes* level : compiled_mixes()) {
    if (!level->supported()) continue;
    const InstructionMix& mix = level->mix[static_cast<int>(form)];
    const auto measured = throughput_of_threads(
        threads, [&](int) -> Body { return mix.run; }, tries);
    bound.levels.push_back({level->level, measured.best * mix.comparisons,
                            measured.median * mix.comparisons, measured.spread, mix.operations,
                            mix.fields});
  }
  return bound;
}

}  // namespace encke::bench
