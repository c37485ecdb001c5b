#pragma once

#include <functional>
#include <nlohmann/json.hpp>

#include "bench/machine/throughput.hpp"

namespace encke::bench {

/// Measures this machine on `threads` threads, for each instruction-set level that it has, and
/// hands over a line for each ceiling: of an instruction (`"ceiling": "popcount"`), of the loads
/// from a part of the memory (`"bandwidth": "L1"`), and of the arithmetic of each form
/// (`"arithmetic": "ccc"`). About 10 s.
void measure_roofline(int threads, const std::function<void(const nlohmann::ordered_json&)>& line,
                      const Tries& tries = {});

}  // namespace encke::bench
