#include "case.hpp"

#include <fmt/format.h>

namespace encke::bench {

std::vector<std::string> metric_names() {
  return {"ccc", "ps", "duo", "sorenson", "epistasis", "unifrac"};
}

const char* name_of(MetricName metric) {
  static const std::vector<std::string> names = metric_names();
  return names[static_cast<std::size_t>(metric)].c_str();
}

std::span<const std::pair<std::string_view, Element>> count_names() {
  static constexpr std::pair<std::string_view, Element> names[] = {{"u2", Element::count2},
                                                                   {"u3", Element::count3},
                                                                   {"u8", Element::count8},
                                                                   {"u16", Element::count16}};
  return names;
}

const char* precision_name(const Case& what) {
  for (const auto& [name, element] : count_names()) {
    if (what.counts == element) return name.data();
  }
  return what.precision == Precision::float64 ? "f64" : "f32";
}

double threshold_of(const Case& what) {
  // Independent genotypes stay below 0.63 (pairs) and 0.24 (triples), uniform profiles near 0.67;
  // bits with at most 15/16 ones below 0.97 (sorenson), and 0.7 is rare among them (duo).
  if (what.threshold) return *what.threshold;
  switch (what.metric) {
    case MetricName::ccc:
    case MetricName::duo:
    case MetricName::unifrac:  // uniform shares are near 0.3 from each other
      return 0.7;
    case MetricName::ps:
      return 0.9;
    case MetricName::epistasis:
      // nats of mutual information: 2 N times it is chi-squared with 8 or 26 degrees of freedom
      return (what.way == 2 ? 30.0 : 50.0) / static_cast<double>(what.fields);
    case MetricName::sorenson:
      break;
  }
  return 0.97;
}

std::vector<std::string> arguments_of(const Case& what) {
  std::vector<std::string> arguments{
      "--metric",    name_of(what.metric),
      "--way",       fmt::format("{}", what.way),
      "--vectors",   fmt::format("{}", what.vectors),
      "--fields",    fmt::format("{}", what.fields),
      "--missing",   fmt::format("{}", what.missing),
      "--precision", precision_name(what),
      "--threads",   fmt::format("{}", what.threads),
      "--backend",   what.backend,
      "--level",     what.level,
      "--block",     fmt::format("{}", what.block),
      "--repeats",   fmt::format("{}", what.repeats),
      "--seed",      fmt::format("{}", what.seed),
  };
  if (what.threshold) {
    arguments.push_back("--threshold");
    arguments.push_back(fmt::format("{}", *what.threshold));
  }
  if (!what.pruning) arguments.emplace_back("--no-pruning");
  return arguments;
}

std::vector<Case> standard_cases() {
  using enum MetricName;
  using enum Precision;
  const Case common{.repeats = 3};
  const auto row = [&](MetricName metric, int way, Index vectors, Index fields, double missing,
                       Precision precision) {
    Case c = common;
    c.metric = metric;
    c.way = way;
    c.vectors = vectors;
    c.fields = fields;
    c.missing = missing;
    c.precision = precision;
    return c;
  };
  const auto counts = [&](int way, Index vectors, Index fields, Element element) {
    Case c = row(ps, way, vectors, fields, 0, float64);
    c.counts = element;
    return c;
  };
  return {
      row(ccc, 2, 8192, 8192, 0, float64),          row(ccc, 2, 8192, 8192, 0.02, float64),
      row(ccc, 2, 16384, 896, 0, float64),          row(ccc, 3, 1024, 2048, 0, float64),
      row(ccc, 3, 512, 2048, 0.02, float64),        row(ps, 2, 4096, 4096, 0, float32),
      row(ps, 2, 4096, 2048, 0, float64),           row(ps, 3, 512, 2048, 0, float32),
      counts(2, 8192, 4096, Element::count2),       counts(2, 4096, 4096, Element::count8),
      row(sorenson, 2, 8192, 8192, 0, float64),     row(sorenson, 3, 1024, 4096, 0, float64),
      row(duo, 2, 8192, 8192, 0.02, float64),       row(duo, 3, 512, 4096, 0.02, float64),
      row(epistasis, 2, 8192, 8192, 0, float64),    row(epistasis, 2, 8192, 1024, 0, float64),
      row(epistasis, 2, 8192, 8192, 0.02, float64), row(epistasis, 3, 512, 4096, 0, float64),
      row(epistasis, 3, 256, 4096, 0.02, float64),  row(unifrac, 2, 2048, 1024, 0, float32),
      row(unifrac, 2, 1024, 1024, 0, float64),
  };
}

Case bed_case() { return {.vectors = 16384, .fields = 32768}; }

}  // namespace encke::bench
