#include <algorithm>
#include <array>
#include <encke/base/error.hpp>
#include <encke/io/npy.hpp>
#include <encke/schedule/tuple_rank.hpp>
#include <encke/sink/dense_npy.hpp>
#include <limits>

namespace encke::sink {
namespace {

std::string mebibytes(double bytes) {
  return std::to_string(static_cast<Index>(bytes / (1 << 20)) + 1) + " MiB";
}

/// Throws Error(write) where a file of `values` values does not fit beside `path`.
void check_room(const std::string& path, const SinkInfo& info, Index value_bytes) {
  const double bytes = static_cast<double>(tuple_count(info.way, info.vectors)) * info.cells *
                       static_cast<double>(value_bytes);
  const std::string directory = directory_of(path);
  const Index room = free_bytes(directory);
  if (bytes <= static_cast<double>(room)) return;
  throw Error(Failure::write, path + ": every value of " + std::to_string(info.vectors) +
                                  " vectors needs " + mebibytes(bytes) + ", " + directory +
                                  " has " + std::to_string(room >> 20) + " MiB free");
}

}  // namespace

DenseNpy::DenseNpy(const std::string& prefix, std::size_t buffer)
    : file_(prefix + ".npy", 1), capacity_(std::max<std::size_t>(buffer / sizeof(double), 1)) {}

void DenseNpy::begin(const SinkInfo& info) {
  if (!info.all) {
    throw Error(Failure::inconsistent,
                path() + ": npy holds every value and takes no threshold; write edges instead");
  }
  info_ = info;
  const Index value_bytes = info.float32 ? sizeof(float) : sizeof(double);
  check_room(path(), info, value_bytes);
  const Index tuples = tuple_count(info.way, info.vectors);
  values_ = tuples * info.cells;
  const std::array<Index, 2> shape{tuples, info.cells};
  const std::string header =
      io::npy_header(info.float32 ? "<f4" : "<f8", std::span(shape).first(info.cells == 1 ? 1 : 2));
  data_offset_ = static_cast<Index>(header.size());
  file_.resize(data_offset_ + values_ * value_bytes);
  file_.write_at(0, std::as_bytes(std::span(header)));
  pending_.reserve(capacity_);
}

void DenseNpy::take(std::span<const Hit<2>> hits) { add(hits); }
void DenseNpy::take(std::span<const Hit<3>> hits) { add(hits); }

template <int Way>
void DenseNpy::add(std::span<const Hit<Way>> hits) {
  for (const auto& hit : hits) {
    const Index position = tuple_rank(hit.index, info_.vectors) * info_.cells +
                           (info_.cells > 1 ? static_cast<Index>(hit.cell) : 0);
    if (pending_.size() == capacity_) write_pending();
    if (stretches_.empty() ||
        stretches_.back().position + static_cast<Index>(stretches_.back().count) != position) {
      stretches_.push_back({position, pending_.size(), 0});
    }
    ++stretches_.back().count;
    pending_.push_back(hit.value);
  }
  taken_ += static_cast<Index>(hits.size());
}

void DenseNpy::write_pending() {
  // Rows of neighbouring tiles continue each other: in order, they join into longer writes.
  std::sort(stretches_.begin(), stretches_.end(),
            [](const Stretch& a, const Stretch& b) { return a.position < b.position; });
  info_.float32 ? write_stretches<float>() : write_stretches<double>();
  pending_.clear();
  stretches_.clear();
}

template <class T>
void DenseNpy::write_stretches() {
  std::vector<T> joined;
  joined.reserve(pending_.size());
  for (std::size_t s = 0; s < stretches_.size();) {
    const Index first = stretches_[s].position;
    joined.clear();
    do {
      const double* const begin = pending_.data() + stretches_[s].begin;
      std::transform(begin, begin + stretches_[s].count, std::back_inserter(joined),
                     [](double value) { return static_cast<T>(value); });
      ++s;
    } while (s < stretches_.size() &&
             stretches_[s].position == first + static_cast<Index>(joined.size()));
    file_.write_at(data_offset_ + first * static_cast<Index>(sizeof(T)),
                   std::as_bytes(std::span(joined)));
  }
}

void DenseNpy::finish() {
  write_pending();
  if (taken_ != values_) {
    throw Error(Failure::internal, path() + ": " + std::to_string(taken_) + " values came, " +
                                       std::to_string(values_) + " were announced");
  }
  file_.commit();
}

std::int64_t DenseNpy::memory() const {
  // values, the same joined, and at worst a stretch for each
  return static_cast<std::int64_t>(capacity_ * (2 * sizeof(double) + 2 * sizeof(Stretch)));
}

}  // namespace encke::sink
