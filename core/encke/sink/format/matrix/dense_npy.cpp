#include <algorithm>
#include <array>
#include <encke/base/error.hpp>
#include <encke/base/text/printable.hpp>
#include <encke/file/npy_header.hpp>
#include <encke/schedule/tuple_rank.hpp>
#include <encke/sink/format/free_space.hpp>
#include <encke/sink/format/matrix/dense_npy.hpp>
#include <utility>
#include <vector>

namespace encke::sink {

DenseNpy::DenseNpy(const std::string& prefix, std::size_t buffer, Ids ids)
    : file_(prefix + ".npy", 1),
      ids_(std::move(ids)),
      capacity_(std::max<std::size_t>(buffer / sizeof(double), 1)),
      pending_(capacity_) {
  if (ids_) names_.emplace(prefix + ".ids");
}

void DenseNpy::begin(const SinkInfo& info) {
  if (!info.all) {
    throw Error(Failure::inconsistent,
                path() + ": npy holds every value and takes no threshold; write edges instead");
  }
  if (!info.domain.everything()) {
    throw Error(Failure::inconsistent, path() +
                                           ": npy holds the values of all tuples, and only "
                                           "some are compared; write edges instead");
  }
  info_ = info;
  const Index value_bytes = info.float32 ? sizeof(float) : sizeof(double);
  check_free_space(path(), info, value_bytes);
  const Index tuples = info.tuples();
  values_ = tuples * info.cells;
  const std::array<Index, 2> shape{tuples, info.cells};
  const std::string header =
      io::npy_header(info.float32 ? "<f4" : "<f8", std::span(shape).first(info.cells == 1 ? 1 : 2));
  data_offset_ = static_cast<Index>(header.size());
  file_.resize(data_offset_ + values_ * value_bytes);
  file_.write_at(0, std::as_bytes(std::span(header)));
}

void DenseNpy::take(std::span<const Hit<2>> hits) { add(hits); }
void DenseNpy::take(std::span<const Hit<3>> hits) { add(hits); }

template <int Way>
void DenseNpy::add(std::span<const Hit<Way>> hits) {
  for (const auto& hit : hits) {
    const Index position = tuple_rank(hit.index, info_.vectors) * info_.cells +
                           (info_.cells > 1 ? static_cast<Index>(hit.cell) : 0);
    if (pending_.full()) write_pending();
    pending_.add(position, hit.value);
  }
  taken_ += static_cast<Index>(hits.size());
}

void DenseNpy::write_pending() {
  std::vector<float> narrow;
  pending_.drain([&](Index position, std::span<const double> values) {
    if (!info_.float32) {
      file_.write_at(data_offset_ + position * 8, std::as_bytes(values));
      return;
    }
    narrow.assign(values.begin(), values.end());
    file_.write_at(data_offset_ + position * 4, std::as_bytes(std::span(narrow)));
  });
}

void DenseNpy::finish() {
  write_pending();
  if (taken_ != values_) {
    throw Error(Failure::internal, path() + ": " + std::to_string(taken_) + " values came, " +
                                       std::to_string(values_) + " were announced");
  }
  write_names();
  file_.commit();
}

void DenseNpy::write_names() {
  if (!names_) return;
  for (const std::string& id : *ids_) names_->write(printable(id) + '\n');
  names_->commit();
}

std::int64_t DenseNpy::memory() const { return WriteExtents::bytes(capacity_); }

}  // namespace encke::sink
