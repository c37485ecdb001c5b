#include "encke/record.hpp"

#include <fmt/format.h>

#include <encke/base/printable.hpp>
#include <encke/base/version.hpp>

#include "encke/metrics.hpp"
#include "encke/options/threshold.hpp"
#include "encke/outputs.hpp"
#include "encke/process.hpp"
#include "encke/text.hpp"

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

void add_input(const Options& options, std::vector<std::pair<std::string, std::string>>& list) {
  if (options.task == Task::merge) return;
  switch (options.input) {
    case Input::bfile:
      list.emplace_back("--bfile", options.path);
      break;
    case Input::tfile:
      list.emplace_back("--tfile", options.path);
      break;
    case Input::table:
      list.emplace_back("--table", options.path);
      return;
    case Input::alleles:
      list.emplace_back("--alleles", options.path);
      return;
    case Input::biom:
      list.emplace_back("--biom", options.path);
      list.emplace_back("--tree", options.tree);
      return;
    case Input::packed:
      list.emplace_back("--packed", options.path);
      break;
    case Input::synthetic:
      list.emplace_back("--synthetic",
                        options.problem == io::Problem::random ? "random" : "analytic");
  }
  if (!is_plink(options.input)) {
    list.emplace_back("--num-vectors", std::to_string(options.num_vectors));
    list.emplace_back("--num-fields", std::to_string(options.num_fields));
    return;
  }
  const io::Subset& subset = options.subset;
  if (!subset.keep.empty()) list.emplace_back("--keep", subset.keep);
  if (!subset.remove.empty()) list.emplace_back("--remove", subset.remove);
  if (!subset.extract.empty()) list.emplace_back("--extract", subset.extract);
  if (!subset.exclude.empty()) list.emplace_back("--exclude", subset.exclude);
  if (subset.maf > 0) list.emplace_back("--maf", fmt::format("{}", subset.maf));
  if (!options.phenotype.file.empty()) list.emplace_back("--pheno", options.phenotype.file);
  if (!options.phenotype.name.empty()) list.emplace_back("--pheno-name", options.phenotype.name);
  if (subset.geno < 1) list.emplace_back("--geno", fmt::format("{}", subset.geno));
}

/// As it was asked for; merge does not know, and its values are the same.
std::string precision_name(const Options& options) {
  if (options.find_numbers) return "auto";
  for (const auto& [name, element] : count_names()) {
    if (options.numbers == element) return std::string(name);
  }
  return options.precision == Precision::float32 ? "f32" : "f64";
}

void add_ranks(const Options& options, std::vector<std::pair<std::string, std::string>>& list) {
  const WantedDecomposition& ranks = options.ranks;
  if (ranks.vector > 0) list.emplace_back("--num-proc-vector", std::to_string(ranks.vector));
  if (ranks.field > 0) list.emplace_back("--num-proc-field", std::to_string(ranks.field));
  if (ranks.replica > 0) list.emplace_back("--num-proc-repl", std::to_string(ranks.replica));
  if (options.gpu_aware_mpi == GpuAwareMpi::off) return;
  const bool ask = options.gpu_aware_mpi == GpuAwareMpi::if_told;
  list.emplace_back("--gpu-aware-mpi", ask ? "ask" : "try");
}

std::string text_of(const Shares& s) {
  const std::string last = s.last > s.first ? fmt::format("-{}", s.last + 1) : "";
  return fmt::format("{}{}/{}", s.first + 1, last, s.of);
}

std::string extents(const Record& r) {
  const auto part = [](Index used, Index all) {
    return used == all ? grouped(used) : fmt::format("{} (of {})", grouped(used), grouped(all));
  };
  return fmt::format("{} vectors of {} fields, {} missing",
                     part(r.report.vectors, r.vectors_in_file),
                     part(r.report.fields, r.fields_in_file), grouped(r.report.missing));
}

