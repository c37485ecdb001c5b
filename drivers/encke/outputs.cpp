#include "encke/outputs.hpp"

#include <fmt/format.h>

#include <cmath>
#include <encke/base/error.hpp>
#include <encke/file/leftovers.hpp>
#include <encke/file/posix_file.hpp>
#include <encke/sink/format/dense_npy.hpp>
#include <encke/sink/format/distance_hdf5.hpp>
#include <encke/sink/format/edges.hpp>
#include <encke/sink/format/lsmat.hpp>
#include <encke/store/block/block_format.hpp>
#include <encke/store/run_store.hpp>
#include <encke/store/text/directory.hpp>
#include <filesystem>
#include <limits>

#include "encke/cell_histogram.hpp"
#include "encke/permutation_text.hpp"
#include "encke/text.hpp"

namespace encke::cli {

namespace {

std::string best_path(const Options& options) { return options.out + ".best.tsv"; }
std::string permutations_path(const Options& options) { return options.out + ".permutations.tsv"; }

std::string values_path(const Options& options) {
  if (only_best(options)) return best_path(options);
  const std::string zst = sink::ending(options.compression);
  switch (options.format) {
    case Format::edges:
      return options.out + ".edges.tsv" + zst;
    case Format::abc:
      return options.out + ".abc" + zst;
    case Format::packed:
      return options.out + ".bin" + zst;
    case Format::lsmat:
      return options.out + ".lsmat.tsv" + zst;
    case Format::hdf5:
      return options.out + ".h5";
    case Format::npy:
      break;
  }
  return options.out + ".npy";
}

/// Throws Error(inconsistent) where the file of values cannot hold the ids.
void check_ids_of_values(const Options& options, const sink::Ids& ids) {
  const std::string path = values_path(options);
  if (options.format == Format::npy || options.format == Format::packed) return;
  if (options.format == Format::hdf5) return sink::check_terminated_ids(path, ids);
  try {
    sink::check_column_ids(path, ids);
  } catch (const Error& error) {
    const bool others_hold_ids = options.best || options.permutations;
    if (others_hold_ids || options.input == Input::alleles) throw;
    throw Error(error.failure(),
                fmt::format("{}; --format packed numbers the vectors instead", error.what()));
  }
}

/// Throws Error(inconsistent) where an output of a whole run cannot hold the ids.
void check_ids(const Options& options, const sink::Ids& ids) {
  if (!only_best(options)) check_ids_of_values(options, ids);
  if (options.best) sink::check_column_ids(best_path(options), ids);
  if (options.permutations) sink::check_column_ids(permutations_path(options), ids);
}

/// Memory for sorting, or for the values of a matrix on their way to its rows: the library's
/// default, or less where little memory is allowed.
sink::SortLimits sort_limits(const Options& options) {
  sink::SortLimits limits;
  if (options.memory) limits.bytes = std::min(limits.bytes, (*options.memory << 20) / 8);
  return limits;
}

/// How many of `values` values are in blocks already: of parts all, of a run that is resumed those
/// that fit into its block files.
Index values_on_disk(const Options& options, Index values) {
  if (options.task == Task::merge) return values;
  const std::string directory = store::directory_for(options.out);
  if (!options.resume || !is_directory(directory)) return 0;
  std::uintmax_t bytes = 0;
  for (const auto& name : store::names_in(directory)) {
    std::error_code gone;
    const auto more = std::filesystem::file_size(directory + '/' + name, gone);
    if (!gone && store::run_of(name) > 0) bytes += more;
  }
  return std::min(values, static_cast<Index>(bytes / sizeof(store::StoredHit)));
}

/// All values are in the blocks and in the file at the end of a run; it shows before the run that a
/// disk is too small.
void check_room(const Options& options, Index values) {
  constexpr Index least_line = 16;
  if (options.threshold || options.top || options.best) return;
  const Index value_bytes = options.precision == Precision::float32 ? 4 : 8;
  const Index file_bytes = options.format == Format::npy ? value_bytes
                           : is_matrix(options.format)   ? 8 + 2 * value_bytes  // see Condensed
                                                         : least_line;
  const Index on_disk = values_on_disk(options, values) * Index{sizeof(store::StoredHit)};
  const Index free = free_bytes(directory_of(options.out));
  const Index room = free + on_disk;
  const Index bytes = Index{sizeof(store::StoredHit)} + file_bytes;
  if (values <= room / bytes) return;
  throw Error(Failure::write,
              fmt::format("{}: {} values need more than {} while they are computed, {} free; "
                          "--threshold or --top selects",
                          values_path(options), grouped(values),
                          bytes_text(room / bytes * bytes - on_disk), bytes_text(free)));
}

}  // namespace

bool stores_best_only(const Options& options) {
  return options.best && (options.top || !options.threshold);
}

std::string remark_on_ids_of_part(const Options& options, const std::vector<std::string>& names) {
  const auto ids = std::make_shared<const std::vector<std::string>>(names);
  try {
    sink::check_column_ids(values_path(options), ids);
  } catch (const Error& error) {
    if (options.best || options.input == Input::alleles) throw;
    return fmt::format("{}: encke merge needs --format packed, or another without such columns",
                       error.what());
  }
  return "";
}

std::vector<std::string> output_paths(const Options& options) {
  std::vector<std::string> paths;
  const bool part = !options.shares.empty();
  if (!part) paths.push_back(values_path(options));
  if (options.best && !only_best(options) && !part) paths.push_back(best_path(options));
  if (options.permutations && !part) paths.push_back(permutations_path(options));
  if (options.histogram && !part) paths.push_back(options.out + ".histogram.tsv");
  paths.push_back(options.out + ".log");
  paths.push_back(options.out + ".summary.json");
  return paths;
}

std::int64_t sort_bytes(const Options& options) {
  return options.format == Format::npy ? 0 : sort_limits(options).bytes;
}

std::int64_t sink_bytes(const Options& options, Index values) {
  // as Top, DenseNpy, Edges and BlockWriter say of themselves
  constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
  constexpr std::int64_t hit_bytes = 2 * sizeof(Hit<3>) + sizeof(double);
  const auto buffer =
      static_cast<std::int64_t>(options.format == Format::npy ? 8 * sink::DenseNpy::default_buffer
                                                              : sink::OutputFile::default_buffer);
  const std::int64_t rest = buffer + sort_bytes(options) + 2 * std::int64_t{writer_buffer};
  if (is_matrix(options.format)) {
    constexpr Index row_bytes = 64;  // of a vector: a row of reals and of text
    const double vectors = std::sqrt(2 * static_cast<double>(values)) + 1;
    return rest + row_bytes * static_cast<Index>(vectors);
  }
  const Index top = options.top ? std::min(*options.top, values) : 0;
  return top > (most - rest) / hit_bytes ? most : top * hit_bytes + rest;
}

std::int64_t memory_that_suffices(const Options& options, std::int64_t needed) {
  if (!options.memory || needed == std::numeric_limits<std::int64_t>::max()) return needed;
  const std::int64_t others = needed - sort_bytes(options);
  if (options.format == Format::npy) return others;
  // Sorting takes an eighth of what is allowed: of the sum, as others is the other seven.
  return others + std::min(sink::SortLimits{}.bytes, others / 7 + 1);
}

namespace {

/// What the run would do to an input that is a file of its own; "" where it is none.
std::string harm_to(const std::string& input, const std::vector<std::string>& outputs,
                    const std::string& state) {
  namespace fs = std::filesystem;
  std::error_code missing;  // a file that does not exist is not the same as any
  const fs::path directory = directory_of(input);
  const std::string name = fs::path(input).filename().string();
  if (fs::equivalent(directory, state, missing) &&
      (name == "lock" || name == "manifest" || store::is_ours(name))) {
    return "removed with " + state;
  }
  for (const auto& output : outputs) {
    if (fs::equivalent(output, input, missing)) return "replaced by an output";
    if (fs::equivalent(directory, directory_of(output), missing) &&
        sink::is_leftover_name(name, fs::path(output).filename().string())) {
      return "removed as a leftover of " + output;
    }
  }
  return "";
}

}  // namespace

void check_not_inputs(const std::vector<std::string>& outputs,
                      const std::vector<std::string>& inputs, const std::string& state) {
  for (const auto& input : inputs) {
    const std::string harm = harm_to(input, outputs, state);
    if (harm.empty()) continue;
    throw Error(Failure::command_line,
                fmt::format("{}: would be {}; another --out expected", input, harm));
  }
}

Outputs::Outputs(const Options& options)
    : options_(options), log_(options.out + ".log"), summary_(options.out + ".summary.json") {
  log_.join(set_);
  summary_.join(set_);
  if (!options.shares.empty()) return;
  if (options.permutations) permutations_.emplace(permutations_path(options)).join(set_);
  if (options.histogram) histogram_.emplace(options.out + ".histogram.tsv").join(set_);
}

template <class Values, class... Arguments>
void Outputs::make_values(Arguments&&... arguments) {
  auto values = std::make_unique<Values>(options_.out, std::forward<Arguments>(arguments)...);
  values->join(set_);
  values_ = std::move(values);
}

void Outputs::open_sink(std::vector<std::string> names, Index values) {
  check_room(options_, values);
  ids_ = std::make_shared<const std::vector<std::string>>(std::move(names));
  check_ids(options_, ids_);
  const auto open_best = [this](Sink* next) {
    best_.emplace(options_.out, ids_, next).join(set_);
    return &*best_;
  };
  if (only_best(options_)) {
    sink_ = open_best(nullptr);
    return;
  }
  if (options_.format == Format::npy) {
    make_values<sink::DenseNpy>();
  } else if (options_.format == Format::lsmat) {
    make_values<sink::Lsmat>(ids_, sort_bytes(options_), options_.compression);
  } else if (options_.format == Format::hdf5) {
    make_values<sink::DistanceHdf5>(ids_, sort_bytes(options_));
  } else {
    const auto format = options_.format == Format::abc      ? sink::EdgeFormat::abc
                        : options_.format == Format::packed ? sink::EdgeFormat::packed
                        : options_.input == Input::alleles  ? sink::EdgeFormat::named_alleles
                                                            : sink::EdgeFormat::edges;
    make_values<sink::Edges>(ids_, format, sort_limits(options_), options_.compression);
  }
  std::vector<Sink*> written = {values_.get()};
  if (options_.permutations) written.push_back(&collect_);
  if (options_.checksum) written.push_back(&checksum_.emplace());
  sink_ = &written_.emplace(std::move(written));
  // What is stored beyond the largest values depends on the blocks: nothing else may see it.
  if (options_.top) sink_ = &top_.emplace(std::min(*options_.top, values), *sink_);
  if (options_.best) sink_ = open_best(sink_);
}

void Outputs::settle(Report& report) {
  const auto selected = sink_->selected();
  if (!selected) return;
  report.hits = selected->hits;
  if (!options_.digest_all) report.digest = selected->digest;
}

std::optional<std::string> Outputs::checksum() const {
  if (!checksum_) return std::nullopt;
  return checksum_->text();
}

void Outputs::write_permutations(const std::vector<double>& p_values) {
  write(*permutations_, permutation_text(options_, collect_, p_values, *ids_));
}

void Outputs::write_histogram(const Histogram& histogram) {
  if (!histogram_) return;
  if (options_.cell_histogram) {
    return write(*histogram_,
                 cell_histogram_text(options_.way, cell_bins(options_.multiplier), histogram));
  }
  std::string text = "#BIN_START\tBIN_END\tCOUNT\n";
  if (histogram.nan > 0) text += fmt::format("nan\tnan\t{}\n", histogram.nan);
  if (histogram.below > 0) text += fmt::format("-inf\t0\t{}\n", histogram.below);
  for (std::size_t bin = 0; bin < histogram.counts.size(); ++bin) {
    const std::string end =
        bin < Histogram::most_bins ? fmt::format("{:.2f}", histogram.start(bin + 1)) : "inf";
    text += fmt::format("{:.2f}\t{}\t{}\n", histogram.start(bin), end, histogram.counts[bin]);
  }
  write(*histogram_, text);
}

void Outputs::write_log(const std::string& text) { write(log_, text); }

void Outputs::write_summary(const std::string& text) { write(summary_, text); }

void Outputs::write(sink::OutputFile& file, const std::string& text) {
  file.write(text);
  file.commit();
}

}  // namespace encke::cli
