#pragma once

#include <encke/sink/sink.hpp>
#include <string>

namespace encke::sink {

/// Throws Error(write), with the size needed, where a file of all values of a run, `value_bytes`
/// bytes each, does not fit beside `path`.
void check_free_space(const std::string& path, const SinkInfo& info, Index value_bytes);

}  // namespace encke::sink
