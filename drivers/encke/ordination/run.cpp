#include "run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <encke/base/error.hpp>
#include <encke/base/stopwatch.hpp>
#include <encke/base/text/printable.hpp>
#include <encke/base/text/text.hpp>
#include <encke/file/output/output_file.hpp>
#include <encke/file/output/output_set.hpp>
#include <encke/host/memory_limit.hpp>
#include <encke/job/output/paths.hpp>
#include <encke/ordination/output/scatter.hpp>
#include <encke/ordination/output/texts.hpp>
#include <encke/ordination/read_distances.hpp>
#include <encke/store/run_store.hpp>
#include <list>

#include "encke/process.hpp"
#include "encke/report/log_text.hpp"
#include "outcome.hpp"

namespace encke::cli {
namespace {

/// The files of a command, which get their names together; log and summary come last.
class Files {
 public:
  /// Creates temporary files, so that a directory that cannot be written shows before the work.
  Files(const OrdinationRequest& request, const std::vector<std::string>& endings) {
    for (const std::string& ending : endings) {
      files_.emplace_back(request.out + ending, 1 << 16).join(set_);
    }
    next_ = files_.begin();
  }

  /// The contents of the next file, in the order of the endings.
  void write(const std::string& text) {
    next_->write(text);
    (next_++)->commit();
  }
  void complete() { set_.commit(); }

