#include <fmt/format.h>

#include <encke/base/error.hpp>
#include <encke/base/text/text.hpp>
#include <encke/job/answers/adjusted.hpp>
#include <encke/job/histogram/cell_histogram.hpp>
#include <encke/job/histogram/histogram_picture.hpp>
#include <encke/job/outcome.hpp>
#include <encke/job/output/faith_pd_text.hpp>
#include <encke/job/output/format_table.hpp>
#include <encke/job/output/largest_hits.hpp>
#include <encke/job/output/network_output.hpp>
#include <encke/job/output/outputs.hpp>
#include <encke/job/output/p_values_text.hpp>
#include <encke/job/output/paths.hpp>
#include <encke/job/output/sizes.hpp>
#include <encke/job/request/input_table.hpp>
#include <encke/job/request/metric_table.hpp>
#include <encke/sink/kinship/sample_text.hpp>

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
    const bool others_hold_ids =
        request.best || request.permutations || request.adjust || request.refine != Refine::none;
    if (others_hold_ids || input_row(request.input).named_alleles) throw;
    throw Error(error.failure(),
                fmt::format("{}; --format packed numbers the vectors instead", error.what()));
  }
}

/// Throws Error(inconsistent) where an output of a whole run cannot hold the ids.
void check_ids(const Request& request, const sink::Ids& ids) {
  if (!only_best(request)) check_ids_of_values(request, ids);
  if (request.best) sink::check_column_ids(best_path(request), ids);
  if (request.network) sink::check_column_ids(request.out + ".nodes.tsv", ids);
  if (request.adjust) sink::check_column_ids(adjusted_path(request), ids);
  if (request.refine != Refine::none) sink::check_column_ids(refined_path(request), ids);
  if (request.faith_pd) sink::check_column_ids(faith_pd_path(request), ids);
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

sink::Ids ids_of_values(const Request& request, std::vector<std::string> names) {
  if (metric_of(request).of_samples && !format_of(request).columns) {
    names = sink::one_name_each(names);
  }
  return std::make_shared<const std::vector<std::string>>(std::move(names));
}

sink::SiteTexts sites_of_values(const Request& request, const io::Sites& sites) {
  if (!request.sites || sites.empty()) return nullptr;
  return std::make_shared<const TextColumn>(sites.texts());
}

Outputs::Outputs(const Request& request, const std::vector<std::string>& texts)
    : request_(request) {
  for (const auto& ending : texts) texts_.emplace_back(request.out + ending).join(set_);
  if (is_part(request)) return;
  if (request.adjust) adjusted_.emplace(adjusted_path(request)).join(set_);
  if (request.permutations) permutations_.emplace(permutations_path(request)).join(set_);
  if (request.histogram) histogram_.emplace(histogram_path(request)).join(set_);
  if (has_histogram_picture(request)) {
    histogram_picture_.emplace(histogram_picture_path(request)).join(set_);
  }
  if (request.faith_pd) faith_pd_.emplace(faith_pd_path(request)).join(set_);
  if (request.network) network_ = std::make_unique<NetworkOutput>(request, set_);
}

Outputs::~Outputs() = default;

void Outputs::refine(io::Source& source, const Refinement& refinement,
                     std::function<void()> check_stop) {
  make_refined_ = [this, &source, &refinement, stop = std::move(check_stop)] {
    return std::make_unique<Refined>(request_, ids_, source, refinement, stop);
  };
}

void Outputs::locate(const std::vector<std::string>& names, const io::Sites& sites,
                     const std::vector<io::Locus>& loci) {
  sites_ = &sites;
  loci_ = &loci;
  if (network_) network_->locate(names, sites);
}

void Outputs::open_sink(std::vector<std::string> names, const sink::SiteTexts& sites,
                        Index values) {
  check_free_space(request_, values);
  const MetricRow& metric = metric_of(request_);
  const bool columns = format_of(request_).columns;
  const auto samples = std::make_shared<const std::vector<std::string>>(names);
  ids_ = ids_of_values(request_, std::move(names));
  check_ids(request_, ids_);
  open_values(sites, metric.columns && !columns ? values / metric.cells(request_.way) : values);
  if (metric.columns && !columns) sink_ = &first_values_.emplace(*sink_);
  if (!request_.king_cutoff) return;
  relatives_.emplace(request_.out, samples, *request_.king_cutoff, *sink_).join(set_);
  sink_ = &*relatives_;
}

void Outputs::open_values(const sink::SiteTexts& sites, Index values) {
  const auto open_best = [this](Sink* next) {
    best_.emplace(request_.out, ids_, next, request_.digits).join(set_);
    return &*best_;
  };
  if (only_best(request_)) {
    sink_ = open_best(nullptr);
    return;
  }
  const FormatRow& format = format_of(request_);
  values_ = format.squares && loci_ != nullptr ? make_squares(request_, ids_, sites, *loci_, set_)
                                               : format.make(request_, ids_, sites, set_);
  std::vector<Sink*> written = {values_.get()};
  if (request_.permutations || request_.adjust) written.push_back(&collect_);
  if (make_refined_) {
    refined_ = make_refined_();
    refined_->join(set_);
    written.push_back(refined_.get());
  }
  if (request_.report) {
    largest_ = std::make_unique<LargestHits>(ids_, sites_, small_is_good(request_),
                                             input_row(request_.input).named_alleles,
                                             metric_of(request_).columns);
    written.push_back(largest_.get());
  }
  if (network_) written.push_back(&network_->open(ids_));
  if (request_.checksum) written.push_back(&checksum_.emplace());
  sink_ = &written_.emplace(std::move(written));
  // What is stored beyond the largest values depends on the blocks: nothing else may see it.
  if (request_.top) {
    sink_ = &top_.emplace(std::clamp(values, Index{1}, *request_.top), *sink_,
                          sink::TopOrder::by_value);
  }
  if (request_.best) sink_ = open_best(sink_);
}

sink::Edges* Outputs::edges_alone() {
  if (!written_ || sink_ != &*written_ || written_->size() != 1) return nullptr;
  return dynamic_cast<sink::Edges*>(values_.get());
}

void Outputs::complete_report(Report& report) {
  const auto selected = sink_->selected();
  if (!selected) return;
  report.hits = selected->hits;
  if (!request_.digest_all) report.digest = selected->digest;
}

std::vector<std::string> Outputs::remarks() const {
  if (!relatives_) return {};
  return {fmt::format("--king-cutoff {}: {} left out, so that no kinship above it is left",
                      *request_.king_cutoff, counted(relatives_->left_out(), "sample"))};
}

std::optional<std::string> Outputs::checksum() const {
  if (!checksum_) return std::nullopt;
  return checksum_->text();
}

void Outputs::write_permutations(const std::vector<double>& p_values,
                                 const std::vector<double>& family_wise) {
  write(*permutations_, p_values_text(request_, collect_, p_values, family_wise, *ids_));
}

void Outputs::write_adjusted(Index tests) {
  if (!adjusted_) return;
  write(*adjusted_, adjusted_text(request_, collect_, tests, *ids_));
}

void Outputs::write_faith_pd() {
  if (faith_pd_) write(*faith_pd_, faith_pd_text(request_));
}

std::shared_ptr<const network::Outcome> Outputs::make_network(
    network::Helpers* helpers, const std::function<void()>& check_stop) {
  if (!network_) return nullptr;
  return std::make_shared<const network::Outcome>(network_->make(helpers, check_stop));
}

Index Outputs::equal_to_last() const { return largest_ ? largest_->left_equal() : 0; }

std::vector<ShownValue> Outputs::largest() const {
  return largest_ ? largest_->shown() : std::vector<ShownValue>();
}

void Outputs::write_histogram(const Histogram& histogram) {
  if (!histogram_) return;
  write(*histogram_,
        request_.cell_histogram
            ? cell_histogram_text(request_.way, cell_bins(multiplier_of(request_)), histogram)
            : histogram_text(histogram));
  if (histogram_picture_) write(*histogram_picture_, histogram_svg(histogram, request_.threshold));
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
