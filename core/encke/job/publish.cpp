#include <encke/base/stopwatch.hpp>
#include <encke/host/region.hpp>
#include <encke/job/output/paths.hpp>
#include <encke/job/publish.hpp>
#include <encke/job/run_identity.hpp>
#include <encke/store/publish.hpp>

namespace encke::job {

void add_totals(const store::Totals& totals, Index cells, Report& report) {
  report.tuples = totals.tuples;
  report.values = totals.tuples * cells;
  report.hits = totals.hits;
  report.digest = totals.digest;
  report.histogram = totals.histogram;
  report.tiles = totals.tiles;
}

void publish_values(const store::BlockSet& set, Outputs& outputs, Outcome& outcome) {
  const Region region("write");
  const store::Identity& identity = set.identity();
  const SinkInfo info = sink_info(identity);
  const auto partition = Partition::of_blocks(info.vectors, number(identity, "blocks"));
  store::check_complete(set, partition, info);
  add_totals(set.totals(), info.cells, outcome.report);
  const io::Stopwatch watch;
  store::publish(set, partition, info, outputs.sink());
  outcome.seconds_publish = watch.seconds();
  outputs.complete_report(outcome.report);
  outcome.checksum = outputs.checksum();
}

void complete_files(Outputs& outputs, const Outcome& outcome, const Observer& observer) {
  outputs.write_histogram(outcome.report.histogram);
  outputs.write_texts(observer.texts(outcome));
  outputs.complete();
}

std::vector<std::string> output_paths(const Request& request, const Observer& observer) {
  std::vector<std::string> paths = result_paths(request);
  for (const auto& ending : observer.text_endings()) paths.push_back(request.out + ending);
  return paths;
}

}  // namespace encke::job
