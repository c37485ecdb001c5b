
#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <encke/base/error.hpp>
#include <encke/comm/agree.hpp>
#include <encke/comm/rank_shutdown.hpp>
#include <encke/file/output/leftovers.hpp>
#include <encke/job/output/sizes.hpp>
#include <encke/job/parts.hpp>
#include <encke/job/request/metric_table.hpp>
#include <encke/job/run_identity.hpp>
#include <encke/job/stored_run.hpp>
#include <encke/store/text/stored_domain.hpp>
#include <encke/store/text/stored_sites.hpp>
#include <encke/store/text/vector_ids.hpp>

namespace encke::job {
namespace {

std::string bytes_of(const std::vector<Index>& values) {
  std::string bytes(values.size() * sizeof(Index), '\0');
  std::memcpy(bytes.data(), values.data(), bytes.size());
  return bytes;
}

std::vector<Index> values_in(const std::string& bytes) {
  std::vector<Index> values(bytes.size() / sizeof(Index));
  std::memcpy(values.data(), bytes.data(), bytes.size());
  return values;
}

}  // namespace

StoredRun::StoredRun(const Request& request, const Communicator& world, const Observer& observer)
    : request_(request), observer_(observer), world_(world) {}

Index StoredRun::blocks_to_resume() {
  agree(world_, [&] {  // what a process that was killed has left of its packed blocks
    if (world_.is_root()) sink::remove_leftovers(packed_place().path);
  });
  if (!request_.resume) return 0;
  Index blocks = 0;
  agree(world_, [&] {
    const std::string manifest = store::manifest_of(store::directory_for(request_.out));
    if (!world_.is_root() || !exists(manifest)) return;
    try {
      const store::Identity found = store::Manifest::read_good_lines(manifest).identity;
      blocks = number(found, "blocks");
      resumed_ = found.hash();
    } catch (const Error& error) {
      if (error.failure() != Failure::checksum) throw;  // the run that is wanted has as many
    }
  });
  resumed_ = std::stoull(world_.broadcast(std::to_string(resumed_), 0));
  return std::stoll(world_.broadcast(std::to_string(blocks), 0));
}

PackedPlace StoredRun::packed_place() const {
  return {.path = request_.out + ".packed",
          .directory = resumed_ != 0 ? store::directory_for(request_.out) : "",
          .identity = resumed_};
}

void StoredRun::keep_packed(PackedBlocks& packed) const {
  agree(world_, [&] { packed.keep(store::directory_for(request_.out), identity_); });
}

bool StoredRun::is_whole(Outcome& outcome, const Observer& observer) const {
  if (!request_.resume || is_part(request_)) return false;
  std::string found;
  agree(world_, [&] {
    if (!world_.is_root() || exists(store::directory_for(request_.out))) return;
    const bool are_there = std::all_of(outcome.outputs.begin(), outcome.outputs.end(), exists);
    if (!are_there || !observer.is_whole(outcome)) return;
    found = "whole";
    for (const auto& path : outcome.outputs) sink::remove_leftovers(path);  // none is opened
  });
  outcome.was_whole = !world_.broadcast(found, 0).empty();
  return outcome.was_whole;
}

void StoredRun::open(const store::Identity& identity, const io::Source& source,
                     const Domain& domain, const store::InputRecord& about) {
  try {
    open_files(identity, source, domain, about);
  } catch (...) {
    drop_if_empty();
    throw;
  }
}

void StoredRun::open_store(const store::Identity& identity, const io::Source& source,
                           const Domain& domain, const store::InputRecord& about) {
  if (!request_.resume) refuse_complete_part(request_.out);
  store_.emplace(request_.resume ? store::RunStore::resume(request_.out, identity)
                                 : store::RunStore::create(request_.out, identity));
  remarks_ = store_->remarks();
  const std::string& directory = store_->directory();
  if (const auto damage = store::damage_of_ids(directory, entry(identity, "ids"))) {
    store::write_ids(directory, source.names());
    note_damage(store::ids_name, *damage);
  }
  if (const std::string* const digest = identity.find("sites")) {
    if (const auto damage = store::damage_of_sites(directory, *digest)) {
      store::write_sites(directory, source.sites().texts());
      note_damage(store::sites_name, *damage);
    }
  }
  if (!domain.everything()) {
    if (const auto damage = store::damage_of_domain(directory, domain.text())) {
      store::write_domain(directory, domain);
      note_damage(store::domain_name, *damage);
    }
  }
  if (const auto damage = store::damage_of_input_record(directory)) {
    store::write_input_record(directory, about);
    note_damage(store::about_name, *damage);
  }
}

/// Notes the damage of a file that a run which had tiles should have had.
void StoredRun::note_damage(const char* file, const std::string& damage) {
  if (store_->done().empty()) return;
  remarks_.push_back(
      fmt::format("{}/{}: {}; it was written again", store_->directory(), file, damage));
}

void StoredRun::open_files(const store::Identity& identity, const io::Source& source,
                           const Domain& domain, const store::InputRecord& about) {
  Index run = 0;
  agree(world_, [&] {
    if (!world_.is_root()) return;
    open_store(identity, source, domain, about);
    run = store_->run();
  });
  run = std::stoll(world_.broadcast(std::to_string(run), 0));
  identity_ = identity.hash();
  const std::string path =
      store::directory_for(request_.out) + "/" + store::block_name(run, world_.rank());
  const std::string done = world_.broadcast(store_ ? bytes_of(store_->done()) : "", 0);
  done_ = std::make_shared<const std::vector<Index>>(values_in(done));
  agree(world_, [&] {
    writer_.emplace(path, identity.hash(),
                    store::WriterOptions{.buffer = writer_buffer,
                                         .top = request_.top.value_or(0),
                                         .best = stores_best_only(request_),
                                         .columns = metric_of(request_).columns});
  });
}

Index StoredRun::hits_before() const {
  Index hits = 0;
  if (!store_) return hits;
  for (const store::BlockFile& file : store_->files()) hits += file.hits;
  return hits;
}

void StoredRun::keep() noexcept {
  try {
    writer_->sync();
    writer_->finish();
  } catch (...) {  // the tiles that are whole can be read without the end of the file
    writer_->abandon();
  }
}

void StoredRun::commit_closed() noexcept {
  try {
    if (store_) store_->commit_closed();
  } catch (...) {  // whoever resumes finds the files all the same
  }
}

void StoredRun::leave_if_stopped(const std::optional<Error>& stop) {
  const RankShutdown shutdown = shut_down(world_, stop.has_value(), std::chrono::seconds(10));
  if (shutdown == RankShutdown::all_done) return;
  const Error elsewhere(Failure::stopped, "stopped by a signal to another rank");
  const Error error = to_be_resumed(stop.value_or(elsewhere));
  if (shutdown == RankShutdown::alone) {
    commit_closed();
    throw error;
  }
  try {
    commit();
  } catch (const Error&) {  // a resumed run finds the files without the manifest, too
  }
  throw AgreedError(error.failure(), error.what());
}

void StoredRun::drop_if_empty() noexcept {
  if (writer_) writer_->abandon();
  try {
    if (store_) store_->remove_if_empty();
  } catch (...) {  // the next run goes on with it; what is reported is the error before
  }
}

Error StoredRun::to_be_resumed(const Error& error) const {
  return Error(Failure::stopped,
               fmt::format("{}; what is done is in {}: {}", error.what(),
                           store::directory_for(request_.out), observer_.way_to_resume()));
}

Error StoredRun::to_be_repaired(const Error& error) const {
  return Error(Failure::checksum,
               fmt::format("{}; {}", error.what(), observer_.way_to_repair(request_.out)));
}

void StoredRun::check_stop(Observer& observer) const {
  agree(world_, [&] {
    try {
      observer.check_stop();
    } catch (const Error& error) {
      if (error.failure() != Failure::stopped) throw;
      throw to_be_resumed(error);
    }
  });
}

std::string StoredRun::remove() {
  try {
    store_->remove();
    return "";
  } catch (const Error& error) {
    return fmt::format("note: {}; the output is complete, {} is not needed any more", error.what(),
                       store_->directory());
  }
}

void StoredRun::commit() {
  const auto& mine = writer_->result();
  const auto files = world_.gather(mine ? text(*mine) : "", 0);
  agree(world_, [&] {
    std::vector<store::BlockFile> finished;
    for (const auto& file : files) {
      if (!file.empty()) finished.push_back(store::block_file_from(file));
    }
    if (!finished.empty()) store_->commit(finished);
  });
}

std::optional<Error> words_of_stop(const Plan& plan, Observer& observer) {
  if (!plan.stop.is_set()) return {};
  try {
    observer.check_stop();
  } catch (const Error& error) {
    if (error.failure() == Failure::stopped) return error;
    throw;
  }
  return {};
}

}  // namespace encke::job
