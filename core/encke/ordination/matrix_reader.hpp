#pragma once

#include <encke/base/error.hpp>
#include <encke/ordination/distances.hpp>
#include <functional>
#include <span>
#include <string>

namespace encke::ordination::detail {

/// Takes the rows of a square matrix, checks them and keeps its upper triangle.
class SquareRows {
 public:
  /// Where the element of a row and a column stands, both from 0.
  using PlaceOf = std::function<Place(Index row, Index column)>;

  /// Throws OutOfMemory where the distances take more than `memory` bytes; 0: no limit.
  SquareRows(const std::string& path, Index samples, std::int64_t memory, PlaceOf place);

  /// The next row, all of it. Throws MalformedInput.
  void add(std::span<const double> row);
  std::vector<double> take() { return std::move(values_); }

 private:
  double* above(Index row) { return values_.data() + row * (2 * samples_ - row - 1) / 2; }
  [[noreturn]] void refuse(Index row, Index column, const std::string& message) const;

  Index samples_;
  PlaceOf place_;
  std::vector<double> values_;
  Index next_ = 0;
};

/// Throws MalformedInput unless the distance is finite and at least 0.
void check_distance(double value, const std::function<Place()>& place);

/// Throws OutOfMemory where distances of so many samples, and as many bytes, do not fit.
void require_memory(const std::string& path, Index samples, std::int64_t memory);

/// Throws MalformedInput for an id that is empty or comes twice. `place`: of an id, from 0.
void check_ids(const std::vector<std::string>& ids, const std::function<Place(Index)>& place);

Distances read_lsmat(const std::string& path, std::int64_t memory);
Distances read_bdsm(const std::string& path, std::int64_t memory);
Distances read_npy(const std::string& path, const std::string& ids, std::int64_t memory);

}  // namespace encke::ordination::detail
