#pragma once

#include <functional>
#include <nlohmann/json.hpp>

namespace encke::bench {

/// Sends messages of several sizes from every rank to the next at the same time, as a step of a
/// run does, `repeats` times each, and sums of one number over all ranks. Calls `line` on the root
/// with one object for each size: bytes, and the seconds of the slowest rank, the median of the
/// repeats. Starts and ends the Runtime: once a process.
void shift_messages(int repeats, const std::function<void(const nlohmann::ordered_json&)>& line);

}  // namespace encke::bench
