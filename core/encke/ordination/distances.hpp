#pragma once

#include <cstdint>
#include <encke/base/index.hpp>
#include <encke/file/file_record.hpp>
#include <span>
#include <string>
#include <vector>

namespace encke::ordination {

/// Distances of all pairs of samples: finite, at least 0, those of a sample to itself 0.
struct Distances {
  std::vector<std::string> ids;  ///< of the samples, each once
  std::vector<double> values;    ///< i < j in SciPy's condensed order: 01, 02, ..., 12, ...
  /// The files that they were read from; empty: none.
  std::vector<io::FileRecord> files = {};

  Index samples() const { return static_cast<Index>(ids.size()); }
  /// Distances of sample i to i + 1, i + 2, ...
  std::span<const double> row(Index i) const {
    const Index n = samples();
    return std::span(values).subspan(static_cast<std::size_t>(i * (2 * n - i - 1) / 2),
                                     static_cast<std::size_t>(n - 1 - i));
  }
};

/// Bytes of the distances of so many samples.
constexpr std::int64_t bytes_of_distances(Index samples) { return samples * (samples - 1) / 2 * 8; }

}  // namespace encke::ordination
