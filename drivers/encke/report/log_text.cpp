
#include "log_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <encke/base/text/printable.hpp>
#include <encke/base/text/text.hpp>
#include <encke/base/version.hpp>
#include <encke/host/process.hpp>
#include <encke/job/answers/tests.hpp>
#include <encke/job/request/metric_table.hpp>
#include <encke/job/request/read_request.hpp>
#include <encke/schedule/domain/domain.hpp>
#include <filesystem>
#include <string_view>
#include <vector>

#include "encke/help/wrap.hpp"
#include "encke/network/options.hpp"
#include "encke/network/report.hpp"
#include "left_out.hpp"

namespace encke::cli {
namespace {

/// As a shell reads it.
std::string quoted(const std::string& word) {
  constexpr std::string_view plain =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-./=:,+@%";
  if (!word.empty() && word.find_first_not_of(plain) == std::string::npos) return word;
  const bool shows = printable(word) == word;
  std::string text;
  for (const char c : word) {
    if (shows) {
      text += c == '\'' ? "'\\''" : std::string(1, c);
    } else {
      text += (c == '\'' || c == '\\' ? "\\" : "") + std::string(1, c);
    }
  }
  return shows ? "'" + text + "'" : "$'" + printable(text) + "'";
}

std::string extents(const job::Outcome& r) {
  const auto part = [](Index used, Index all) {
    return used == all ? grouped(used) : fmt::format("{} (of {})", grouped(used), grouped(all));
  };
  const job::Words& words = job::words_of(r.request);
  return fmt::format("{} {} of {} {}, {} missing", part(r.report.vectors, r.input.vectors_in_file),
                     words.vectors, part(r.report.fields, r.input.fields_in_file), words.fields,
                     grouped(r.report.missing));
}

/// What follows the memory of one process, where there are several.
std::string memory_of_ranks(const job::Outcome& outcome) {
  if (outcome.ranks == 1) return "";
  return fmt::format(" by a rank, {} by all", bytes_text(outcome.peak_memory_sum));
}

std::string written_text(const job::Outcome& outcome) {
  return job::decides_later(outcome.request) ? "decided when the parts are joined"
                                             : grouped(outcome.report.hits);
}

/// A remark on the screen; long lists of names are whole in the log.
std::string shortened_note(const std::string& remark) {
  constexpr std::size_t longest = 300;
  const std::string shown = shortened(remark, longest);
  return shown == printable(remark) ? shown : shown + " (all of it is in the log)";
}

/// How many tests a p-value is one of, and what that asks of it.
std::string tests_text(const job::Outcome& outcome) {
  constexpr double level = 0.05;
  const Index tests = outcome.input.tests;
  return fmt::format("{}: p <= {:.6g} is below {} by Bonferroni", counted(tests, "test"),
                     job::bonferroni_cut_off(level, tests), level);
}

/// What a threshold would leave, for those who look for one.
std::string quantiles_text(const job::Outcome& outcome) {
  const double largest = job::metric_of(outcome.request).largest(outcome.request, true);
  std::string text;
  for (const auto& [share, name] : {std::pair{0.5, "half of the values are"},
                                    {0.99, "99 %"},
                                    {0.999, "99.9 %"},
                                    {0.9999, "99.99 %"}}) {
    const auto value = outcome.report.histogram.quantile(share);
    if (!value) return "no value";
    text += fmt::format("{}{} {} {:.6g}", text.empty() ? "" : ", ", name,
                        *value > largest ? "up to" : "below", std::min(*value, largest));
  }
  return text;
}

bool has_quantiles(const job::Outcome& outcome) {
  return outcome.request.histogram && !outcome.request.cell_histogram;
}

/// Where relative paths of the command begin.
std::string working_directory() {
  std::error_code problem;
  const std::filesystem::path path = std::filesystem::current_path(problem);
  return problem ? "unknown" : printable(path.string());
}

std::string digest_text(const job::Outcome& outcome) {
  if (job::decides_later(outcome.request)) return "decided when the parts are joined";
  return outcome.report.digest.text();
}

/// " of 1,234 possible", of a whole run that does not compare all.
std::string possible_text(const job::Outcome& outcome) {
  const Report& r = outcome.report;
  const Index possible = Domain().tuples(r.way, r.vectors);
  if (job::is_part(outcome.request) || r.tuples == possible) return "";
  return fmt::format(" of {} possible", grouped(possible));
}

}  // namespace

std::string command_text(const std::vector<std::string>& arguments) {
  std::string text = "encke";
  for (const auto& word : arguments) text += ' ' + quoted(word);
  return text;
}

std::string whole_text(const job::Outcome& outcome) {
  std::string text = "--resume: the run is whole, nothing was computed; as it was left:";
  for (const auto& path : outcome.outputs) text += ' ' + printable(path);
  return text;
}

std::string brief_text(const job::Outcome& outcome) {
  const Report& r = outcome.report;
  std::string text;
  for (const auto& remark : outcome.remarks) text += "note: " + shortened_note(remark) + '\n';
  if (outcome.input.tests > 0) text += tests_text(outcome) + '\n';
  if (has_quantiles(outcome)) text += quantiles_text(outcome) + '\n';
  if (outcome.checksum) text += "checksum " + *outcome.checksum + '\n';
  const job::Words& words = job::words_of(outcome.request);
  text += fmt::format("{}: {} {} of {} {}, {} compared in {}\n", outcome.request.metric,
                      grouped(r.vectors), words.vectors, grouped(r.fields), words.fields,
                      counted(r.tuples, r.way == 2 ? "pair" : "triple"),
                      seconds_text(outcome.seconds_total));
  if (outcome.network) text += network_text(*outcome.network) + '\n';
  const bool later = job::decides_later(outcome.request);
  const std::string written = later ? "values are decided when the parts are joined"
                                    : counted(r.hits, "value") + " written";
  std::vector<std::string> files;
  for (const auto& path : outcome.outputs) files.push_back(printable(path));
  text += wrapped(written + (files.empty() ? "" : ": "), files, ", ");
  text.pop_back();  // the end of the last line is the console's
  return text;
}

std::string result_text(const job::Outcome& outcome) {
  const Report& r = outcome.report;
  std::string text =
      fmt::format("{} of {} written ({}), in {}: {} comparisons/s\n", written_text(outcome),
                  counted(r.values, "value"), counted(r.tuples, "tuple"), seconds_text(r.seconds),
                  rate_text(r.comparisons_per_second()));
  if (left_something_out(r)) text += left_out_text(r) + '\n';
  if (outcome.input.tests > 0) text += tests_text(outcome) + '\n';
  for (const auto& remark : outcome.remarks) text += "note: " + printable(remark) + '\n';
  if (has_quantiles(outcome)) text += quantiles_text(outcome) + '\n';
  if (outcome.checksum) text += "checksum " + *outcome.checksum + '\n';
  text += fmt::format("digest {}\npeak memory {}{} (planned {}), {} in all", digest_text(outcome),
                      bytes_text(outcome.peak_memory), memory_of_ranks(outcome),
                      bytes_text(outcome.estimate.bytes()), seconds_text(outcome.seconds_total));
  if (outcome.network) text += '\n' + network_text(*outcome.network);
  for (const auto& path : outcome.outputs) text += "\nwrote " + printable(path);
  return text;
}

std::string log_text(const job::Outcome& outcome, const std::string& command) {
  const Report& r = outcome.report;
  std::string text = fmt::format("encke {}\n{}\n\nOptions in effect:\n", build_name(), command);
  for (const auto& [name, value] : job::options_in_effect(outcome.request)) {
    text += "  " + name + (value.empty() ? "" : ' ' + quoted(value)) + '\n';
  }
  if (outcome.request.network) {
    for (const auto& [name, value] : network_in_effect(*outcome.request.network)) {
      text += "  " + name + (value.empty() ? "" : ' ' + quoted(value)) + '\n';
    }
  }
  text += fmt::format("\nDirectory {}\nHost      {}\nProcessor {}\nStarted   {}\nFinished  {}\n",
                      working_directory(), host_name(), printable(processor_name()),
                      utc_text(outcome.started), utc_text(outcome.finished));
  if (!r.backend.empty()) {
    text += fmt::format("Backend   {}{}, {}\n", r.backend, r.level.empty() ? "" : ' ' + r.level,
                        counted(r.threads, "thread"));
  }
  if (outcome.ranks > 1) {
    const Decomposition& d = outcome.decomposition;
    text += fmt::format("Ranks     {}: {} by vectors x {} by fields x {} replicas, {} moved{}\n",
                        outcome.ranks, d.vector, d.field, d.replica, bytes_text(r.bytes_shifted),
                        r.shifted_by_device ? " from GPU to GPU" : "");
  }
  text += "\nInput     " + extents(outcome) + '\n';
  for (const auto& file : outcome.input.inputs) {
    text += fmt::format("  {}: {}, digest {}\n", printable(file.path), counted(file.bytes, "byte"),
                        file.digest);
  }
  for (const auto& remark : outcome.remarks) text += "Note      " + printable(remark) + '\n';
  text += fmt::format("\nTuples    {}{}\nValues    {}\nWritten   {}\n", grouped(r.tuples),
                      possible_text(outcome), grouped(r.values), written_text(outcome));
  if (left_something_out(r)) text += "Left out  " + left_out_text(r) + '\n';
  if (outcome.input.tests > 0) text += "Tests     " + tests_text(outcome) + '\n';
  if (has_quantiles(outcome)) text += "Quantiles " + quantiles_text(outcome) + '\n';
  text +=
      fmt::format("Blocks    of {}, {}\n", counted(r.block, "vector"), counted(r.tiles, "tile"));
  text +=
      fmt::format("Memory    {} planned, {} used at most{}\n", bytes_text(outcome.estimate.bytes()),
                  bytes_text(outcome.peak_memory), memory_of_ranks(outcome));
  const Estimate& planned = outcome.estimate;
  if (planned.held > 0) {
    text +=
        fmt::format("Reading   {} of {} blocks held, {} read ({} planned), {:.3f} s waited for\n",
                    grouped(planned.held), grouped(planned.blocks), grouped(outcome.blocks_read),
                    grouped(planned.blocks_read), outcome.seconds_waiting);
  }
  text += fmt::format(
      "Seconds   read {:.3f}, run {:.3f} (contract {:.3f}, combine {:.3f}, check {:.3f}, shift "
      "{:.3f}, "
      "output {:.3f}), in all {:.3f}\n",
      outcome.seconds_read, r.seconds, r.seconds_contract, r.seconds_combine, r.seconds_check,
      r.seconds_shift, r.seconds_sink, outcome.seconds_total);
  if (outcome.tiles_resumed > 0) {
    text += fmt::format("Resumed   {} were done\n", counted(outcome.tiles_resumed, "tile"));
  }
  text += fmt::format("Speed     {} comparisons/s\n", rate_text(r.comparisons_per_second()));
  if (outcome.checksum) text += "Checksum  " + *outcome.checksum + '\n';
  text += fmt::format("Digest    {} (of {} values)\n", digest_text(outcome),
                      outcome.request.digest_all ? "all" : "the written");
  for (const auto& path : outcome.outputs) text += "Wrote     " + printable(path) + '\n';
  if (outcome.network) text += "\nNetwork of the values\n" + network_found_log(*outcome.network);
  return text;
}

}  // namespace encke::cli
