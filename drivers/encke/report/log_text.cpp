
#include "log_text.hpp"

#include <fmt/format.h>

#include <encke/base/text/printable.hpp>
#include <encke/base/text/text.hpp>
#include <encke/base/version.hpp>
#include <encke/host/process.hpp>
#include <encke/job/request/read_request.hpp>
#include <string_view>

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
  return fmt::format("{} vectors of {} fields, {} missing",
                     part(r.report.vectors, r.input.vectors_in_file),
                     part(r.report.fields, r.input.fields_in_file), grouped(r.report.missing));
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

std::string digest_text(const job::Outcome& outcome) {
  if (job::decides_later(outcome.request)) return "decided when the parts are joined";
  return outcome.report.digest.text();
}

}  // namespace

std::string command_text(const std::vector<std::string>& arguments) {
  std::string text = "encke";
  for (const auto& word : arguments) text += ' ' + quoted(word);
  return text;
}

std::string result_text(const job::Outcome& outcome) {
  const Report& r = outcome.report;
  std::string text =
      fmt::format("{} of {} written ({}), in {}: {} comparisons/s\n", written_text(outcome),
                  counted(r.values, "value"), counted(r.tuples, "tuple"), seconds_text(r.seconds),
                  rate_text(r.comparisons_per_second()));
  for (const auto& remark : outcome.remarks) text += "note: " + printable(remark) + '\n';
  if (outcome.checksum) text += "checksum " + *outcome.checksum + '\n';
  text += fmt::format("digest {}\npeak memory {}{} (planned {}), {} in all", digest_text(outcome),
                      bytes_text(outcome.peak_memory), memory_of_ranks(outcome),
                      bytes_text(outcome.estimate.bytes()), seconds_text(outcome.seconds_total));
  return text;
}

std::string log_text(const job::Outcome& outcome, const std::string& command) {
  const Report& r = outcome.report;
  std::string text = fmt::format("encke {}\n{}\n\nOptions in effect:\n", version(), command);
  for (const auto& [name, value] : job::options_in_effect(outcome.request)) {
    text += "  " + name + (value.empty() ? "" : ' ' + quoted(value)) + '\n';
  }
  text += fmt::format("\nHost      {}\nStarted   {}\nFinished  {}\n", host_name(),
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
  text += fmt::format("\nTuples    {}\nValues    {}\nWritten   {}\n", grouped(r.tuples),
                      grouped(r.values), written_text(outcome));
  text +=
      fmt::format("Blocks    of {}, {}\n", counted(r.block, "vector"), counted(r.tiles, "tile"));
  text +=
      fmt::format("Memory    {} planned, {} used at most{}\n", bytes_text(outcome.estimate.bytes()),
                  bytes_text(outcome.peak_memory), memory_of_ranks(outcome));
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
  return text;
}

}  // namespace encke::cli