/// What follows the memory of one process, where there are several.
std::string memory_of_ranks(const Record& record) {
  if (record.ranks == 1) return "";
  return fmt::format(" by a rank, {} by all", bytes_text(record.peak_memory_sum));
}

std::string written_text(const Record& record) {
  return decides_later(record.options) ? "decided when the parts are joined"
                                       : grouped(record.report.hits);
}

std::string digest_text(const Record& record) {
  if (decides_later(record.options)) return "decided when the parts are joined";
  return record.report.digest.text();
}

}  // namespace

About about(const Record& record) {
  return {record.inputs,         record.remarks,       record.vectors_in_file,
          record.fields_in_file, record.empty_vectors, record.empty_tuples};
}

void add_about(const About& about, Record& record) {
  record.inputs = about.inputs;
  record.remarks.insert(record.remarks.end(), about.remarks.begin(), about.remarks.end());
  record.vectors_in_file = about.vectors_in_file;
  record.fields_in_file = about.fields_in_file;
  record.empty_vectors = about.empty_vectors;
  record.empty_tuples = about.empty_tuples;
}

bool decides_later(const Options& options) {
  return !options.shares.empty() && (options.top || stores_best_only(options));
}

std::vector<std::pair<std::string, std::string>> options_in_effect(const Options& options) {
  std::vector<std::pair<std::string, std::string>> list;
  add_input(options, list);
  const MetricEntry& metric = find_metric(options.metric);
  if (metric.kind == Kind::branches) {
    list.emplace_back("--method", unifrac_methods()[static_cast<std::size_t>(options.method)]);
    if (options.method == UnifracMethod::generalized) {
      list.emplace_back("--alpha", fmt::format("{}", options.alpha));
    }
  } else {
    list.emplace_back("--way", std::to_string(options.way));
  }
  if (metric.kind == Kind::genotypes || metric.kind == Kind::bits || metric.kind == Kind::moments) {
    list.emplace_back("--missing", options.missing ? "auto" : "none");
  }
  if (metric.multiplier > 0) {
    list.emplace_back("--gamma", fmt::format("{}", options.gamma));
    list.emplace_back("--multiplier", fmt::format("{}", options.multiplier));
  } else if (metric.kind == Kind::classes) {
    list.emplace_back("--score", score_name(options.score));
  } else if (has_empty_pairs(metric)) {
    list.emplace_back("--empty-pair", options.empty_pair == EmptyPair::nan    ? "nan"
                                      : options.empty_pair == EmptyPair::same ? "same"
                                                                              : "error");
  }
  list.emplace_back("--precision", precision_name(options));
  list.emplace_back("--out", options.out);
  if (options.threshold) list.emplace_back("--threshold", threshold_text(options));
  if (options.below) list.emplace_back("--below", "");
  if (options.best) list.emplace_back("--best", "");
  if (options.permutations) {
    list.emplace_back("--permutations", std::to_string(*options.permutations));
    list.emplace_back("--seed", std::to_string(options.seed));
  }
  if (options.top) list.emplace_back("--top", std::to_string(*options.top));
  list.emplace_back("--format", format_name(options.format));
  if (options.compression != sink::Compression::none) list.emplace_back("--zst", "");
  if (options.histogram) {
    list.emplace_back(options.cell_histogram ? "--cell-histogram" : "--histogram", "");
  }
  if (options.checksum) list.emplace_back("--checksum", "");
  list.emplace_back("--digest", options.digest_all ? "all" : "hits");
  if (options.threads > 0) list.emplace_back("--threads", std::to_string(options.threads));
  if (options.memory) list.emplace_back("--memory", std::to_string(*options.memory));
  list.emplace_back("--backend", options.backend);
  list.emplace_back("--level", options.level);
  if (options.block > 0) list.emplace_back("--block", std::to_string(options.block));
  add_ranks(options, list);
  for (std::size_t i = 0; i < options.shares.size(); ++i) {
    list.emplace_back(options.share_names[i], text_of(options.shares[i]));
  }
  if (options.resume) list.emplace_back("--resume", "");
  if (options.check) list.emplace_back("--check", "");
  return list;
}

