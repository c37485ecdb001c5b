#include "compute.hpp"

#include <unistd.h>

#include <algorithm>
#include <encke/base/error.hpp>
#include <encke/host/memory_limit.hpp>
#include <encke/job/input_remarks.hpp>
#include <encke/job/layout.hpp>
#include <encke/job/request/input_table.hpp>
#include <encke/job/request/metric_table.hpp>
#include <encke/job/request/read_request.hpp>
#include <encke/schedule/partition.hpp>
#include <encke/sink/kinship/first_values.hpp>
#include <fstream>
#include <numeric>
#include <optional>

namespace encke::python {
namespace {

bool has(const Options& options, std::string_view name) {
  return std::ranges::any_of(options, [&](const auto& option) { return option.first == name; });
}

bool has_input(const job::MetricRow& metric, const Options& options) {
  return std::ranges::any_of(options, [&](const auto& option) {
    return std::ranges::any_of(metric.inputs, [&](job::Input input) {
      return job::input_row(input).option == "--" + option.first;
    });
  });
}

/// Stands for an input from memory: no file is opened.
void add_input(const job::MetricRow& metric, std::vector<job::GivenOption>& given) {
  if (job::takes_input(metric, job::Input::packed)) {
    given.push_back({"--packed", "array"});
    given.push_back({"--num-vectors", "2"});
    given.push_back({"--num-fields", "1"});
  } else {
    given.push_back({"--bfile", "array"});
  }
}

/// Vectors that were packed as whole numbers or bits are compared as such.
job::Request fitting(job::Request request, const Vectors& vectors) {
  request.numbers.reset();
  if (!job::metric_of(request).whole_numbers) return request;
  const Element element = vectors.packed.element();
  if (element == Element::bit || element.contraction == ContractionId::count_minima) {
    request.numbers = element;
  }
  return request;
}

std::optional<Window> window_of(const Compared& compared, Index vectors) {
  std::optional<Window> window;
  if (compared.distance >= 0) {
    window = Window::within_distance(compared.positions, compared.distance, compared.groups);
  } else if (!compared.groups.empty()) {
    window = Window::within_groups(compared.groups);
  }
  if (compared.places >= 0) {
    const Window near = Window::within_places(vectors, compared.places);
    window = window ? *window & near : near;
  }
  return window;
}

/// Memory of the machine that nobody has, of what this process may use.
std::int64_t free_memory() {
  std::ifstream status("/proc/meminfo");
  std::int64_t kib = 0;
  for (std::string word; status >> word;) {
    if (word == "MemAvailable:") {
      status >> kib;
      break;
    }
  }
  std::ifstream statm("/proc/self/statm");
  std::int64_t pages = 0, resident = 0;
  statm >> pages >> resident;
  const std::int64_t own = resident * ::sysconf(_SC_PAGESIZE);
  return std::min(kib << 10, memory_limit() - own);
}

/// Bytes that hits may take: what `memory` leaves, or the machine, where nothing was said.
std::int64_t space_for_hits(const job::Request& request, const Estimate& estimate) {
  const std::int64_t space = request.memory
                                 ? (*request.memory << 20) - estimate.bytes()
                                 : free_memory() - (estimate.bytes() - estimate.vector_bytes);
  return std::max<std::int64_t>(space, 1);
}

}  // namespace

job::Request read_request(const std::string& metric, const Options& options) {
  const job::MetricRow& row = job::find_metric(metric);
  std::vector<job::GivenOption> given;
  const bool below = has(options, "below"), best = has(options, "best");
  // of metrics that are asked for distances, or are some by themselves
  const bool distance = has(options, "distance") || job::names_distance(metric) ||
                        (job::find_parameter(row, "--below") != nullptr &&
                         job::find_parameter(row, "--distance") == nullptr);
  for (const auto& [name, text] : options) {
    // the library has these for every metric, the command line for some
    if (name == "best" && job::find_parameter(row, "--best") == nullptr) continue;
    if (name == "below" && !distance) continue;
    given.push_back({"--" + name, text});
  }
  if (!has_input(row, options)) add_input(row, given);
  job::Request request = job::read_request(metric, given);
  request.below = below;
  request.best = best;
  if (best && job::cells_of(request) != 1) {
    throw Error(Failure::command_line, "--best does not work with " + std::string(row.name) +
                                           ", which has several values a tuple.");
  }
  return request;
}

Domain domain_of(const Compared& compared, int way, Index vectors) {
  Domain domain;
  if (!compared.sets.empty()) {
    std::vector<std::vector<Index>> sets;
    Index first = 0;
    for (const Index size : compared.sets) {
      sets.emplace_back(static_cast<std::size_t>(size));
      std::iota(sets.back().begin(), sets.back().end(), std::exchange(first, first + size));
    }
    if (way == 3 && sets.size() == 2) sets.push_back(sets.back());
    domain = Domain::of_sets(vectors, sets);
  }
  const auto window = window_of(compared, vectors);
  if (!window) return domain;
  return compared.beyond ? domain.beyond(*window) : domain.within(*window);
}

Plan plan_of(const job::Request& request, const Vectors& vectors, const Compared& compared) {
  Plan plan = job::make_plan(fitting(request, vectors), 1);
  plan.backend_options.contraction = vectors.packed.contraction();
  plan.domain = domain_of(compared, request.way, vectors.packed.vectors());
  return plan;
}

Estimate estimate_of(const job::Request& request, const Vectors& vectors, const Plan& plan) {
  const auto backend = make_backend(plan.backend, plan.backend_options);
  const ProblemExtents problem{.vectors = vectors.packed.vectors(),
                               .fields = vectors.packed.fields(),
                               .cells = job::cells_of(request),
                               .vector_bytes = vectors.packed.bytes(),
                               .element = vectors.packed.element()};
  Plan fixed = plan;
  if (!plan.shares.empty() && plan.block == 0) {  // parts fit together whatever memory each has
    fixed.memory = 0;
    fixed.blocks = estimate(fixed, problem, *backend).blocks;
    fixed.memory = plan.memory;
  }
  return estimate(fixed, problem, *backend);
}

Report compute(const job::Request& wanted, const Vectors& vectors, const Compared& compared,
               Sink& sink, Job& job, Collecting* kept) {
  const job::Request request = fitting(wanted, vectors);
  job::check_missing(request, vectors.packed.missing());
  Plan plan = plan_of(request, vectors, compared);
  plan.stop = job.stop;
  plan.progress = [&job](const Progress& p) {
    job.done = static_cast<double>(p.tuples_done);
    job.all = static_cast<double>(p.tuples);
    job.hits = static_cast<double>(p.hits);
    job.seconds = p.seconds;
  };
  const Estimate cut = estimate_of(request, vectors, plan);
  if (kept != nullptr) kept->allow(space_for_hits(request, cut));
  const auto partition = Partition::of_blocks(vectors.packed.vectors(), cut.blocks);
  sink::FirstValues of_columns(sink);  // a pair of king has four, of which it is named by one
  const job::MetricRow& metric = job::metric_of(request);
  return metric.run(request, RankVectors::whole(vectors.packed, partition), plan, Grid(),
                    metric.columns ? of_columns : sink);
}

}  // namespace encke::python
