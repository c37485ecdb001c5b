#pragma once

#include <encke/base/error.hpp>
#include <encke/comm/communicator.hpp>
#include <encke/distributed/demand/packed_blocks.hpp>
#include <encke/io/source.hpp>
#include <encke/job/observer.hpp>
#include <encke/job/request/request.hpp>
#include <encke/store/block/block_writer.hpp>
#include <encke/store/run_store.hpp>
#include <encke/store/text/input_record.hpp>
#include <memory>
#include <optional>
#include <vector>

namespace encke::job {

/// The stored state of a run (P.blocks/) as all ranks use it: the root rank has the directory, each
/// rank writes its own block file. All functions are collective unless they say otherwise, and
/// throw on all ranks.
class StoredRun {
 public:
  /// `observer`: says what people may do about an error.
  StoredRun(const Request& request, const Communicator& world, const Observer& observer);

  /// With --resume: the number of blocks of the run that is there; else, or if there is none, 0.
  Index blocks_to_resume();
  /// True where the run is to be resumed, nothing of it is stored, and an earlier run has made all
  /// of it: `outcome` says so then.
  bool is_whole(Outcome& outcome, const Observer& observer) const;
  /// Not collective, after blocks_to_resume(): where the input's packed blocks may be kept.
  PackedPlace packed_place() const;
  /// After open(): keeps them for a later process of this run.
  void keep_packed(PackedBlocks& packed) const;
  /// Begins or resumes the run, and creates this rank's block file. Where it throws, it leaves no
  /// run without a tile behind.
  void open(const store::Identity& identity, const io::Source& source, const Domain& domain,
            const store::InputRecord& about);

  /// Not collective, of the root: what was found damaged and what was done about it, a sentence
  /// each.
  const std::vector<std::string>& remarks() const { return remarks_; }
  /// Ids of the tiles that are done, ascending.
  std::shared_ptr<const std::vector<Index>> done() const { return done_; }
  /// Not collective, of the root (others: 0): hits of these.
  Index hits_before() const;
  /// Not collective: where this rank's hits go.
  store::BlockWriter& writer() { return *writer_; }
  /// Not collective: closes this rank's file early, so that what it has is kept for good.
  void keep() noexcept;
  /// Not collective: takes what is closed into the manifest, after a stop and where it can.
  void commit_closed() noexcept;
  /// After computing: throws if this rank has stopped or, all ranks together, if another has; what
  /// is done is kept.
  void leave_if_stopped(const std::optional<Error>& stop);
  /// Not collective, after an error: removes the state where there is no tile to resume from.
  void drop_if_empty() noexcept;
  /// Not collective: the error of a run that was stopped, with the way to go on.
  Error to_be_resumed(const Error& error) const;
  /// Not collective: the error of a run whose stored tiles are damaged, with the way to go on.
  Error to_be_repaired(const Error& error) const;
  /// Asks the observer between steps that follow the computing. Throws the error of a run that is
  /// to be resumed where one rank's observer wants to stop.
  void check_stop(Observer& observer) const;
  /// Not collective, of the root, when the outputs are complete: removes the state. Returns a note
  /// where it could not: that is no reason to fail.
  std::string remove();
  /// Takes the finished block files of all ranks into the manifest.
  void commit();

  /// Not collective, of the root alone.
  store::RunStore& store() { return *store_; }
  const store::RunStore& store() const { return *store_; }

 private:
  void open_files(const store::Identity& identity, const io::Source& source, const Domain& domain,
                  const store::InputRecord& about);
  void open_store(const store::Identity& identity, const io::Source& source, const Domain& domain,
                  const store::InputRecord& about);
  void note_damage(const char* file, const std::string& damage);

  const Request& request_;
  const Observer& observer_;
  Communicator world_;
  std::uint64_t resumed_ = 0;  ///< hash of the identity of the run that is there
  std::uint64_t identity_ = 0;
  std::optional<store::RunStore> store_;
  std::optional<store::BlockWriter> writer_;
  std::shared_ptr<const std::vector<Index>> done_;
  std::vector<std::string> remarks_;
};

/// Why the observer wants to stop, if the plan's flag is set: the flag alone does not say it.
std::optional<Error> words_of_stop(const Plan& plan, Observer& observer);

}  // namespace encke::job
