#include <algorithm>
#include <encke/base/index.hpp>
#include <encke/base/stopwatch.hpp>
#include <encke/host/region.hpp>
#include <encke/job/answers/family_wise.hpp>
#include <encke/job/layout.hpp>
#include <encke/job/output/paths.hpp>
#include <encke/job/publish.hpp>
#include <encke/job/request/metric_table.hpp>
#include <encke/job/request/network.hpp>
#include <encke/job/run_identity.hpp>
#include <encke/network/task/task.hpp>
#include <encke/store/publish.hpp>
#include <encke/store/text/directory.hpp>

namespace encke::job {

void add_totals(const store::Totals& totals, Index values, Report& report) {
  report.tuples = totals.tuples;
  report.values = totals.tuples * values;
  report.hits = totals.hits;
  report.digest = totals.digest;
  report.histogram = totals.histogram;
  report.tiles = totals.tiles;
}

StoredProblem problem_of(const store::BlockSet& set, const Domain& domain) {
  const store::Identity& identity = set.identity();
  const SinkInfo info = sink_info(identity, domain);
  const auto partition = Partition::of_blocks(info.vectors, number(identity, "blocks"));
  store::check_complete(set, partition, info);
  return {info, partition};
}

void publish_values(const store::BlockSet& set, const Domain& domain, Outputs& outputs,
                    Outcome& outcome, Observer& observer) {
  const Region region("write");
  const auto [info, partition] = problem_of(set, domain);
  add_totals(set.totals(), values_of_line(outcome.request), outcome.report);
  const io::Stopwatch watch;
  if (outputs.are_printed()) {
    outputs.sink().finish();
  } else {
    store::publish(set, partition, info, outputs.sink(), [&](Index hits) {
      observer.check_stop();
      observer.writing(hits, outcome.report.hits, watch.seconds());
    });
  }
  outcome.seconds_publish += watch.seconds();
  outputs.complete_report(outcome.report);
  for (std::string& remark : outputs.remarks()) outcome.remarks.push_back(std::move(remark));
  outcome.checksum = outputs.checksum();
}

void complete_files(Outputs& outputs, const Outcome& outcome, const Observer& observer) {
  outputs.write_adjusted(outcome.input.tests);
  outputs.write_histogram(outcome.report.histogram);
  outputs.write_texts(observer.texts(outcome));
  outputs.complete();
}

std::vector<std::string> output_paths(const Request& request, const Observer& observer,
                                      const std::vector<io::Locus>& loci) {
  std::vector<std::string> paths = result_paths(request, loci);
  for (const auto& ending : observer.text_endings()) paths.push_back(request.out + ending);
  return paths;
}

void publish_all(const Opened& input, StoredRun& stored, Outputs& outputs, Outcome& outcome,
                 const std::vector<double>& maxima, network::Helpers* helpers, Observer& observer) {
  const auto check_stop = [&observer] { observer.check_stop(); };
  try {
    check_stop();
    const io::Stopwatch watch;
    const double before = outcome.seconds_publish;  // by all ranks
    publish_values(store::BlockSet({input.request.out}), input.compared.domain, outputs, outcome,
                   observer);
    outcome.seconds_store += watch.seconds() - (outcome.seconds_publish - before);
    if (input.request.permutations) {
      check_stop();
      const auto p_values =
          metric_of(input.request)
              .p_values(input.request, *input.source, outputs.collected(), check_stop);
      outputs.write_permutations(p_values, input.request.max
                                               ? family_wise_p_values(outputs.collected(), maxima)
                                               : std::vector<double>());
    }
    outputs.write_faith_pd();
    outcome.network = outputs.make_network(helpers, check_stop);
    outcome.largest = outputs.largest();
    outcome.equal_to_last = outputs.equal_to_last();
    check_stop();
  } catch (const Error& error) {
    if (error.failure() == Failure::checksum) throw stored.to_be_repaired(error);
    if (error.failure() != Failure::stopped) throw;
    throw stored.to_be_resumed(error);
  }
}

std::unique_ptr<network::Helpers> helpers_of(const Request& request, const Communicator& world) {
  if (!request.network || !network::can_be_shared(network_of(request))) return nullptr;
  return std::make_unique<network::Helpers>(world);
}

void help_publishing(const Request& request, const Communicator& world, Observer& observer) {
  if (!request.network) return;
  network::help_with(network_of(request), world, [&observer] { observer.check_stop(); });
}

void close_part(const Request& request, StoredRun& stored, Outcome& outcome) {
  store::remove_packed_files(stored.store().directory());
  add_totals(stored.store().totals(), values_of_line(request), outcome.report);
  if (metric_of(request).columns) outcome.report.hits /= cells_of(request);
  outcome.outputs.insert(outcome.outputs.begin(), stored.store().directory());
  outcome.remarks.push_back("a part of a run: encke merge joins the parts");
  if (outcome.estimate.tiles == 0) outcome.remarks.push_back(no_tile_text(outcome.estimate));
}

Progress since_the_beginning(Progress progress, const Outcome& outcome) {
  if (outcome.tiles_resumed > 0) {
    const Decomposition& d = outcome.decomposition;
    const Index whole = divide_up(outcome.estimate.tuples, Index{d.vector} * d.replica);
    const Index before = std::max<Index>(0, whole - progress.tuples);
    progress.tuples += before;
    progress.tuples_done += before;
    progress.hits += outcome.hits_resumed;
  }
  if (metric_of(outcome.request).columns) progress.hits /= cells_of(outcome.request);
  return progress;
}

void connect(Plan& plan, Outcome& outcome, Observer& observer) {
  plan.progress = [&outcome, &observer](const Progress& progress) {
    observer.check_stop();
    observer.progress(since_the_beginning(progress, outcome));
  };
  plan.stop = observer.stop_flag();
  plan.warn = [&outcome, &observer](const std::string& warning) {
    outcome.remarks.push_back(warning);
    observer.warn(warning);
  };
}

}  // namespace encke::job
