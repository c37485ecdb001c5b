#include "report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <encke/base/text/printable.hpp>
#include <encke/base/text/text.hpp>
#include <encke/base/version.hpp>
#include <encke/host/process.hpp>

namespace encke::cli {
namespace {

using Json = nlohmann::ordered_json;

std::vector<std::string> lines_of(const ordination::Pcoa& pcoa) {
  std::vector<std::string> lines = {
      fmt::format("{} of {} by {}", pcoa.axes == 1 ? "1 axis" : grouped(pcoa.axes) + " axes",
                  counted(pcoa.samples(), "sample"),
                  pcoa.is_exact ? "all eigenvalues"
                                : fmt::format("Lanczos, {}", counted(pcoa.products, "product")))};
  std::string shares;
  for (std::size_t axis = 0; axis < static_cast<std::size_t>(std::min<Index>(pcoa.axes, 3));
       ++axis) {
    shares += fmt::format("{}PC{} {:.2f} %", axis > 0 ? ", " : "", axis + 1,
                          100 * pcoa.proportions[axis]);
  }
  lines.push_back(fmt::format("explained: {} (of {:.6g}, the sum of {})", shares, pcoa.total,
                              pcoa.is_exact ? "the positive eigenvalues" : "all eigenvalues"));
  lines.push_back(fmt::format("negative eigenvalues{}: {}, their sum {:.6g}; residual {:.1g}",
                              pcoa.is_exact ? "" : " among those computed", pcoa.negatives,
                              pcoa.negative, pcoa.residual));
  return lines;
}

std::string line_of(const ordination::GroupTest& test) {
  const std::string p =
      test.permutations == 0
          ? "no permutations"
          : fmt::format("p = {:.6g} ({})", test.p(), counted(test.permutations, "permutation"));
  return fmt::format("{}: {} = {:.6g}, {}", title(test.method), statistic_name(test.method),
                     test.statistic, p);
}

/// JSON has no infinity and no NaN.
Json number(double value) { return std::isfinite(value) ? Json(value) : Json(nullptr); }

Json json_of(const ordination::Pcoa& pcoa) {
  const auto axes = static_cast<std::size_t>(pcoa.axes);
  const auto first = [&](const std::vector<double>& values) {
    return std::vector<double>(values.begin(), values.begin() + static_cast<Index>(axes));
  };
  return {{"method", pcoa.is_exact ? "exact" : "lanczos"},
          {"axes", pcoa.axes},
          {"eigenvalues", first(pcoa.eigenvalues)},
          {"proportions", first(pcoa.proportions)},
          {"proportion_of", pcoa.is_exact ? "positive eigenvalues" : "trace"},
          {"total", pcoa.total},
          {"negative_eigenvalues", pcoa.negatives},
          {"negative_sum", pcoa.negative},
          {"residual", pcoa.residual},
          {"products", pcoa.products}};
}

Json json_of(const ordination::GroupTest& test) {
  return {{"method", title(test.method)},    {"statistic", statistic_name(test.method)},
          {"value", number(test.statistic)}, {"p", number(test.p())},
          {"as_large", test.as_large},       {"permutations", test.permutations}};
}

}  // namespace

std::vector<std::string> ordination_lines(const ordination::Outcome& outcome) {
  std::vector<std::string> lines;
  if (outcome.pcoa) lines = lines_of(*outcome.pcoa);
  if (outcome.request.tests) {
    lines.push_back(fmt::format("{} in {}", counted(outcome.samples, "sample"),
                                counted(outcome.grouping.groups(), "group")));
  }
  for (const auto& test : outcome.tests) lines.push_back(line_of(test));
  return lines;
}

std::string ordination_log(const ordination::Outcome& outcome, const OrdinationWords& words) {
  std::string text = fmt::format("encke {}\n{}\n\nOptions in effect:\n", version(), words.command);
  for (const auto& option : words.options) {
    text += fmt::format("  {} {}\n", option.name, printable(option.text));
  }
  text += fmt::format("\nHost      {}\nStarted   {}\nFinished  {}\nThreads   {}\n", host_name(),
                      utc_text(outcome.started), utc_text(outcome.finished), outcome.threads);
  text += fmt::format("\nInput     {}\n", counted(outcome.samples, "sample"));
  for (const auto& file : outcome.inputs) {
    text += fmt::format("  {}: {}, digest {}\n", printable(file.path), counted(file.bytes, "byte"),
                        file.digest);
  }
  for (const auto& remark : outcome.remarks) text += "Note      " + printable(remark) + '\n';
  text += '\n';
  for (const auto& line : ordination_lines(outcome)) text += "Result    " + line + '\n';
  text += fmt::format("Memory    {} planned, {} used at most\n", bytes_text(outcome.memory_planned),
                      bytes_text(peak_memory()));
  text += fmt::format("Seconds   read {:.3f}, compute {:.3f}, in all {:.3f}\n",
                      outcome.seconds_read, outcome.seconds_compute, outcome.seconds_total);
  for (const auto& path : outcome.outputs) text += "Wrote     " + printable(path) + '\n';
  return text;
}

Json ordination_summary(const ordination::Outcome& outcome, const OrdinationWords& words) {
  Json json = {
      {"schema_version", 1},        {"version", version()},
      {"command", words.command},   {"analysis", outcome.request.tests ? "group-test" : "pcoa"},
      {"threads", outcome.threads}, {"num_samples", outcome.samples}};
  if (outcome.pcoa) json["pcoa"] = json_of(*outcome.pcoa);
  if (!outcome.grouping.names.empty()) {
    json["num_groups"] = outcome.grouping.groups();
    json["group_sizes"] = outcome.grouping.sizes;
  }
  if (outcome.request.tests) json["tests"] = Json::array();
  for (const auto& test : outcome.tests) json["tests"].push_back(json_of(test));
  json["seconds"] = {{"read", outcome.seconds_read},
                     {"compute", outcome.seconds_compute},
                     {"total", outcome.seconds_total}};
  json["memory_planned_bytes"] = outcome.memory_planned;
  json["memory_peak_bytes"] = peak_memory();
  json["host"] = host_name();
  json["started"] = utc_text(outcome.started);
  json["finished"] = utc_text(outcome.finished);
  json["inputs"] = Json::array();
  for (const auto& file : outcome.inputs) {
    json["inputs"].push_back({{"path", file.path}, {"bytes", file.bytes}, {"digest", file.digest}});
  }
  json["outputs"] = outcome.outputs;
  json["remarks"] = outcome.remarks;
  json["options"] = Json::object();
  for (const auto& option : words.options) {
    json["options"][option.name.substr(2)] = option.text;
  }
  return json;
}

}  // namespace encke::cli
