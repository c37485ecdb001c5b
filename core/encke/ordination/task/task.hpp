#pragma once

#include <chrono>
#include <cstdint>
#include <encke/file/file_record.hpp>
#include <encke/ordination/groups/grouping.hpp>
#include <encke/ordination/task/request.hpp>
#include <optional>
#include <string>
#include <vector>

namespace encke::ordination {

/// What was done: all that a log or a summary says. A value.
struct Outcome {
  Request request{};
  int threads = 1;
  Index samples = 0;
  std::optional<Pcoa> pcoa{};
  Grouping grouping{};
  std::vector<GroupTest> tests{};
  std::vector<io::FileRecord> inputs{};
  std::vector<std::string> outputs{};  ///< paths of all files, texts of the observer too
  std::vector<std::string> remarks{};
  std::int64_t memory_planned = 0;  ///< bytes
  std::chrono::system_clock::time_point started{};
  std::chrono::system_clock::time_point finished{};
  double seconds_read = 0;
  double seconds_compute = 0;
  double seconds_total = 0;
};

/// Follows a task.
class Observer {
 public:
  virtual ~Observer() = default;
  /// Throws what is to end the task. Called between its steps.
  virtual void check_stop() {}
  /// Endings of files that are published with the results, and their contents.
  virtual std::vector<std::string> text_endings() const { return {}; }
  virtual std::vector<std::string> texts(const Outcome& /*outcome*/) const { return {}; }
};

/// Reads distances, finds coordinates or compares groups, and writes what was found: all files get
/// their names together, or none does. Throws as read_distances() and read_sample_column();
/// Error(inconsistent) where a sample has no group; OutOfMemory before anything is computed;
/// Error(open), Error(write).
Outcome perform(const Request& request, Observer& observer);

}  // namespace encke::ordination
