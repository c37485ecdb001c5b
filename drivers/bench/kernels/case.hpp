#pragma once

#include <cstdint>
#include <encke/base/index.hpp>
#include <encke/pack/packed_vectors.hpp>
#include <encke/plan/plan.hpp>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace encke::bench {

enum class MetricName { ccc, ps, duo, sorenson, epistasis, unifrac };

/// One measurement: what is compared, how large, and how.
struct Case {
  MetricName metric = MetricName::ccc;
  int way = 2;
  Index vectors = 4096;
  Index fields = 4096;
  double missing = 0;  ///< share of the genotypes or bits that is missing, in [0, 1)
  Precision precision = Precision::float64;
  std::optional<Element> counts{};  ///< of ps: whole numbers, in place of reals
  int threads = 0;                  ///< 0: all cores
  std::string backend = "auto";
  std::string level = "auto";
  std::optional<double> threshold{};  ///< none: one that random vectors hardly ever pass
  bool pruning = true;                ///< false: every comparison is made
  Index block = 0;                    ///< vectors of a block; 0: chosen by the library
  int repeats = 5;
  std::uint64_t seed = 1;

  friend bool operator==(const Case&, const Case&) = default;
};

const char* name_of(MetricName metric);
/// "ccc", "ps", … in the order of the enumeration.
std::vector<std::string> metric_names();
/// As --precision takes it.
const char* precision_name(const Case& what);
/// What --precision takes for ps besides f32 and f64.
std::span<const std::pair<std::string_view, Element>> count_names();

/// The threshold in effect.
double threshold_of(const Case& what);

/// The options of a command line that parse to this case.
std::vector<std::string> arguments_of(const Case& what);

/// The standard table: a row for each metric, way and form of the data, at sizes that take about
/// a second a run on one core.
std::vector<Case> standard_cases();

/// Size of the .bed that is read as the last row of the table: 128 MiB.
Case bed_case();

}  // namespace encke::bench
