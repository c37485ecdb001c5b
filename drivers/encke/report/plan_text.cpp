#include "plan_text.hpp"

#include <fmt/format.h>

#include <encke/base/text/text.hpp>

namespace encke::cli {
namespace {

std::string time_text(const Estimate& estimate, double rate_of_rank) {
  if (rate_of_rank <= 0) return "not estimated (too few vectors, or a backend for comparison)";
  const double seconds = estimate.comparisons_of_rank / rate_of_rank;
  if (seconds == 0) return "none";
  return fmt::format("about {} of computing at {} comparisons/s, and the output",
                     seconds_text(seconds), rate_text(estimate.comparisons / seconds));
}

}  // namespace

std::string plan_text(const job::Request& request, const job::Extents& extents,
                      const job::Layout& layout, std::optional<double> rate_of_rank) {
  const Estimate& e = layout.estimate;
  std::string text = fmt::format(
      "{} of {} {}: {} of {}\n", request.metric, job::is_part(request) ? "a part of all" : "all",
      request.way == 2 ? "pairs" : "triples", counted(extents.vectors, "vector"),
      counted(extents.fields, "field"));
  text += fmt::format("  work    {}, {}\n", counted(e.tuples, "tuple"), counted(e.values, "value"));
  text += fmt::format("  blocks  {} of {}, {}\n", grouped(e.blocks), counted(e.block, "vector"),
                      counted(e.tiles, "tile"));
  if (e.tiles == 0) text += "  note    " + job::no_tile_text(e) + '\n';
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
  if (rate_of_rank) text += "\n  time    " + time_text(e, *rate_of_rank);
  return text;
}

nlohmann::ordered_json plan_json(const job::Request& request, const job::Extents& extents,
                                 const job::Layout& layout, std::optional<double> rate_of_rank) {
  const Estimate& e = layout.estimate;
  const Decomposition& d = layout.ranks.decomposition;
  nlohmann::ordered_json json = {{"metric", request.metric},
                                 {"way", request.way},
                                 {"num_vectors", extents.vectors},
                                 {"num_fields", extents.fields},
                                 {"tuples", e.tuples},
                                 {"values", e.values},
                                 {"block", e.block},
                                 {"blocks", e.blocks},
                                 {"tiles", e.tiles},
                                 {"memory_bytes", e.bytes()},
                                 {"comparisons", e.comparisons},
                                 {"num_proc_vector", d.vector},
                                 {"num_proc_field", d.field},
                                 {"num_proc_repl", d.replica},
                                 {"seconds", nullptr}};
  if (rate_of_rank.value_or(0) > 0) json["seconds"] = e.comparisons_of_rank / *rate_of_rank;
  return json;
}

}  // namespace encke::cli
