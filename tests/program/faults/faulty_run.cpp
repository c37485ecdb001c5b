#include "faulty_run.hpp"

#include <unistd.h>

#include <cstdlib>
#include <nlohmann/json.hpp>
#include <sstream>
#include <thread>

namespace encke::test {
namespace {

std::string variable(const char* name) {
  const char* const value = std::getenv(name);
  return value == nullptr ? "" : value;
}

nlohmann::json summary_at(const std::string& prefix) {
  const std::string text = contents(prefix + ".summary.json");
  return text.empty() ? nlohmann::json::object() : nlohmann::json::parse(text);
}

}  // namespace

FaultyRun::FaultyRun(const std::string& parent) : Scratch(parent), program_(variable("ENCKE_BIN")) {
  if (program_.empty()) throw std::runtime_error("ENCKE_BIN does not name the program to test");
  std::filesystem::create_directory(output_directory());
}

void FaultyRun::TearDown() {
  const long killed = Process::killed() - killed_before_;
  RecordProperty("kills", std::to_string(killed));
}

std::string FaultyRun::in_memory() {
  return ::access("/dev/shm", W_OK) == 0 ? "/dev/shm" : ::testing::TempDir();
}

void FaultyRun::clear() const {
  std::filesystem::remove_all(output_directory());
  std::filesystem::create_directory(output_directory());
}

std::vector<std::string> FaultyRun::command(const std::string& arguments) const {
  std::vector<std::string> words = {program_};
  // every wait for the disk is to be there, however short the run is; only runs leave any out
  const bool of_matrix = arguments.starts_with("pcoa") || arguments.starts_with("group-test");
  std::istringstream stream(arguments + (of_matrix ? "" : " --sync-after 0") + " --out " +
                            prefix());
  for (std::string word; stream >> word;) words.push_back(word);
  return words;
}

Ended FaultyRun::run(const std::string& arguments, const Environment& additions) const {
  return say(command(arguments), additions);
}

Ended FaultyRun::run(const std::string& arguments, const Fault& fault) const {
  std::filesystem::remove(path("calls"));
  return run(arguments, environment(fault));
}

Ended FaultyRun::say(const std::vector<std::string>& words, const Environment& additions) const {
  return Process(words, additions, path("said")).wait();
}

void FaultyRun::succeed(const std::string& arguments) const {
  const Ended ended = run(arguments);
  EXPECT_EQ(ended.code, 0) << arguments << '\n' << ended.err;
  EXPECT_EQ(ended.err, "") << arguments;
  std::vector<std::string> expected = {"P.edges.tsv", "P.log", "P.summary.json"};
  if (arguments.find("--histogram") != std::string::npos) {
    expected.insert(expected.begin() + 1, {"P.histogram.svg", "P.histogram.tsv"});
  }
  EXPECT_EQ(names(), expected) << arguments;
}

bool FaultyRun::can_fail() { return !variable("ENCKE_FAULT_CALLS").empty(); }

Environment FaultyRun::environment(const Fault& fault) const {
  return {{"LD_PRELOAD", variable("ENCKE_FAULT_CALLS")},
          {"ENCKE_FAULT_UNDER", output_directory()},
          {"ENCKE_FAULT_LOG", path("calls")},
          {"ENCKE_FAULT_MODE", fault.mode},
          {"ENCKE_FAULT_AT", std::to_string(fault.at)},
          {"ENCKE_FAULT_ERRNO", std::to_string(fault.reason)}};
}

std::vector<LoggedCall> FaultyRun::calls() const {
  std::vector<LoggedCall> all;
  std::istringstream log(contents(path("calls")));
  for (std::string line; std::getline(log, line);) {
    const auto blank = line.find(' ');
    all.push_back({line.substr(0, blank), line.substr(blank + 1)});
  }
  return all;
}

std::vector<std::string> FaultyRun::names() const {
  std::vector<std::string> all;
  for (const auto& entry : std::filesystem::directory_iterator(output_directory())) {
    all.push_back(entry.path().filename().string());
  }
  std::sort(all.begin(), all.end());
  return all;
}

std::map<std::string, std::string> FaultyRun::outputs() const {
  std::map<std::string, std::string> all;
  for (const auto& name : names()) {
    if (name.ends_with(".tsv")) all[name] = contents(path("out/" + name));
  }
  all["digest"] = summary_at(prefix()).value("digest", "none");
  return all;
}

long FaultyRun::tiles_resumed() const { return summary_at(prefix()).value("tiles_resumed", -1L); }

void FaultyRun::wait_for_a_tile(Process& process) const {
  constexpr std::uintmax_t more_than_a_header = 200;
  const std::string file = state() + "/run-1-rank-0.blocks.open";
  while (!process.ends_within(std::chrono::milliseconds(1))) {
    std::error_code missing;
    const auto bytes = std::filesystem::file_size(file, missing);
    if (!missing && bytes > more_than_a_header) return;
  }
}

bool is_one_error(const std::string& text) {
  return text.starts_with("encke: error: ") && text.find('\n') == text.size() - 1;
}

}  // namespace encke::test
