#include <fmt/format.h>

#include <algorithm>
#include <encke/base/chi_squared_tail.hpp>
#include <encke/job/answers/adjusted.hpp>
#include <encke/sink/format/value_text.hpp>
#include <iterator>
#include <numeric>

namespace encke::job {
namespace {

/// Places of the p-values, the smallest first; of equal ones in their order.
std::vector<std::size_t> ascending(std::span<const double> p_values) {
  std::vector<std::size_t> order(p_values.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return p_values[a] < p_values[b]; });
  return order;
}

template <int Way>
void add_p_values(const std::vector<Hit<Way>>& hits, std::vector<double>& to) {
  for (const auto& hit : hits) {
    to.push_back(chi_squared_tail(hit.value, static_cast<int>(hit.cell)));
  }
}

template <int Way>
std::string lines(const std::vector<Hit<Way>>& hits, const std::vector<double>& p_values,
                  Index tests, const std::vector<std::string>& ids, bool float32) {
  const std::vector<double> rates = false_discovery_rates(p_values, tests);
  char value[sink::value_text_size];
  std::string text = Way == 3 ? "#ID1\tID2\tID3" : "#ID1\tID2";
  text += "\tVALUE\tDF\tP\tBONF\tFDR_BH\n";
  for (const std::size_t h : ascending(p_values)) {
    for (const auto vector : hits[h].index) text += ids[vector] + '\t';
    text.append(value, sink::print_value(value, hits[h].value, float32));
    const double bonferroni = std::min(1.0, p_values[h] * static_cast<double>(tests));
    fmt::format_to(std::back_inserter(text), "\t{}\t{:.6g}\t{:.6g}\t{:.6g}\n", hits[h].cell,
                   p_values[h], bonferroni, rates[h]);
  }
  return text;
}

}  // namespace

std::vector<double> p_values_of(const sink::Collect& hits) {
  std::vector<double> p_values;
  add_p_values(hits.pairs(), p_values);
  add_p_values(hits.triples(), p_values);
  return p_values;
}

std::vector<double> false_discovery_rates(std::span<const double> p_values, Index tests) {
  const std::vector<std::size_t> order = ascending(p_values);
  std::vector<double> rates(p_values.size());
  double least = 1;
  for (std::size_t rank = order.size(); rank-- > 0;) {
    const double among = static_cast<double>(tests) / static_cast<double>(rank + 1);
    least = std::min(least, p_values[order[rank]] * among);
    rates[order[rank]] = least;
  }
  return rates;
}

std::string adjusted_text(const Request& request, const sink::Collect& hits, Index tests,
                          const std::vector<std::string>& ids) {
  const bool float32 = request.precision == Precision::float32;
  const std::vector<double> p_values = p_values_of(hits);
  return request.way == 3 ? lines(hits.triples(), p_values, tests, ids, float32)
                          : lines(hits.pairs(), p_values, tests, ids, float32);
}

}  // namespace encke::job
