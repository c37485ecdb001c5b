#include "encke/publishing.hpp"

#include <encke/base/stopwatch.hpp>
#include <encke/host/region.hpp>
#include <encke/schedule/tile.hpp>
#include <encke/store/publish.hpp>

#include "encke/identity.hpp"
#include "encke/report/console.hpp"

namespace encke::cli {

void add_totals(const store::Totals& totals, const store::Identity& identity, Record& record) {
  Report& report = record.report;
  report.tuples = totals.tuples;
  report.values = totals.tuples * number(identity, "cells");
  report.hits = totals.hits;
  report.digest = totals.digest;
  report.histogram = totals.histogram;
  report.tiles = totals.tiles;
}

void publish_values(const store::BlockSet& set, Outputs& outputs, Record& record) {
  const Region region("write");
  const store::Identity& identity = set.identity();
  const SinkInfo info = sink_info(identity);
  const auto partition =
      Partition::of_blocks(number(identity, "num-vectors"), number(identity, "blocks"));
  const Index tiles = info.way == 2 ? tile_count<2>(partition) : tile_count<3>(partition);
  store::check_complete(set, tiles);
  add_totals(set.totals(), identity, record);
  const io::Stopwatch watch;
  store::publish(set, partition, info, outputs.sink());
  record.seconds_publish = watch.seconds();
  outputs.settle(record.report);
  record.checksum = outputs.checksum();
}

void write_files(Outputs& outputs, Record& record) {
  outputs.write_histogram(record.report.histogram);
  outputs.write_log(log_text(record));
  outputs.write_summary(json_text(summary_json(record), 2) + '\n');
  outputs.complete();
}

}  // namespace encke::cli
