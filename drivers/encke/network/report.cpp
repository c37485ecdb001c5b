#include "report.hpp"

#include <fmt/format.h>

#include <encke/base/text/printable.hpp>
#include <encke/base/text/text.hpp>
#include <encke/base/version.hpp>
#include <encke/host/process.hpp>

#include "options.hpp"

namespace encke::cli {
namespace {

using network::Outcome;
using Json = nlohmann::ordered_json;

std::string dropped_text(const Outcome& o) {
  std::string text;
  const auto add = [&](Index count, const std::string& noun, const std::string& rest) {
    if (count > 0) text += (text.empty() ? "" : ", ") + counted(count, noun) + rest;
  };
  add(o.lines - o.passed, "value", " beyond the threshold");
  if (!o.request.keep_loops) add(o.dropped.loops, "loop", "");
  add(o.dropped.repeated, "repeated edge", "");
  add(static_cast<Index>(o.hubs.size()), "node", " of too many edges");
  return text;
}

std::string hubs_text(const Outcome& o) {
  std::string text;
  for (const auto& hub : o.hubs) text += "Dropped   " + printable(hub) + '\n';
  return text;
}

std::string seconds_line(const Outcome& o) {
  return fmt::format(
      "Seconds   read {:.3f}, cluster {:.3f}, embed {:.3f}, write {:.3f}, in all {:.3f}\n",
      o.seconds_read, o.seconds_cluster, o.seconds_embed, o.seconds_write, o.seconds_total);
}

/// What was found, and what that took.
Json found_json(const Outcome& o) {
  Json json = {{"loops", o.dropped.loops},
               {"repeated", o.dropped.repeated},
               {"dropped_nodes", o.hubs},
               {"nodes", o.nodes},
               {"edges", o.edges},
               {"components", o.components},
               {"largest_component", o.largest_component},
               {"isolated", o.isolated}};
  json["clusterings"] = Json::array();
  for (const auto& c : o.clusterings) {
    json["clusterings"].push_back({{"inflation", c.inflation},
                                   {"clusters", c.clusters},
                                   {"largest", c.largest},
                                   {"singletons", c.singletons},
                                   {"overlapping", c.overlapping},
                                   {"iterations", c.iterations}});
  }
  if (o.request.triangles) {
    json["triangles"] = o.triangles;
    json["transitivity"] = o.transitivity;
  }
  json["seeds"] = o.seeds;
  json["seeds_missing"] = o.seeds_missing;
  json["reached"] = o.reached;
  json["embedded_components"] = o.embedded_components;
  json["embedded_nodes"] = o.embedded_nodes;
  json["sets"] = o.sets;
  json["sets_too_small"] = o.sets_too_small;
  json["sets_too_large"] = o.sets_too_large;
  json["pieces"] = o.pieces;
  json["components_resumed"] = o.resumed;
  json["threads"] = o.threads;
  if (o.ranks > 1) json["ranks"] = o.ranks;
  json["memory_planned_bytes"] = o.memory_planned;
  json["memory_peak_bytes"] = o.peak_memory;
  json["seconds"] = {{"read", o.seconds_read},
                     {"cluster", o.seconds_cluster},
                     {"embed", o.seconds_embed},
                     {"write", o.seconds_write},
                     {"total", o.seconds_total}};
  return json;
}

Json digests_json(const Outcome& o) {
  Json digests = Json::object();
  for (const auto& file : o.written) {
    if (!file.digest.empty()) digests[file.path] = file.digest;
  }
  return digests;
}

}  // namespace

std::string network_text(const Outcome& o) {
  std::string text = fmt::format("{}, {}, {} (the largest has {})\n", counted(o.nodes, "node"),
                                 counted(o.edges, "edge"), counted(o.components, "component"),
                                 counted(o.largest_component, "node"));
  const std::string dropped = dropped_text(o);
  if (!dropped.empty()) text += "left out: " + dropped + '\n';
  if (o.resumed > 0) {
    text +=
        fmt::format("resumed: clusters of {} were found before\n", counted(o.resumed, "component"));
  }
  if (o.pieces > 0) text += fmt::format("in {} from a file\n", counted(o.pieces, "piece"));
  for (const auto& c : o.clusterings) {
    text += fmt::format("inflation {}: {}, the largest of {}, {} of one node, {}\n",
                        network::inflation_text(c.inflation), counted(c.clusters, "cluster"),
                        counted(c.largest, "node"), grouped(c.singletons),
                        counted(c.iterations, "iteration"));
  }
  if (o.request.triangles) {
    text +=
        fmt::format("{}, transitivity {:.6f}\n", counted(o.triangles, "triangle"), o.transitivity);
  }
  if (!o.request.reach.empty()) {
    text += fmt::format(
        "reached {} from {}{}\n", counted(o.reached, "node"), counted(o.seeds, "seed"),
        o.seeds_missing > 0 ? fmt::format("; {} of no node", counted(o.seeds_missing, "name"))
                            : "");
  }
  if (o.request.axes) {
    text += fmt::format("embedded {} of {}, residuals up to {:.1e}\n",
                        counted(o.embedded_nodes, "node"),
                        counted(o.embedded_components, "component"), o.most_residual);
  }
  if (!o.request.sets.empty()) {
    text += fmt::format("{} of variants", counted(o.sets, "set"));
    if (o.sets_too_small > 0) text += fmt::format(", {} too small", grouped(o.sets_too_small));
    if (o.sets_too_large > 0) text += fmt::format(", {} too large", grouped(o.sets_too_large));
    text += '\n';
  }
  for (const auto& remark : o.remarks) text += "note: " + printable(remark) + '\n';
  text.pop_back();
  return text;
}

std::string network_log(const Outcome& o, const std::string& command) {
  std::string text = fmt::format("encke {}\n{}\n\nOptions in effect:\n", version(), command);
  for (const NetworkOption& row : network_options()) {
    const auto shown = row.show(o.request);
    if (!shown) continue;
    text += fmt::format("  {}{}{}\n", row.name, shown->empty() ? "" : " ", printable(*shown));
  }
  text += fmt::format("\nHost      {}\nStarted   {}\nFinished  {}\nThreads   {}\n", host_name(),
                      utc_text(o.started), utc_text(o.finished), o.threads);
  if (o.ranks > 1) text += fmt::format("Ranks     {}, which share the components\n", o.ranks);
  text += '\n';
  for (const auto& file : o.files) {
    text += fmt::format("Input     {}: {}, digest {}\n", printable(file.path),
                        counted(file.bytes, "byte"), file.digest);
  }
  text += fmt::format("Format    {}, {} of {}\n\n", o.format, counted(o.lines, "line"),
                      o.way == 2 ? "pairs" : "triples");
  text += network_text(o) + "\n\n";
  text += hubs_text(o);
  text += fmt::format("Memory    {} planned, {} used at most\n", bytes_text(o.memory_planned),
                      bytes_text(o.peak_memory));
  text += seconds_line(o);
  for (const auto& file : o.written) {
    text += "Wrote     " + printable(file.path) +
            (file.digest.empty() ? "" : ", digest " + file.digest) + '\n';
  }
  return text;
}

std::string network_found_log(const Outcome& o) {
  std::string text = network_text(o) + '\n' + hubs_text(o);
  text += fmt::format("Memory    {} planned for it\n", bytes_text(o.memory_planned));
  text += seconds_line(o);
  for (const auto& file : o.files) {
    text += fmt::format("Read      {}: {}, digest {}\n", printable(file.path),
                        counted(file.bytes, "byte"), file.digest);
  }
  for (const auto& file : o.written) {
    text += "Digest    " + printable(file.path) + " " + file.digest + '\n';
  }
  return text;
}

nlohmann::ordered_json network_found_json(const Outcome& o) {
  Json json = found_json(o);
  json["digests"] = digests_json(o);
  return json;
}

nlohmann::ordered_json network_summary(const Outcome& o, const std::string& command) {
  Json json = {{"schema_version", 1}, {"version", version()}, {"command", command},
               {"format", o.format},  {"lines", o.lines},     {"lines_passed", o.passed}};
  json.update(found_json(o));
  json["host"] = host_name();
  json["started"] = utc_text(o.started);
  json["finished"] = utc_text(o.finished);
  json["inputs"] = Json::array();
  for (const auto& file : o.files) {
    json["inputs"].push_back({{"path", file.path}, {"bytes", file.bytes}, {"digest", file.digest}});
  }
  json["outputs"] = Json::array();
  for (const auto& file : o.written) json["outputs"].push_back(file.path);
  json["digests"] = digests_json(o);
  json["remarks"] = o.remarks;
  json["options"] = Json::object();
  for (const NetworkOption& row : network_options()) {
    const auto shown = row.show(o.request);
    const std::string name(row.name.substr(2));  // JSON 3.10 takes no view
    if (shown) json["options"][name] = shown->empty() ? Json(true) : Json(*shown);
  }
  return json;
}

}  // namespace encke::cli
