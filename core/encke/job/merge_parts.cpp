#include <fmt/format.h>

#include <encke/base/error.hpp>
#include <encke/base/stopwatch.hpp>
#include <encke/job/input_remarks.hpp>
#include <encke/job/merge_parts.hpp>
#include <encke/job/output/format_table.hpp>
#include <encke/job/output/outputs.hpp>
#include <encke/job/parts.hpp>
#include <encke/job/publish.hpp>
#include <encke/job/rank_totals.hpp>
#include <encke/job/request/compared.hpp>
#include <encke/job/request/metric_table.hpp>
#include <encke/job/request/network.hpp>
#include <encke/job/request/read_request.hpp>
#include <encke/job/run_identity.hpp>
#include <encke/schedule/domain/domain.hpp>
#include <encke/store/block_set.hpp>
#include <encke/store/text/stored_sites.hpp>
#include <encke/store/text/vector_ids.hpp>

namespace encke::job {
namespace {

void check_mergeable(const Request& request) {
  const FormatRow& format = format_of(request);
  if (format.holds_all && (has_threshold(request) || request.top || request.best)) {
    throw Error(Failure::inconsistent, fmt::format("--format {} does not work with these parts, "
                                                   "which have selected values. It has all values.",
                                                   format.name));
  }
  if (format.columns && (!metric_of(request).columns || request.top || request.best)) {
    throw Error(
        Failure::inconsistent,
        fmt::format("--format {} does not work with values of {}. It is for whole tables of "
                    "kinships (king).",
                    format.name, request.metric));
  }
  if (format.matrix && (request.way != 2 || values_of_line(request) != 1)) {
    throw Error(Failure::inconsistent,
                fmt::format("--format {} does not work with values of {}. It is for pairs with one "
                            "value each.",
                            format.name, request.metric));
  }
}

/// What the parts were computed with, and the outputs that are wanted of them.
Request request_of(const Request& given, const store::Identity& identity, const Domain& domain) {
  Request request = recalled(identity, given);
  check_network(request);
  if (!request.format_given && !request.top && !request.best) {
    request.format = metric_of(request).format;
  }
  check_mergeable(request);
  check_format(request, domain);
  check_values_file(request);
  check_adjusted(request);
  check_alleles(request);
  return request;
}

/// What the parts know of the run.
Outcome outcome_of(const Request& request, const store::BlockSet& set, const Domain& domain) {
  const store::Identity& identity = set.identity();
  Outcome outcome{.request = request};
  Report& report = outcome.report;
  report.way = request.way;
  report.vectors = number(identity, "num-vectors");
  report.fields = number(identity, "num-fields");
  report.missing = number(identity, "num-missing");
  report.threads = 1;
  report.block = Partition::of_blocks(report.vectors, number(identity, "blocks")).largest_block();
  report.comparisons = static_cast<double>(domain.tuples(request.way, report.vectors)) *
                       static_cast<double>(report.fields);
  outcome.input = store::read_input_record(set.stores().front().directory);
  outcome.remarks = outcome.input.remarks;
  return outcome;
}

}  // namespace

Outcome merge(const Request& given, Observer& observer) {
  const io::Stopwatch watch;
  const store::BlockSet set(given.parts);
  const store::Identity& identity = set.identity();
  const Domain domain = domain_in(identity, set.stores().front().directory);
  check_parts(set.stores(), domain);
  const Request request = request_of(given, identity, domain);
  Outcome outcome = outcome_of(request, set, domain);
  outcome.outputs = output_paths(request, observer);
  auto names = store::read_ids(set.stores().front().directory, entry(identity, "ids"));
  Outputs outputs(request, observer.text_endings());
  const Index tuples = domain.tuples(request.way, outcome.report.vectors);
  sink::SiteTexts sites;
  if (const std::string* const digest = identity.find("sites")) {
    sites = std::make_shared<const TextColumn>(
        store::read_sites(set.stores().front().directory, *digest));
  }
  outputs.open_sink(std::move(names), sites, tuples * number(identity, "cells"));
  publish_values(set, domain, outputs, outcome, observer);
  const std::string remark = remark_on_threshold(request, outcome.report);
  if (!remark.empty()) outcome.remarks.push_back(remark);
  note_memory({0}, outcome);
  outcome.finished = std::chrono::system_clock::now();
  outcome.seconds_total = watch.seconds();
  complete_files(outputs, outcome, observer);
  return outcome;
}

Outcome merge(const Request& request) {
  Observer observer;
  return merge(request, observer);
}

}  // namespace encke::job
