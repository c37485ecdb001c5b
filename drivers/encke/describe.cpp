#include "encke/describe.hpp"

#include <fmt/format.h>

#include "encke/text.hpp"

namespace encke::cli {
namespace {

std::string time_text(const Estimate& estimate, double rate) {
  if (rate <= 0) return "not estimated (too few vectors, or the plainest backend)";
  return fmt::format("about {} of computing at {} comparisons/s, and the output",
                     seconds_text(estimate.comparisons / rate), rate_text(rate));
}

}  // namespace

std::string plan_text(const Options& options, const Shape& shape, const Estimate& e,
                      std::optional<double> rate) {
  std::string text =
      fmt::format("{} of all {}: {}{} of {}\n", options.metric,
                  options.way == 2 ? "pairs" : "triples", shape.exact ? "" : "at most ",
                  counted(shape.vectors, "vector"), counted(shape.fields, "field"));
  text += fmt::format("  work    {}, {}\n", counted(e.tuples, "tuple"), counted(e.values, "value"));
  text += fmt::format("  blocks  {} of {}, {}\n", grouped(e.blocks), counted(e.block, "vector"),
                      counted(e.tiles, "tile"));
  text += fmt::format("  memory  {}: vectors {}, kernels {}, selection {}, output {}, program {}",
                      bytes_text(e.bytes()), bytes_text(e.vector_bytes),
                      bytes_text(e.backend_bytes), bytes_text(e.select_bytes),
                      bytes_text(e.sink_bytes), bytes_text(Estimate::program_bytes));
  if (rate) text += "\n  time    " + time_text(e, *rate);
  return text;
}

nlohmann::ordered_json plan_json(const Options& options, const Shape& shape, const Estimate& e,
                                 std::optional<double> rate) {
  nlohmann::ordered_json json = {
      {"metric", options.metric},   {"way", options.way},        {"num_vectors", shape.vectors},
      {"num_fields", shape.fields}, {"exact", shape.exact},      {"tuples", e.tuples},
      {"values", e.values},         {"block", e.block},          {"blocks", e.blocks},
      {"tiles", e.tiles},           {"memory_bytes", e.bytes()}, {"comparisons", e.comparisons},
      {"seconds", nullptr}};
  if (rate.value_or(0) > 0) json["seconds"] = e.comparisons / *rate;
  return json;
}

}  // namespace encke::cli
