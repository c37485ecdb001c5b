#pragma once

// The one list of metrics that Encke brings.
#include <encke/metric/ccc.hpp>
#include <encke/metric/ps.hpp>
#include <tuple>

namespace encke {

using BuiltinMetrics = std::tuple<Ccc, Ps>;

}  // namespace encke
