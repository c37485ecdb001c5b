#include "plan_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <encke/base/text/text.hpp>
#include <encke/file/output/compression.hpp>
#include <encke/host/threads/host_loop.hpp>
#include <encke/job/request/metric_table.hpp>
#include <encke/schedule/domain/domain.hpp>
#include <string_view>

#include "encke/help/wrap.hpp"

namespace encke::cli {
namespace {

/// Seconds of the rank that has most. Where triples come from their pairs these are looked at about
/// three times; the triples are then those of the share that is left.
double seconds_of(const Estimate& estimate, int way, const job::Extents& extents,
                  std::optional<double> share_left, double rate_of_rank) {
  const double all = estimate.comparisons_of_rank / rate_of_rank;
  if (!share_left) return all;
  if (way == 2) return all * *share_left;
  const auto vectors = static_cast<double>(extents.vectors);
  const double pairs = 3 * vectors * vectors / 2 * static_cast<double>(extents.fields);
  return std::min(all, all * *share_left + pairs / rate_of_rank);
}

std::string time_text(const Estimate& estimate, int way, const job::Extents& extents,
                      std::optional<double> share_left, double rate_of_rank) {
  if (rate_of_rank <= 0) return "not estimated (too few vectors, or a backend for comparison)";
  const double seconds = seconds_of(estimate, way, extents, share_left, rate_of_rank);
  if (seconds == 0) return "none";
  return fmt::format("about {} of computing at {} comparisons/s, and the output",
                     seconds_text(seconds), rate_text(estimate.comparisons / seconds));
}

double seconds_of(const job::Request& request, const job::ExpectedOutput& output) {
  return output.seconds(host_workers(), request.compression != sink::Compression::none);
}

/// How much is written, and how long that takes where it is worth a word.
std::string output_text(const job::Request& request, const job::ExpectedOutput& output) {
  const double seconds = seconds_of(request, output);
  if (seconds < 1) return output.text();
  return fmt::format("{}; about {} to write", output.text(), seconds_text(seconds));
}

/// Numbers and what they count, in the words of the metric's data.
std::string shape_text(const job::Request& request, const job::Extents& extents) {
  const job::Words& words = job::words_of(request);
  return fmt::format("{} {} of {} {}", grouped(extents.vectors),
                     extents.vectors == 1 ? words.vector : words.vectors, grouped(extents.fields),
                     extents.fields == 1 ? words.field : words.fields);
}

/// Where vectors do not fit into memory: what of them does, how often they are read for that, and
/// how long this would take a disk; it happens while tiles are computed.
std::string reading_text(const Estimate& e) {
  constexpr double bytes_a_second = 1e9;
  const auto bytes = static_cast<double>(e.blocks_read) * static_cast<double>(e.read_bytes);
  std::string text = fmt::format(
      "{} of {} blocks held; {} read, the input {:.1f} times: {}, {} at 1 GB/s", grouped(e.held),
      grouped(e.blocks), counted(e.blocks_read, "block"),
      static_cast<double>(e.blocks_read) / static_cast<double>(e.blocks),
      bytes_text(static_cast<std::int64_t>(bytes)), seconds_text(bytes / bytes_a_second));
  if (e.packed_file > 0) {
    text +=
        fmt::format("\n  packed  once, into a file of {} beside the output, which goes at the end",
                    bytes_text(e.packed_file));
  }
  return text;
}

std::string network_text(const network::Expected& expected) {
  return fmt::format("{} of at most {}: {}, {}; clusters take more, by the sizes of components",
                     counted(expected.edges, "edge"), counted(expected.nodes, "node"),
                     bytes_text(expected.bytes),
                     expected.in_pieces ? "in pieces from a temporary file" : "after the run");
}

/// Bytes of what is held; the parts add up to the whole. Names, sites and tables of the input stay
/// as long as the program does.
std::string memory_text(const Estimate& e, bool of_ranks) {
  std::string text = fmt::format("{}{}: vectors {}, ", bytes_text(e.bytes()),
                                 of_ranks ? " a rank" : "", bytes_text(e.vector_bytes));
  if (e.exchange_bytes > 0) text += fmt::format("exchange {}, ", bytes_text(e.exchange_bytes));
  return text + fmt::format("kernels {}, selection {}, output {}, program {}",
                            bytes_text(e.backend_bytes), bytes_text(e.select_bytes),
                            bytes_text(e.output_bytes()), bytes_text(e.program + e.input_bytes));
}

/// How much of the work a threshold leaves.
std::string left_text(double share, int way) {
  const double percent = 100 * share;
  return fmt::format(
      "{} % of the {}",
      percent < 0.001 ? "less than 0.001"
                      : fmt::format("about {:.{}g}", percent, percent < 99.5 ? 2 : 3),
      way == 2 ? "comparisons, by those of a sample" : "triples, by the pairs of a sample");
}

/// Lines of at most 80 characters: what is too long goes on below, right of the names.
std::string folded(std::string_view text) {
  constexpr std::size_t names = 10, width = 80;
  std::string lines;
  for (std::size_t at = 0; at <= text.size();) {
    const std::string_view line = text.substr(at, text.find('\n', at) - at);
    at += line.size() + 1;
    if (at > line.size() + 1) lines += '\n';
    if (line.size() <= width) {
      lines += line;
      continue;
    }
    lines += line.substr(0, names);
    const std::string rest = filled(line.substr(names), width - names);
    for (const char c : rest)
      lines += c == '\n' ? "\n" + std::string(names, ' ') : std::string(1, c);
  }
  return lines;
}

/// Of the whole run, and how many values of it a part has.
std::string output_of_part(const job::ExpectedOutput& output, double share) {
  const std::string whole = output.text() + " of the whole run";
  if (output.lines == 0) return whole;
  const job::ExpectedOutput part{output.certainty, output.lines * share, 0};
  return fmt::format("{}; {} of this part", whole, part.values_text());
}

}  // namespace

std::optional<double> expected_seconds(const job::Request& request, const job::Extents& extents,
                                       const job::Layout& layout,
                                       std::optional<double> rate_of_rank) {
  if (rate_of_rank.value_or(0) <= 0) return std::nullopt;
  return seconds_of(layout.estimate, request.way, extents, layout.share_left, *rate_of_rank);
}

std::string plan_text(const job::Request& request, const job::Extents& extents,
                      const job::Layout& layout, std::optional<double> rate_of_rank) {
  const Estimate& e = layout.estimate;
  const bool part = job::is_part(request);
  const Index possible = Domain().tuples(request.way, extents.vectors);
  const bool all = e.tuples == possible || part;
  std::string text =
      fmt::format("{} of {}{}: {}\n", request.metric,
                  part  ? "a part of all "
                  : all ? "all "
                        : "",
                  request.way == 2 ? "pairs" : "triples", shape_text(request, extents));
  const std::string of = all ? "" : fmt::format(" of {} possible", grouped(possible));
  text +=
      fmt::format("  work    {}{}, {}\n", counted(e.tuples, request.way == 2 ? "pair" : "triple"),
                  of, counted(e.values, "value"));
  text += "  output  " +
          (part ? output_of_part(layout.output, layout.share_of_run)
                : output_text(request, layout.output)) +
          '\n';
  const job::Words& words = job::words_of(request);
  text += fmt::format("  blocks  {} of {} {}, {}\n", grouped(e.blocks), grouped(e.block),
                      e.block == 1 ? words.vector : words.vectors, counted(e.tiles, "tile"));
  if (e.tiles == 0) {
    const bool few = request.way == 2;
    text += "  note    " +
            (part  ? job::no_tile_text(e)
             : few ? "no pair is to be compared"
                   : "no triple is to be compared") +
            '\n';
  }
  const Decomposition& d = layout.ranks.decomposition;
  if (d.ranks() > 1) {
    text += fmt::format("  ranks   {} by vectors x {} by fields x {} replicas: {}\n", d.vector,
                        d.field, d.replica, layout.ranks.reason);
  }
  text += "  memory  " + memory_text(e, d.ranks() > 1);
  if (layout.network) text += "\n  network " + network_text(*layout.network);
  if (e.held > 0) text += "\n  reading " + reading_text(e);
  if (layout.share_left) {
    text += "\n  left    " + left_text(*layout.share_left, request.way);
  } else if (layout.share_unknown) {
    text += fmt::format("\n  left    not known of {}; the time is that of all comparisons",
                        request.top ? "--top, before values come" : "windows and sets");
  }
  if (rate_of_rank) {
    text += "\n  time    " + time_text(e, request.way, extents, layout.share_left, *rate_of_rank);
  }
  return folded(text);
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
                                 {"blocks_held", e.held},
                                 {"block_bytes", e.block_bytes},
                                 {"blocks_read", e.blocks_read},
                                 {"comparisons", e.comparisons},
                                 {"num_proc_vector", d.vector},
                                 {"num_proc_field", d.field},
                                 {"num_proc_repl", d.replica},
                                 {"output_values", layout.output.lines},
                                 {"output_bytes", layout.output.bytes},
                                 {"output_is_large", layout.output.is_large()},
                                 {"output_seconds", seconds_of(request, layout.output)},
                                 {"seconds", nullptr}};
  if (const auto seconds = expected_seconds(request, extents, layout, rate_of_rank)) {
    json["seconds"] = *seconds;
  }
  if (job::is_part(request)) {
    json["output_values_of_part"] = layout.output.lines * layout.share_of_run;
  }
  if (e.packed_file > 0) json["packed_file_bytes"] = e.packed_file;
  if (layout.share_left) json["share_left"] = *layout.share_left;
  if (layout.share_unknown) json["share_left"] = nullptr;
  if (layout.network) {
    json["network"] = {{"nodes_at_most", layout.network->nodes},
                       {"edges", layout.network->edges},
                       {"memory_bytes", layout.network->bytes},
                       {"in_pieces", layout.network->in_pieces}};
  }
  return json;
}

}  // namespace encke::cli
