#include <fmt/format.h>

#include <encke/base/error.hpp>
#include <encke/job/output/cell_histogram.hpp>
#include <encke/job/output/format_table.hpp>
#include <encke/job/output/outputs.hpp>
#include <encke/job/output/p_values_text.hpp>
#include <encke/job/output/paths.hpp>
#include <encke/job/output/sizes.hpp>
#include <encke/job/request/input_table.hpp>
#include <encke/job/request/metric_table.hpp>

namespace encke::job {
namespace {

/// Throws Error(inconsistent) where the file of values cannot hold the ids.
void check_ids_of_values(const Request& request, const sink::Ids& ids) {
  const std::string path = values_path(request);
  const HoldsIds holds = format_of(request).ids;
  if (holds == HoldsIds::none) return;
  if (holds == HoldsIds::terminated) return sink::check_terminated_ids(path, ids);
  try {
    sink::check_column_ids(path, ids);
  } catch (const Error& error) {
    const bool others_hold_ids = request.best || request.permutations;
    if (others_hold_ids || input_row(request.input).named_alleles) throw;
    throw Error(error.failure(),
                fmt::format("{}; --format packed numbers the vectors instead", error.what()));
  }
}

/// Throws Error(inconsistent) where an output of a whole run cannot hold the ids.
void check_ids(const Request& request, const sink::Ids& ids) {
  if (!only_best(request)) check_ids_of_values(request, ids);
  if (request.best) sink::check_column_ids(best_path(request), ids);
  if (request.permutations) sink::check_column_ids(permutations_path(request), ids);
}

std::string histogram_text(const Histogram& histogram) {
  std::string text = "#BIN_START\tBIN_END\tCOUNT\n";
  if (histogram.nan > 0) text += fmt::format("nan\tnan\t{}\n", histogram.nan);
  if (histogram.below > 0) text += fmt::format("-inf\t0\t{}\n", histogram.below);
  for (std::size_t bin = 0; bin < histogram.counts.size(); ++bin) {
    const std::string end =
        bin < Histogram::most_bins ? fmt::format("{:.2f}", histogram.start(bin + 1)) : "inf";
    text += fmt::format("{:.2f}\t{}\t{}\n", histogram.start(bin), end, histogram.counts[bin]);
  }
  return text;
}

}  // namespace

std::string remark_on_ids_of_part(const Request& request, const std::vector<std::string>& names) {
  const auto ids = std::make_shared<const std::vector<std::string>>(names);
  try {
    sink::check_column_ids(values_path(request), ids);
  } catch (const Error& error) {
    if (request.best || input_row(request.input).named_alleles) throw;
    return fmt::format("{}: encke merge needs --format packed, or another without such columns",
                       error.what());
  }
  return "";
}

Outputs::Outputs(const Request& request, const std::vector<std::string>& texts)
    : request_(request) {
  for (const auto& ending : texts) texts_.emplace_back(request.out + ending).join(set_);
  if (is_part(request)) return;
  if (request.permutations) permutations_.emplace(permutations_path(request)).join(set_);
  if (request.histogram) histogram_.emplace(histogram_path(request)).join(set_);
}

void Outputs::open_sink(std::vector<std::string> names, Index values) {
  check_free_space(request_, values);
  ids_ = std::make_shared<const std::vector<std::string>>(std::move(names));
  check_ids(request_, ids_);
  const auto open_best = [this](Sink* next) {
    best_.emplace(request_.out, ids_, next).join(set_);
    return &*best_;
  };
  if (only_best(request_)) {
    sink_ = open_best(nullptr);
    return;
  }
  values_ = format_of(request_).make(request_, ids_, set_);
  std::vector<Sink*> written = {values_.get()};
  if (request_.permutations) written.push_back(&collect_);
  if (request_.checksum) written.push_back(&checksum_.emplace());
  sink_ = &written_.emplace(std::move(written));
  // What is stored beyond the largest values depends on the blocks: nothing else may see it.
  if (request_.top) sink_ = &top_.emplace(std::min(*request_.top, values), *sink_);
  if (request_.best) sink_ = open_best(sink_);
}

void Outputs::complete_report(Report& report) {
  const auto selected = sink_->selected();
  if (!selected) return;
  report.hits = selected->hits;
  if (!request_.digest_all) report.digest = selected->digest;
}

std::optional<std::string> Outputs::checksum() const {
  if (!checksum_) return std::nullopt;
  return checksum_->text();
}

void Outputs::write_permutations(const std::vector<double>& p_values) {
  write(*permutations_, p_values_text(request_, collect_, p_values, *ids_));
}

void Outputs::write_histogram(const Histogram& histogram) {
  if (!histogram_) return;
  write(*histogram_,
        request_.cell_histogram
            ? cell_histogram_text(request_.way, cell_bins(multiplier_of(request_)), histogram)
            : histogram_text(histogram));
}

void Outputs::write_texts(const std::vector<std::string>& texts) {
  auto file = texts_.begin();
  for (const auto& text : texts) write(*file++, text);
}

void Outputs::write(sink::OutputFile& file, const std::string& text) {
  file.write(text);
  file.commit();
}

}  // namespace encke::job
