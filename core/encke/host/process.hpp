#pragma once

#include <chrono>
#include <cstdint>
#include <string>

namespace encke {

/// Most memory that this process has had in use so far, in bytes.
std::int64_t peak_memory();
/// Gives memory that was freed back to the system, where the C library keeps it for later.
void return_free_memory();
/// From now on memory of a MiB and more comes from the system, and goes back as soon as it is
/// freed. What a thread has freed may else stay with its heap, tens of MiB. Where this cannot be
/// asked for, nothing changes.
void return_large_memory_at_once();
/// Name of this machine, or "unknown".
std::string host_name();
/// Name of the processor as the system tells it, or "unknown".
std::string processor_name();
/// "2026-03-01T12:34:56Z"
std::string utc_text(std::chrono::system_clock::time_point time);

}  // namespace encke
