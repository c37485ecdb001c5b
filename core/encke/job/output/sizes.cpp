#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <encke/base/error.hpp>
#include <encke/base/text/text.hpp>
#include <encke/file/output/output_file.hpp>
#include <encke/file/posix_file.hpp>
#include <encke/job/answers/refined.hpp>
#include <encke/job/output/format_table.hpp>
#include <encke/job/output/paths.hpp>
#include <encke/job/output/sizes.hpp>
#include <encke/sink/format/free_space.hpp>
#include <encke/sink/format/matrix/dense_npy.hpp>
#include <encke/store/block/block_format.hpp>
#include <encke/store/run_store.hpp>
#include <encke/store/text/directory.hpp>
#include <filesystem>
#include <limits>

namespace encke::job {
namespace {

constexpr std::int64_t largest_bytes = std::numeric_limits<std::int64_t>::max();

/// How many of `values` values are in blocks already: of parts all, of a run that is resumed those
/// that fit into its block files.
Index values_on_disk(const Request& request, Index values) {
  if (!request.parts.empty()) return values;
  const std::string directory = store::directory_for(request.out);
  if (!request.resume || !is_directory(directory)) return 0;
  std::uintmax_t bytes = 0;
  for (const auto& name : store::names_in(directory)) {
    std::error_code gone;
    const auto more = std::filesystem::file_size(directory + '/' + name, gone);
    if (!gone && store::run_of(name) > 0) bytes += more;
  }
  return std::min(values, static_cast<Index>(bytes) / store::bytes_of_hit(request.way));
}

}  // namespace

sink::SortLimits sort_limits(const Request& request) {
  sink::SortLimits limits;
  if (request.memory) limits.bytes = std::min(limits.bytes, (*request.memory << 20) / 8);
  return limits;
}

std::int64_t sort_bytes(const Request& request) {
  return format_of(request).sorts ? sort_limits(request).bytes : 0;
}

std::int64_t bytes_in_run(const Request& request, Index values) {
  // as Top and BlockWriter say of themselves, and the buffer of a file that is open
  constexpr std::int64_t hit_bytes = 2 * sizeof(Hit<3>) + sizeof(double);
  constexpr std::int64_t files =
      static_cast<std::int64_t>(sink::OutputFile::default_buffer + 2 * writer_buffer);
  const Index top = request.top ? std::min(*request.top, values) : 0;
  return top > (largest_bytes - files) / hit_bytes ? largest_bytes : top * hit_bytes + files;
}

std::int64_t sink_bytes(const Request& request, Index values) {
  // as DenseNpy, Edges and the others say of themselves
  const FormatRow& format = format_of(request);
  const std::int64_t buffer = format.sorts ? 0 : 8 * std::int64_t{sink::DenseNpy::default_buffer};
  const std::int64_t refined =
      request.refine == Refine::none ? 0 : 2 * refined_bytes + sort_limits(request).bytes;
  std::int64_t rest = buffer + sort_bytes(request) + refined;
  if (format.matrix) {
    constexpr Index row_bytes = 64;  // of a vector: a row of reals and of text
    rest += row_bytes * static_cast<Index>(std::sqrt(2 * static_cast<double>(values)) + 1);
  }
  const std::int64_t in_run = bytes_in_run(request, values);
  return in_run > largest_bytes - rest ? largest_bytes : in_run + rest;
}

std::int64_t memory_that_suffices(const Request& request, std::int64_t needed) {
  if (!request.memory || needed == largest_bytes) return needed;
  const std::int64_t others = needed - sort_bytes(request);
  if (!format_of(request).sorts) return others;
  // Sorting takes an eighth of what is allowed: of the sum, as others is the other seven.
  return others + std::min(sink::SortLimits{}.bytes, others / 7 + 1);
}

void check_free_space(const Request& request, Index values) {
  if (has_threshold(request) || request.top || request.best) return;
  const bool float32 = request.precision == Precision::float32;
  const Index file_bytes = format_of(request).bytes_of_value(float32);
  const Index on_disk = values_on_disk(request, values) * store::bytes_of_hit(request.way);
  const Index free = free_bytes(directory_of(request.out));
  const Index space = free + on_disk;
  const Index bytes = store::bytes_of_hit(request.way) + file_bytes;
  if (values <= space / bytes) return;
  throw Error(Failure::write,
              fmt::format("{}: {} values need more than {} while they are computed, {} free; "
                          "--threshold or --top selects",
                          values_path(request), grouped(values),
                          bytes_text(space / bytes * bytes - on_disk), bytes_text(free)));
}

}  // namespace encke::job
