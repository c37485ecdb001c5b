#include "table.hpp"

#include <fmt/format.h>

#include <vector>

#include "bench/machine/statistics.hpp"

namespace encke::bench {
namespace {

constexpr const char* columns =
    "{:<6} {:>3} {:>7} {:>6} {:>7} {:>4} {:>7} {:<15} {:>8} {:>7} "
    "{:>9} {:>9} {:>9} {:>6} {:>7}\n";

/// A number of the line with so many decimals, or "-" where it is null.
std::string number(const nlohmann::ordered_json& value, int decimals, double unit = 1) {
  return value.is_null() ? "-" : fmt::format("{:.{}f}", value.get<double>() / unit, decimals);
}

}  // namespace

std::string table_head() {
  return fmt::format(fmt::runtime(columns), "metric", "way", "vectors", "fields", "missing", "prec",
                     "threads", "level", "seconds", "max/min", "1e9 cmp/s", "cmp/cycle",
                     "bound/cyc", "bound", "checked");
}

std::string table_row(const nlohmann::ordered_json& line) {
  if (line.contains("task")) {
    return fmt::format("read and pack a .bed of {:.0f} MiB on {} threads: {:.2f} GB/s\n",
                       line.at("bytes").get<double>() / (1 << 20), line.at("threads").get<int>(),
                       line.at("bytes_per_second").get<double>() / 1e9);
  }
  const auto& fraction = line.at("fraction_of_bound");
  return fmt::format(
      fmt::runtime(columns), line.at("metric").get<std::string>(), line.at("way").get<int>(),
      line.at("vectors").get<long>(), line.at("fields").get<long>(), number(line.at("missing"), 3),
      line.at("precision").get<std::string>(), line.at("threads").get<int>(),
      line.at("level").get<std::string>(),
      fmt::format("{:.3f}", median(line.at("seconds").get<std::vector<double>>())),
      number(line.at("spread"), 3), number(line.at("comparisons_per_second"), 1, 1e9),
      number(line.at("comparisons_per_cycle"), 1), number(line.at("bound_per_cycle"), 1),
      fraction.is_null() ? "-" : number(fraction, 1, 0.01) + "%", line.at("checked").get<long>());
}

}  // namespace encke::bench
