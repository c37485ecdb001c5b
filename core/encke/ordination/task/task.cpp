#include <fmt/format.h>

#include <algorithm>
#include <encke/base/error.hpp>
#include <encke/base/stopwatch.hpp>
#include <encke/base/text/printable.hpp>
#include <encke/base/text/text.hpp>
#include <encke/file/output/output_file.hpp>
#include <encke/file/output/output_set.hpp>
#include <encke/host/memory_limit.hpp>
#include <encke/host/processors.hpp>
#include <encke/ordination/output/scatter.hpp>
#include <encke/ordination/output/texts.hpp>
#include <encke/ordination/read_distances.hpp>
#include <encke/ordination/task/task.hpp>
#include <list>

namespace encke::ordination {
namespace {

/// The files of a task, which get their names together.
class Files {
 public:
  /// Creates temporary files, so that a directory that cannot be written shows before the work.
  explicit Files(const std::vector<std::string>& paths) {
    for (const std::string& path : paths) files_.emplace_back(path, 1 << 16).join(set_);
    next_ = files_.begin();
  }

  /// The contents of the next file, in the order of the paths.
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

std::int64_t memory_of(const Request& request) {
  return request.memory ? *request.memory << 20 : memory_limit();
}

/// Groups of the samples, where a table of metadata was given; of a picture, unknown ones too.
void add_groups(Distances& distances, Outcome& outcome) {
  const Request& request = outcome.request;
  if (request.metadata.empty()) return;
  auto column = read_sample_column(request.metadata, request.column, distances.ids);
  outcome.inputs.push_back(column.file);
  if (!request.tests) {
    std::replace(column.values.begin(), column.values.end(), std::string(), std::string("unknown"));
  } else if (request.drop_unknown) {
    const Index dropped = drop_unknown(distances, column.values);
    if (dropped > 0) {
      outcome.remarks.push_back(fmt::format("{} left out: no value in the column {}",
                                            counted(dropped, "sample"), in_quotes(request.column)));
    }
  } else {
    refuse_unknown(distances.ids, column.values, request.column);
  }
  outcome.grouping = grouping_of(column.values);
  outcome.grouping.title = request.column;
}

/// Throws OutOfMemory where the work does not fit.
void plan_memory(Outcome& outcome) {
  const Request& request = outcome.request;
  const Index n = outcome.samples;
  std::int64_t work = 0;
  if (!request.tests) {
    work = bytes_of_pcoa(n, {.axes = request.axes, .method = request.method});
  }
  for (const auto method : request.tests ? request.methods : std::vector<GroupMethod>()) {
    work = std::max(work, bytes_of_group_test(method, n, request.test));
  }
  outcome.memory_planned = bytes_of_distances(n) + work;
  if (outcome.memory_planned > memory_of(request)) {
    throw OutOfMemory(request.tests ? "group-test" : "pcoa", outcome.memory_planned,
                      memory_of(request));
  }
}

/// The texts of the results, in the order of result_paths().
std::vector<std::string> pcoa_texts(const Distances& distances, Outcome& outcome) {
  const Request& request = outcome.request;
  outcome.pcoa =
      pcoa(distances, {.axes = request.axes, .method = request.method, .threads = outcome.threads});
  const Pcoa& pcoa = *outcome.pcoa;
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

std::vector<std::string> test_texts(const Distances& distances, Observer& observer,
                                    Outcome& outcome) {
  GroupTestOptions options = outcome.request.test;
  options.threads = outcome.threads;
  for (const auto method : outcome.request.methods) {
    outcome.tests.push_back(group_test(method, distances, outcome.grouping, options));
    observer.check_stop();
  }
  for (std::string& remark : remarks_on_orders(outcome.tests, outcome.grouping)) {
    outcome.remarks.push_back(std::move(remark));
  }
  return {tests_text(outcome.tests, outcome.grouping),
          groups_text(outcome.tests, outcome.grouping, mean_within(distances, outcome.grouping))};
}

}  // namespace

std::vector<std::string> result_paths(const Request& request) {
  std::vector<std::string> endings;
  if (request.tests) {
    endings = {".group_test.tsv", ".groups.tsv"};
  } else {
    endings = {request.ordination_format ? ".ordination.txt" : ".pcoa.tsv", ".eigenvalues.tsv"};
    if (request.scatter) endings.emplace_back(".scatter.svg");
  }
  for (std::string& ending : endings) ending.insert(0, request.out);
  return endings;
}

std::vector<std::string> input_paths(const Request& request) {
  std::vector<std::string> paths;
  for (const std::string& path : {request.distances, request.ids, request.metadata}) {
    if (!path.empty()) paths.push_back(path);
  }
  return paths;
}

Outcome perform(const Request& request, Observer& observer) {
  Outcome outcome{.request = request,
                  .threads = request.threads > 0 ? request.threads : count_processors(),
                  .outputs = result_paths(request),
                  .started = std::chrono::system_clock::now()};
  const io::Stopwatch watch;
  for (const auto& ending : observer.text_endings()) {
    outcome.outputs.push_back(request.out + ending);
  }
  Files files(outcome.outputs);

  auto distances = read_distances(request.distances, request.ids, memory_of(request));
  outcome.inputs = distances.files;
  add_groups(distances, outcome);
  outcome.samples = distances.samples();
  outcome.seconds_read = watch.seconds();
  plan_memory(outcome);
  observer.check_stop();

  const io::Stopwatch computing;
  const auto texts =
      request.tests ? test_texts(distances, observer, outcome) : pcoa_texts(distances, outcome);
  outcome.seconds_compute = computing.seconds();
  observer.check_stop();
  for (const auto& text : texts) files.write(text);
  outcome.finished = std::chrono::system_clock::now();
  outcome.seconds_total = watch.seconds();
  for (const auto& text : observer.texts(outcome)) files.write(text);
  files.complete();
  return outcome;
}

}  // namespace encke::ordination
