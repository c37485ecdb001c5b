#pragma once

#include <cstdint>
#include <encke/base/index.hpp>
#include <encke/job/request/request.hpp>
#include <encke/sink/format/hit_sorter.hpp>

namespace encke::job {

/// Bytes of hits that a rank holds until they are with the system.
inline constexpr std::size_t writer_buffer = std::size_t{1} << 20;

/// Memory for sorting, or for the values of a matrix on their way to its rows: the library's
/// default, or less where little memory is allowed.
sink::SortLimits sort_limits(const Request& request);
/// The same in bytes; 0 for a format that does not sort.
std::int64_t sort_bytes(const Request& request);

/// Memory that the sink of the values will take, for `values` values, in bytes; the
/// largest number where that would overflow.
std::int64_t sink_bytes(const Request& request, Index values);

/// The part of it that is held while tiles are computed, beside the vectors. What sorts and writes
/// values comes when these are gone.
std::int64_t bytes_in_run(const Request& request, Index values);

/// The --memory with which a run fits that needs `needed` bytes with the present one: less memory
/// goes with smaller buffers.
std::int64_t memory_that_suffices(const Request& request, std::int64_t needed);

/// All values are in the blocks and in the file at the end of a run. Throws Error(write) where the
/// file system has less free space than that, before the run.
void check_free_space(const Request& request, Index values);

}  // namespace encke::job
