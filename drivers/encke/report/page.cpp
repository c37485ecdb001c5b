#include "page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <encke/base/text/printable.hpp>
#include <encke/base/text/text.hpp>
#include <encke/base/text/xml_text.hpp>
#include <encke/base/version.hpp>
#include <encke/job/histogram/histogram_picture.hpp>
#include <encke/job/request/metric_table.hpp>
#include <encke/job/request/read_request.hpp>
#include <encke/network/task/task.hpp>

#include "encke/network/options.hpp"
#include "log_text.hpp"

namespace encke::cli {
namespace {

constexpr std::string_view head =
    "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>{0}</title>\n"
    "<style>\nbody {{ font-family: sans-serif; max-width: 75em; margin: 2em auto; padding: 0 1em; "
    "}}\ntable {{ border-collapse: collapse; }}\ntd, th {{ padding: 0.2em 0.8em; text-align: left; "
    "border-bottom: 1px solid #dddddd; }}\ntd.number {{ text-align: right; }}\n"
    "td.set {{ white-space: nowrap; }}\npre {{ background: "
    "#f4f4f4; padding: 1em; overflow-x: auto; }}\nsvg {{ max-width: 100%; height: auto; "
    "}}\n</style>\n</head>\n<body>\n<h1>{0}</h1>\n";

std::string shown(std::string_view text) { return xml_text(printable(text)); }

/// Bytes of a page at most: what a browser shows at once, and mail carries.
constexpr std::size_t most_bytes = 2'000'000;

/// Lines of a log may be many.
std::string log_of(const std::string& log) {
  constexpr std::size_t most = 100'000;
  if (log.size() <= most) return xml_text(printable_lines(log));
  const std::size_t cut = log.rfind('\n', most) + 1;
  return xml_text(printable_lines(log.substr(0, cut))) + "... (the rest is in the log)\n";
}

std::string row(std::string_view name, std::string_view value) {
  constexpr std::size_t longest = 10'000;
  return fmt::format("<tr><td>{}</td><td>{}</td></tr>\n", shown(shortened(name, longest)),
                     shown(shortened(value, longest)));
}

std::string asked(const job::Outcome& outcome, const std::string& command) {
  std::string text = fmt::format(
      "<h2>What was asked</h2>\n<pre>{}</pre>\n<table>\n<tr><th>option</th><th>value</th></tr>\n",
      shown(shortened(command, 20'000)));
  for (const auto& [name, value] : job::options_in_effect(outcome.request)) {
    text += row(name, value);
  }
  if (outcome.request.network) {
    for (const auto& [name, value] : network_in_effect(*outcome.request.network)) {
      text += row(name, value);
    }
  }
  text += "</table>\n<table>\n<tr><th>input</th><th>digest</th></tr>\n";
  for (const auto& file : outcome.input.inputs) {
    text += row(fmt::format("{} ({})", file.path, counted(file.bytes, "byte")), file.digest);
  }
  return text + "</table>\n";
}

std::string found(const job::Outcome& outcome) {
  const Report& r = outcome.report;
  const job::Words& words = job::words_of(outcome.request);
  std::string text = "<h2>What was compared, and what was left out</h2>\n<table>\n";
  const auto part = [](Index used, Index all) {
    return used == all ? grouped(used) : fmt::format("{} of {}", grouped(used), grouped(all));
  };
  text += row(words.vectors, part(r.vectors, outcome.input.vectors_in_file));
  text += row(words.fields, part(r.fields, outcome.input.fields_in_file));
  text += row("missing", grouped(r.missing));
  text += row(r.way == 2 ? "pairs" : "triples", grouped(r.tuples));
  text += row("values", grouped(r.values));
  text += row("values written", grouped(r.hits));
  text += row("time", seconds_text(outcome.seconds_total));
  text += "</table>\n<ul>\n";
  for (const auto& remark : outcome.remarks)
    text += "<li>" + shown(shortened(remark, 10'000)) + "</li>\n";
  return text + "</ul>\n";
}

std::string histogram_part(const job::Outcome& outcome) {
  const Histogram& histogram = outcome.report.histogram;
  if (outcome.request.cell_histogram || histogram.counts.empty()) {
    return "<h2>Histogram</h2>\n<p>There is one with <code>--histogram</code>.</p>\n";
  }
  std::string text = "<h2>Histogram of all values</h2>\n";
  text += job::histogram_picture(histogram, outcome.request.threshold);
  if (histogram.below > 0) {
    text += fmt::format("<p>{} below 0.</p>\n", counted(histogram.below, "value"));
  }
  if (histogram.nan > 0) {
    text += fmt::format("<p>{} not defined.</p>\n", counted(histogram.nan, "value"));
  }
  return text;
}

std::string best_values(const job::Outcome& outcome) {
  if (outcome.largest.empty()) return "<h2>Best values</h2>\n<p>No value was written.</p>\n";
  std::string text =
      fmt::format("<h2>Best values</h2>\n<p>The first {} of {} written.</p>\n<table>\n<tr>",
                  outcome.largest.size(), counted(outcome.report.hits, "value"));
  for (std::size_t v = 1; v <= outcome.largest.front().names.size(); ++v) {
    text += fmt::format("<th>ID{0}</th>", v);
    if (!outcome.largest.front().sites.empty()) text += fmt::format("<th>position {0}</th>", v);
  }
  const bool tested = outcome.largest.front().p.has_value();
  text += tested ? "<th>value</th><th>DF</th><th>P</th></tr>\n" : "<th>value</th></tr>\n";
  for (const job::ShownValue& value : outcome.largest) {
    text += "<tr>";
    for (std::size_t v = 0; v < value.names.size(); ++v) {
      text += "<td>" + shown(shortened(value.names[v], 200)) + "</td>";
      if (!value.sites.empty()) text += "<td>" + shown(value.sites[v]) + "</td>";
    }
    text += fmt::format("<td class=\"number\">{:.6g}</td>", value.value);
    if (value.p) {
      text += fmt::format("<td class=\"number\">{}</td><td class=\"number\">{:.6g}</td>",
                          value.freedom.value_or(0), *value.p);
    }
    text += "</tr>\n";
  }
  text += "</table>\n";
  if (outcome.equal_to_last == 0) return text;
  return text + fmt::format(
                    "<p>As good as the last of these, and not shown: {}. Of equal values those of "
                    "the first {} in the input are shown.</p>\n",
                    counted(outcome.equal_to_last, "value"),
                    job::words_of(outcome.request).vectors);
}

/// A table of the largest sets that has about `most` bytes.
std::string table_of_sets(const network::Outcome& o, std::size_t most) {
  std::string text = "<table>\n<tr><th>set</th><th>nodes</th><th>the first</th></tr>\n";
  for (const network::ShownSet& set : o.largest_sets) {
    text += fmt::format(
        "<tr><td class=\"set\">{} {}</td><td class=\"number\">{}</td><td>{}</td></tr>\n",
        shown(set.of), set.number, grouped(set.nodes), shown(shortened(set.names, 2000)));
    if (text.size() < most) continue;
    return text + "</table>\n<p>There are more sets than a page has room for.</p>\n";
  }
  return text + "</table>\n";
}

/// Has about `most` bytes at most.
std::string network_part(const network::Outcome& o, std::size_t most) {
  std::string text =
      fmt::format("<h2>Network</h2>\n<p>{}, {}, {}; the largest has {}.</p>\n",
                  counted(o.nodes, "node"), counted(o.edges, "edge"),
                  counted(o.components, "component"), counted(o.largest_component, "node"));
  for (const auto& c : o.clusterings) {
    text += fmt::format("<p>Inflation {}: {}, {} of one node.</p>\n",
                        network::inflation_text(c.inflation), counted(c.clusters, "cluster"),
                        grouped(c.singletons));
  }
  text += table_of_sets(o, most / 4);
  for (const auto& [name, svg] : o.shown_pictures) {
    text += "<h3>" + shown(name) + "</h3>\n";
    // what stands before the element belongs to a file of its own
    text += svg.empty() || text.size() + svg.size() > most
                ? "<p>This picture is too large for a page: use --picture.</p>\n"
                : svg.substr(svg.find("<svg"));
  }
  return text;
}

}  // namespace

std::string page_text(const job::Outcome& outcome, const std::string& command) {
  std::string text = fmt::format(
      fmt::runtime(head),
      shown("encke " + outcome.request.metric + ": " + shortened(outcome.request.out, 200)));
  text += asked(outcome, command) + found(outcome) + histogram_part(outcome) + best_values(outcome);
  const std::string end =
      fmt::format("<h2>Log</h2>\n<pre>{}</pre>\n<p>encke {}</p>\n</body>\n</html>\n",
                  log_of(log_text(outcome, command)), version());
  const std::size_t used = std::min(most_bytes, text.size() + end.size() + 10'000);
  if (outcome.network) text += network_part(*outcome.network, most_bytes - used);
  return text + end;
}

}  // namespace encke::cli