 private:
  sink::OutputSet set_;
  std::list<sink::OutputFile> files_;
  std::list<sink::OutputFile>::iterator next_;
};

std::vector<std::string> endings_of(const OrdinationRequest& request) {
  std::vector<std::string> endings;
  if (request.tests) {
    endings = {".group_test.tsv", ".groups.tsv"};
  } else {
    endings = {request.ordination_format ? ".ordination.txt" : ".pcoa.tsv", ".eigenvalues.tsv"};
    if (request.scatter) endings.emplace_back(".scatter.svg");
  }
  endings.emplace_back(".log");
  endings.emplace_back(".summary.json");
  return endings;
}

std::vector<std::string> inputs_of(const OrdinationRequest& request) {
  std::vector<std::string> inputs;
  for (const std::string& path : {request.distances, request.ids, request.metadata}) {
    if (!path.empty()) inputs.push_back(path);
  }
  return inputs;
}

std::int64_t memory_of(const OrdinationRequest& request) {
  return request.memory ? *request.memory << 20 : memory_limit();
}

/// Groups of the samples, where a table of metadata was given; of a picture, unknown ones too.
void add_groups(ordination::Distances& distances, OrdinationOutcome& outcome) {
  const OrdinationRequest& request = outcome.request;
  if (request.metadata.empty()) return;
  auto column = ordination::read_sample_column(request.metadata, request.column, distances.ids);
  outcome.inputs.push_back(column.file);
  if (!request.tests) {
    std::replace(column.values.begin(), column.values.end(), std::string(), std::string("unknown"));
  } else if (request.drop_unknown) {
    const Index dropped = ordination::drop_unknown(distances, column.values);
    if (dropped > 0) {
      outcome.remarks.push_back(fmt::format("{} left out: no value in the column {}",
                                            counted(dropped, "sample"), in_quotes(request.column)));
    }
  } else {
    ordination::refuse_unknown(distances.ids, column.values, request.column);
  }
  outcome.grouping = ordination::grouping_of(column.values);
  outcome.grouping.title = request.column;
}

/// Throws OutOfMemory where the work does not fit.
void plan_memory(OrdinationOutcome& outcome) {
  const OrdinationRequest& request = outcome.request;
  const Index n = outcome.samples;
  std::int64_t work = 0;
  if (!request.tests) {
    work = ordination::bytes_of_pcoa(n, {.axes = request.axes, .method = request.method});
  }
  for (const auto method :
       request.tests ? request.methods : std::vector<ordination::GroupMethod>()) {
    work = std::max(work, ordination::bytes_of_group_test(method, n, request.test));
  }
  outcome.memory_planned = ordination::bytes_of_distances(n) + work;
  if (outcome.memory_planned > memory_of(request)) {
    throw OutOfMemory(request.tests ? "group-test" : "pcoa", outcome.memory_planned,
                      memory_of(request));
  }
}

/// The texts of the results, in the order of endings_of().
std::vector<std::string> pcoa_texts(const ordination::Distances& distances,
                                    OrdinationOutcome& outcome) {
  const OrdinationRequest& request = outcome.request;
  outcome.pcoa = ordination::pcoa(
      distances, {.axes = request.axes, .method = request.method, .threads = outcome.threads});
  const ordination::Pcoa& pcoa = *outcome.pcoa;
  if (pcoa.axes < request.axes) {
    outcome.remarks.push_back(
        fmt::format("{} axes of {} asked for: there are no more samples", pcoa.axes, request.axes));
  }
  if (!pcoa.is_exact) {
    outcome.remarks.push_back(
        "proportions are of the sum of all eigenvalues, negative ones too: with lanczos that of "
        "the "
        "positive ones is not known");
  }
  std::vector<std::string> texts = {
      request.ordination_format ? ordination_text(pcoa) : coordinates_text(pcoa),
      eigenvalues_text(pcoa)};
  if (request.scatter) {
    texts.push_back(scatter(pcoa, request.picture_axes.first - 1, request.picture_axes.second - 1,
                            outcome.grouping));
  }
  return texts;
}

std::vector<std::string> test_texts(const ordination::Distances& distances,
                                    OrdinationOutcome& outcome) {
  ordination::GroupTestOptions options = outcome.request.test;
  options.threads = outcome.threads;
  for (const auto method : outcome.request.methods) {
    outcome.tests.push_back(group_test(method, distances, outcome.grouping, options));
    refuse_if_stopped();
  }
  for (std::string& remark : ordination::remarks_on_orders(outcome.tests, outcome.grouping)) {
    outcome.remarks.push_back(std::move(remark));
  }
  return {tests_text(outcome.tests, outcome.grouping),
          groups_text(outcome.tests, outcome.grouping, mean_within(distances, outcome.grouping))};
}

}  // namespace

void run_ordination(const OrdinationRequest& request, const Stage& stage) {
  OrdinationOutcome outcome{.request = request,
                            .command = command_text(stage.arguments),
                            .threads = stage.threads,
                            .started = std::chrono::system_clock::now()};
  Console& console = stage.console;
  const io::Stopwatch watch;
  const std::vector<std::string> endings = endings_of(request);
  for (const auto& ending : endings) outcome.outputs.push_back(request.out + ending);
  job::check_not_inputs(outcome.outputs, inputs_of(request), store::directory_for(request.out));
  Files files(request, endings);

  auto distances = ordination::read_distances(request.distances, request.ids, memory_of(request));
  outcome.inputs = distances.files;
  add_groups(distances, outcome);
  outcome.samples = distances.samples();
  outcome.seconds_read = watch.seconds();
  plan_memory(outcome);
  refuse_if_stopped();

  const io::Stopwatch computing;
  const auto texts =
      request.tests ? test_texts(distances, outcome) : pcoa_texts(distances, outcome);
  outcome.seconds_compute = computing.seconds();
  refuse_if_stopped();
  for (const auto& text : texts) files.write(text);
  outcome.finished = std::chrono::system_clock::now();
  outcome.seconds_total = watch.seconds();
  files.write(ordination_log(outcome));
  files.write(json_text(ordination_summary(outcome), 2) + '\n');
  files.complete();

  for (const auto& line : ordination_lines(outcome)) console.print(line);
  for (const auto& remark : outcome.remarks) console.print("note: " + printable(remark));
  for (const auto& path : outcome.outputs) console.print("wrote " + printable(path));
  console.emit_event("summary", ordination_summary(outcome));
}

}  // namespace encke::cli
