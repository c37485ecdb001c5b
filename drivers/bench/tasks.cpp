#include "tasks.hpp"

#include <encke/base/error.hpp>
#include <encke/host/processors.hpp>
#include <iostream>
#include <set>

#include "bench/kernels/measure.hpp"
#include "bench/kernels/roofline.hpp"
#include "bench/kernels/table.hpp"
#include "bench/stages/pack_file.hpp"
#include "bench/stages/read_bed.hpp"
#include "bench/stages/schedule.hpp"
#include "bench/stages/shift.hpp"
#include "bench/stages/store.hpp"
#include "process.hpp"

namespace encke::bench {
namespace {

void print_line(const nlohmann::ordered_json& line, const Options& options) {
  std::cout << line.dump() << std::endl;
  if (!options.json) std::cerr << table_row(line);
}

/// Each row is a process of its own: threads and peak memory belong to a process.
void print_row_of_child(std::vector<std::string> arguments, const Options& options) {
  arguments.push_back("--json");
  const Finished child = run_program(own_program(), arguments);
  if (child.exit_code != 0) {
    throw Error(static_cast<Failure>(child.exit_code), "a row of the suite failed");
  }
  print_line(nlohmann::ordered_json::parse(child.output), options);
}

void run_suite(const Options& options) {
  std::set<int> threads{1, count_processors()};
  if (options.threads_given) threads = {options.what.threads};
  if (!options.json) std::cerr << table_head();
  for (const int count : threads) {
    for (Case row : standard_cases()) {
      row.threads = count;
      row.backend = options.what.backend;
      row.level = options.what.level;
      if (options.repeats_given) row.repeats = options.what.repeats;
      print_row_of_child(arguments_of(row), options);
    }
    Case bed = bed_case();
    bed.threads = count;
    auto arguments = arguments_of(bed);
    arguments.push_back("--read-bed");
    print_row_of_child(arguments, options);
  }
}

void run_roofline(const Options& options) {
  const int threads = options.what.threads > 0 ? options.what.threads : count_processors();
  measure_roofline(
      threads, [](const nlohmann::ordered_json& line) { std::cout << line.dump() << std::endl; });
}

}  // namespace

void perform(const Options& options) {
  switch (options.task) {
    case Task::help:
      std::cout << options.help;
      return;
    case Task::suite:
      return run_suite(options);
    case Task::roofline:
      return run_roofline(options);
    case Task::read_bed:
      return print_line(to_json(time_bed_reading(options.what)), options);
    case Task::schedule:
      std::cout << to_json(time_schedule(options.ring, options.what.way)).dump() << std::endl;
      return;
    case Task::shift:
      return shift_messages(options.what.repeats, [](const nlohmann::ordered_json& line) {
        std::cout << line.dump() << std::endl;
      });
    case Task::store:
      std::cout << to_json(time_store(options.hits, options.what.repeats)).dump() << std::endl;
      return;
    case Task::pack:
      std::cout << to_json(pack_file(options.file)).dump() << std::endl;
      return;
    case Task::measure:
      if (!options.json) std::cerr << table_head();
      return print_line(to_json(measure(options.what)), options);
  }
}

}  // namespace encke::bench
