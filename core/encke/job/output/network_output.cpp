#include <encke/base/error.hpp>
#include <encke/base/stopwatch.hpp>
#include <encke/host/process.hpp>
#include <encke/job/output/network_output.hpp>
#include <encke/job/output/sizes.hpp>
#include <encke/job/request/input.hpp>
#include <encke/job/request/input_table.hpp>

namespace encke::job {
namespace {

/// Asks what a job's observer is asked.
class StopObserver final : public network::Observer {
 public:
  explicit StopObserver(const std::function<void()>& check_stop) : check_stop_(check_stop) {}
  void check_stop() override { check_stop_(); }

 private:
  const std::function<void()>& check_stop_;
};

/// The .bim with which sets are compared: the one that is named, or that of the input.
std::string bim_of(const Request& request) {
  if (!request.network->bim.empty()) return request.network->bim;
  for (const std::string& path : input_row(request.input).files(request)) {
    if (path.ends_with(".bim")) return path;
  }
  return "";
}

}  // namespace

NetworkOutput::NetworkOutput(const Request& request, sink::OutputSet& set)
    : by_index_(!request.top),
      named_alleles_(input_row(request.input).named_alleles),
      digits_(request.digits),
      sort_(sort_limits(request)),
      outcome_{.request = network_of(request)},
      results_(outcome_.request, set) {
  if (outcome_.request.frequencies) {
    classes_ = open_input(for_classes(request), {});
    outcome_.remarks = classes_->remarks();
  }
  if (outcome_.request.sets.empty() && !network::shows_sites(outcome_.request)) return;
  const std::string bim = bim_of(request);
  if (!bim.empty()) variants_ = network::Variants::read_bim(bim);
}

void NetworkOutput::locate(const std::vector<std::string>& names, const io::Sites& sites) {
  const bool wanted = !outcome_.request.sets.empty() || network::shows_sites(outcome_.request);
  if (variants_ || !wanted) return;
  if (!sites.empty()) {
    variants_ = network::Variants::of(names, sites, {.path = "the input"});
  } else if (needs_sites(outcome_.request)) {
    throw Error(Failure::inconsistent,
                "--sets: the input has no chromosomes and positions, which this format needs; give "
                "--bim F");
  }
}

Sink& NetworkOutput::open(const sink::Ids& ids) {
  network::Observer none;  // the values are sent between the stops of the run
  network::EdgeOptions edges = network::edge_options(outcome_.request, none);
  edges.check_stop = {};
  return sink_.emplace(
      ids, network::GraphSink::Options{.edges = std::move(edges),
                                       .named_alleles = named_alleles_,
                                       .sorted = by_index_,
                                       .digits = digits_,
                                       .sort = sort_,
                                       .sort_stem = outcome_.request.out + ".nodes.tsv"});
}

network::Outcome NetworkOutput::make(network::Helpers* helpers,
                                     const std::function<void()>& check_stop) {
  const io::Stopwatch watch;
  StopObserver observer(check_stop);
  network::EdgesRead read = sink_->read();
  sink_.reset();
  outcome_.seconds_read = watch.seconds();
  network::find_and_write(std::move(read),
                          {variants_ ? &*variants_ : nullptr, classes_.get(), helpers}, results_,
                          observer, outcome_);
  outcome_.finished = std::chrono::system_clock::now();
  outcome_.peak_memory = peak_memory();
  outcome_.seconds_total = watch.seconds();
  return outcome_;
}

}  // namespace encke::job