std::string command_text(const Options& options) {
  std::string text = "encke";
  for (const auto& word : options.arguments) text += ' ' + quoted(word);
  return text;
}

std::string result_text(const Record& record) {
  const Report& r = record.report;
  std::string text =
      fmt::format("{} of {} written ({}), in {}: {} comparisons/s\n", written_text(record),
                  counted(r.values, "value"), counted(r.tuples, "tuple"), seconds_text(r.seconds),
                  rate_text(r.comparisons_per_second()));
  for (const auto& remark : record.remarks) text += "note: " + printable(remark) + '\n';
  if (record.checksum) text += "checksum " + *record.checksum + '\n';
  text += fmt::format("digest {}\npeak memory {}{} (planned {}), {} in all", digest_text(record),
                      bytes_text(record.peak_memory), memory_of_ranks(record),
                      bytes_text(record.estimate.bytes()), seconds_text(record.seconds_total));
  return text;
}

std::string log_text(const Record& record) {
  const Report& r = record.report;
  std::string text =
      fmt::format("encke {}\n{}\n\nOptions in effect:\n", version(), command_text(record.options));
  for (const auto& [name, value] : options_in_effect(record.options)) {
    text += "  " + name + (value.empty() ? "" : ' ' + quoted(value)) + '\n';
  }
  text += fmt::format("\nHost      {}\nStarted   {}\nFinished  {}\n", host_name(),
                      utc_text(record.started), utc_text(record.finished));
  if (!r.backend.empty()) {
    text += fmt::format("Backend   {}{}, {}\n", r.backend, r.level.empty() ? "" : ' ' + r.level,
                        counted(r.threads, "thread"));
  }
  if (record.ranks > 1) {
    const Decomposition& d = record.decomposition;
    text += fmt::format("Ranks     {}: {} by vectors x {} by fields x {} replicas, {} moved{}\n",
                        record.ranks, d.vector, d.field, d.replica, bytes_text(r.bytes_shifted),
                        r.shifted_by_device ? " from GPU to GPU" : "");
  }
  text += "\nInput     " + extents(record) + '\n';
  for (const auto& file : record.inputs) {
    text += fmt::format("  {}: {}, digest {}\n", printable(file.path), counted(file.bytes, "byte"),
                        file.digest);
  }
  for (const auto& remark : record.remarks) text += "Note      " + printable(remark) + '\n';
  text += fmt::format("\nTuples    {}\nValues    {}\nWritten   {}\n", grouped(r.tuples),
                      grouped(r.values), written_text(record));
  text +=
      fmt::format("Blocks    of {}, {}\n", counted(r.block, "vector"), counted(r.tiles, "tile"));
  text +=
      fmt::format("Memory    {} planned, {} used at most{}\n", bytes_text(record.estimate.bytes()),
                  bytes_text(record.peak_memory), memory_of_ranks(record));
  text += fmt::format(
      "Seconds   read {:.3f}, run {:.3f} (contract {:.3f}, combine {:.3f}, check {:.3f}, shift "
      "{:.3f}, "
      "output {:.3f}), in all {:.3f}\n",
      record.seconds_read, r.seconds, r.seconds_contract, r.seconds_combine, r.seconds_check,
      r.seconds_shift, r.seconds_sink, record.seconds_total);
  if (record.tiles_resumed > 0) {
    text += fmt::format("Resumed   {} were done\n", counted(record.tiles_resumed, "tile"));
  }
  text += fmt::format("Speed     {} comparisons/s\n", rate_text(r.comparisons_per_second()));
  if (record.checksum) text += "Checksum  " + *record.checksum + '\n';
  text += fmt::format("Digest    {} (of {} values)\n", digest_text(record),
                      record.options.digest_all ? "all" : "the written");
  for (const auto& path : record.outputs) text += "Wrote     " + printable(path) + '\n';
  return text;
}

}  // namespace encke::cli
