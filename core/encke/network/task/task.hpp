#pragma once

#include <chrono>
#include <encke/comm/communicator.hpp>
#include <encke/file/file_record.hpp>
#include <encke/network/task/request.hpp>
#include <encke/network/task/results.hpp>
#include <string>
#include <utility>
#include <vector>

namespace encke::network {

/// One clustering, in numbers.
struct ClusteringReport {
  double inflation = 0;
  Index clusters = 0;
  Index largest = 0;
  Index singletons = 0;
  Index overlapping = 0;
  int iterations = 0;
};

/// A set of nodes, as a page shows it.
struct ShownSet {
  std::string of;    ///< "MCL_2", "component"
  Index number = 0;  ///< from 1
  Index nodes = 0;
  std::string names;  ///< of the first ones, with blanks between
};

/// A file that was written.
struct Written {
  std::string path;
  std::string digest;  ///< of its bytes
};

/// What was done: all that a log or a summary tells. A value.
struct Outcome {
  Request request{};
  std::chrono::system_clock::time_point started = std::chrono::system_clock::now();
  std::chrono::system_clock::time_point finished{};
  std::vector<io::FileRecord> files{};  ///< read
  std::string format;                   ///< of the edges
  int way = 2;
  Index lines = 0;
  Index passed = 0;
  Index bytes_read = 0;  ///< most memory that the graph took while it was made
  Dropped dropped{};
  std::vector<std::string> hubs{};  ///< nodes dropped by --max-degree
  Index nodes = 0;
  Index edges = 0;
  Index components = 0;
  Index largest_component = 0;
  Index isolated = 0;  ///< nodes without an edge
  std::vector<ClusteringReport> clusterings{};
  Index triangles = 0;  ///< with Request::triangles
  double transitivity = 0;
  Index seeds = 0;
  Index seeds_missing = 0;
  Index reached = 0;  ///< lines of the reach file
  Index embedded_components = 0;
  Index embedded_nodes = 0;
  double most_residual = 0;
  Index sets = 0;
  Index sets_too_small = 0;
  Index sets_too_large = 0;
  std::vector<Written> written{};
  std::vector<ShownSet> largest_sets{};  ///< with Request::page: of each kind the largest
  /// With Request::page: the names of pictures() and their SVG, where that is not too long.
  std::vector<std::pair<std::string, std::string>> shown_pictures{};
  std::vector<std::string> remarks{};
  Index resumed = 0;  ///< components that were done
  Index pieces = 0;   ///< that edges were worked on in, where memory did not hold them; else 0
  int threads = 1;
  int ranks = 1;  ///< that share the components
  std::int64_t memory_planned = 0;
  std::int64_t peak_memory = 0;
  double seconds_expected = 0;  ///< for clusters, of preview()
  double seconds_read = 0;
  double seconds_cluster = 0;
  double seconds_embed = 0;
  double seconds_write = 0;
  double seconds_total = 0;
};

/// Follows a task.
class Observer {
 public:
  virtual ~Observer() = default;
  /// Throws what is to end the task. Called by several threads.
  virtual void check_stop() {}
  /// A sentence for people.
  virtual void note(const std::string& /*sentence*/) {}
  /// Endings of files that are published with the results, and their contents.
  virtual std::vector<std::string> text_endings() const { return {}; }
  virtual std::vector<std::string> texts(const Outcome& /*outcome*/) const { return {}; }
};

/// Reads edges, finds what is asked for, and writes it: all files get their names together, or none
/// does. Throws as read_edges(); Error(inconsistent) where no edge is left, where a seed is not
/// there, or where a format cannot hold a name; OutOfMemory before anything is computed;
/// Error(open), Error(write). `helpers`: other ranks that are in help_with(), or null.
Outcome perform(const Request& request, Observer& observer, Helpers* helpers = nullptr);

/// True if other ranks have something to do in a request.
bool can_be_shared(const Request& request);
/// On ranks other than the root, while it has Helpers: works on what these hand out. `check_stop`
/// is called now and then, by several threads. Throws Error(rank_died).
void help_with(const Request& request, const Communicator& world,
               const std::function<void()>& check_stop);

/// How a request wants edges to be read. `observer` must outlive it.
EdgeOptions edge_options(const Request& request, Observer& observer);

/// Finds what `outcome.request` asks for in edges that were read, and writes it to `results`, whose
/// set is left to be committed. Throws as perform().
void find_and_write(EdgesRead read, const Beside& beside, Results& results, Observer& observer,
                    Outcome& outcome);

/// The memory that a request needs and how many components there are, from the edges alone: what
/// perform() says before it computes, on each of so many ranks. Nothing is written.
Outcome preview(const Request& request, Observer& observer, int ranks = 1);

}  // namespace encke::network
