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

std::string plan_text(const Options& options, const Shape& shape, const Layout& layout,
                      std::optional<double> rate) {
  const Estimate& e = layout.estimate;
  std::string text = fmt::format("{} of all {}: {} of {}\n", options.metric,
                                 options.way == 2 ? "pairs" : "triples",
                                 counted(shape.vectors, "vector"), counted(shape.fields, "field"));
  text += fmt::format("  work    {}, {}\n", counted(e.tuples, "tuple"), counted(e.values, "value"));
  text += fmt::format("  blocks  {} of {}, {}\n", grouped(e.blocks), counted(e.block, "vector"),
                      counted(e.tiles, "tile"));
  const Decomposition& d = layout.ranks.decomposition;
  if (d.ranks() > 1) {
    text += fmt::format("  ranks   {} by vectors x {} by fields x {} replicas: {}\n", d.vector,
                        d.field, d.replica, layout.ranks.reason);
  }
  text += fmt::format("  memory  {}{}: vectors {}, ", bytes_text(e.bytes()),
                      d.ranks() > 1 ? " a rank" : "", bytes_text(e.vector_bytes));
  if (e.exchange_bytes > 0) text += fmt::format("exchange {}, ", bytes_text(e.exchange_bytes));
  text += fmt::format("kernels {}, selection {}, output {}, program {}",
                      bytes_text(e.backend_bytes), bytes_text(e.select_bytes),
                      bytes_text(e.sink_bytes), bytes_text(Estimate::program_bytes));
  if (rate) text += "\n  time    " + time_text(e, *rate);
  return text;
}

nlohmann::ordered_json plan_json(const Options& options, const Shape& shape, const Layout& layout,
                                 std::optional<double> rate) {
  const Estimate& e = layout.estimate;
  const Decomposition& d = layout.ranks.decomposition;
  nlohmann::ordered_json json = {
      {"metric", options.metric},   {"way", options.way},           {"num_vectors", shape.vectors},
      {"num_fields", shape.fields}, {"tuples", e.tuples},           {"values", e.values},
      {"block", e.block},           {"blocks", e.blocks},           {"tiles", e.tiles},
      {"memory_bytes", e.bytes()},  {"comparisons", e.comparisons}, {"num_proc_vector", d.vector},
      {"num_proc_field", d.field},  {"num_proc_repl", d.replica},   {"seconds", nullptr}};
  if (rate.value_or(0) > 0) json["seconds"] = e.comparisons / *rate;
  return json;
}

}  // namespace encke::cli
