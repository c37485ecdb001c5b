#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "bench/machine/instruction_mix.hpp"
#include "bench/machine/throughput.hpp"
#include "case.hpp"

namespace encke::bench {

/// What one instruction-set level allows.
struct LevelBound {
  std::string level;
  double comparisons_per_second = 0;  ///< all threads together, the best of the tries
  double median = 0;                  ///< of the tries
  double spread = 1;                  ///< fastest over slowest try
  Operations operations{};            ///< for a register, which holds so many fields
  double fields = 1;
};

/// Operations for one comparison, by kind and in all ("total"); null where they are not counted.
nlohmann::ordered_json operations_json(const LevelBound& level);

/// What this machine allows, as measured.
struct MachineBound {
  double cycles_per_second = 0;    ///< of one core, from a chain of dependent additions
  std::vector<LevelBound> levels;  ///< those that this machine has, from the oldest on

  /// 0 where the level is not known.
  double at(const std::string& level) const;
  /// Null where the level is not known.
  const LevelBound* find(const std::string& level) const;
};

/// The arithmetic that a case needs for a field of a pair or triple.
Form form_of(const Case& what);
const char* name_of(Form form);

/// Measures the throughput of `form` on `threads` threads at once, for each level; the best of some
/// twenty tries, because whatever else runs here can only make it slower. Takes about 0.1 s a
/// level.
MachineBound measure_machine(Form form, int threads, const Tries& tries = {});

}  // namespace encke::bench
