#include <array>
#include <encke/base/stopwatch.hpp>
#include <encke/comm/agree.hpp>
#include <encke/file/posix_file.hpp>
#include <encke/host/region.hpp>
#include <encke/job/output/format_table.hpp>
#include <encke/job/printing/print_together.hpp>
#include <encke/job/publish.hpp>
#include <encke/job/rank_totals.hpp>
#include <encke/job/run_identity.hpp>
#include <encke/sink/format/edges.hpp>
#include <encke/store/publish.hpp>
#include <memory>
#include <numeric>
#include <string>
#include <vector>

namespace encke::job {
namespace {

/// Hits of all ranks from which on it is worth while to open the stored tiles on each.
constexpr Index many_hits = Index{1} << 16;

/// On the root: whether the lines are worth while, and fit on the disk twice.
bool is_worth_while(const Opened& input, const StoredRun& stored, Outputs& outputs) {
  const sink::Edges* const edges = outputs.edges_alone();
  const Index hits = stored.store().totals().hits;
  if (hits < many_hits || edges == nullptr || !edges->can_be_shared()) return false;
  const store::BlockSet set({input.request.out});
  const auto line =
      static_cast<Index>(edges->longest_line(sink_info(set.identity(), input.compared.domain)));
  return free_bytes(directory_of(input.request.out)) / (2 * line) >= hits;
}

/// The file that a rank prints into.
class PrintedShare {
 public:
  /// On the root that of the outputs, elsewhere one that gets no name.
  PrintedShare(const Opened& input, Outputs* outputs, int rank) : request_(input.request) {
    if (outputs != nullptr) {
      edges_ = outputs->edges_alone();
      sink_ = &outputs->sink();
      return;
    }
    // A name of its own: files of that of the run which this node does not see locked would go.
    request_.out += ".rank-" + std::to_string(rank);
    own_ = format_of(request_).make(request_, ids_of_values(request_, input.source->names()),
                                    sites_of_values(request_, input.source->sites()), set_);
    edges_ = dynamic_cast<sink::Edges*>(own_.get());
    edges_->hide();
    sink_ = own_.get();
  }

  sink::Edges& edges() { return *edges_; }
  Sink& sink() { return *sink_; }

 private:
  Request request_;
  sink::OutputSet set_;
  std::unique_ptr<Sink> own_;
  sink::Edges* edges_ = nullptr;
  Sink* sink_ = nullptr;
};

/// Prints the share of this rank. Returns its bytes.
Index print_share(const Opened& input, PrintedShare& share, const Communicator& world,
                  Observer& observer) {
  const store::BlockSet set({input.request.out});
  const auto [info, partition] = problem_of(set, input.compared.domain);
  const io::Stopwatch watch;
  store::publish_strips(set, partition, info, share.sink(),
                        store::strips_of(set, world.rank(), world.size()), [&](Index hits) {
                          observer.check_stop();
                          if (world.is_root()) {
                            observer.writing(hits * world.size(), set.totals().hits,
                                             watch.seconds());
                          }
                        });
  return share.edges().printed_bytes();
}

/// Does `work`, on all ranks; what fails says how to go on.
template <class Work>
void together(const StoredRun& stored, const Communicator& world, const Work& work) {
  agree(world, [&] {
    try {
      work();
    } catch (const Error& error) {
      if (error.failure() == Failure::checksum) throw stored.to_be_repaired(error);
      if (error.failure() != Failure::stopped) throw;
      throw stored.to_be_resumed(error);
    }
  });
}

}  // namespace

void print_together(const Opened& input, const StoredRun& stored, Outputs* outputs,
                    Outcome& outcome, const Communicator& world, Observer& observer) {
  if (world.size() == 1 || is_part(input.request) || ranks_on_node(world) < world.size()) return;
  std::int64_t shared = 0;
  together(stored, world, [&] {
    if (world.is_root()) shared = is_worth_while(input, stored, *outputs) ? 1 : 0;
  });
  world.broadcast(std::as_writable_bytes(std::span(&shared, 1)), 0);
  if (shared == 0) return;
  const Region region("write");
  const io::Stopwatch watch;
  std::unique_ptr<PrintedShare> share;
  Index bytes = 0;
  together(stored, world, [&] {
    share = std::make_unique<PrintedShare>(input, outputs, world.rank());
    bytes = print_share(input, *share, world, observer);
  });
  const std::vector<std::int64_t> all = world.all_gather(std::span(&bytes, 1));
  Index place = 0;
  together(stored, world, [&] {
    if (!world.is_root()) return;
    place = share->edges().leave_room(std::accumulate(all.begin() + 1, all.end(), Index{0}));
  });
  world.broadcast(std::as_writable_bytes(std::span(&place, 1)), 0);
  const std::string path =
      world.broadcast(world.is_root() ? share->edges().temporary_path() : std::string(), 0);
  together(stored, world, [&] {
    if (world.is_root()) return;
    share->edges().copy_lines_to(
        path, std::accumulate(all.begin() + 1, all.begin() + world.rank(), place));
  });
  if (world.is_root()) outputs->note_printed();
  outcome.seconds_publish += watch.seconds();
}

}  // namespace encke::job
