#include <fmt/format.h>

#include <encke/job/output/p_values_text.hpp>
#include <encke/sink/format/value_text.hpp>

namespace encke::job {
namespace {

template <int Way>
std::string lines(const std::vector<Hit<Way>>& hits, const std::vector<double>& p_values,
                  const std::vector<double>& family_wise, const std::vector<std::string>& ids,
                  bool float32) {
  char value[sink::value_text_size];
  std::string text = Way == 3 ? "#ID1\tID2\tID3\tVALUE\tP" : "#ID1\tID2\tVALUE\tP";
  text += family_wise.empty() ? "\n" : "\tP_MAX\n";
  for (std::size_t h = 0; h < hits.size(); ++h) {
    for (const auto vector : hits[h].index) text += ids[vector] + '\t';
    text.append(value, sink::print_value(value, hits[h].value, float32));
    text += fmt::format("\t{:.6g}", p_values[h]);
    text += family_wise.empty() ? "\n" : fmt::format("\t{:.6g}\n", family_wise[h]);
  }
  return text;
}

}  // namespace

std::string p_values_text(const Request& request, const sink::Collect& hits,
                          const std::vector<double>& p_values,
                          const std::vector<double>& family_wise,
                          const std::vector<std::string>& ids) {
  const bool float32 = request.precision == Precision::float32;
  return request.way == 3 ? lines(hits.triples(), p_values, family_wise, ids, float32)
                          : lines(hits.pairs(), p_values, family_wise, ids, float32);
}

}  // namespace encke::job
