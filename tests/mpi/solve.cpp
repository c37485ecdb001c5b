#include "solve.hpp"

#include <unistd.h>

#include <encke/store/publish.hpp>
#include <filesystem>
#include <stdexcept>

namespace encke::test {
namespace {

/// In memory where the system has a directory there: waiting for a disk takes long.
std::string new_directory() {
  const bool memory = ::access("/dev/shm", W_OK) == 0;
  std::string name =
      (memory ? std::filesystem::path("/dev/shm") : std::filesystem::temp_directory_path()) /
      "encke-XXXXXX";
  if (::mkdtemp(name.data()) == nullptr) throw std::runtime_error("no temporary directory");
  return name;
}

}  // namespace

std::vector<Decomposition> factorisations(int ranks) {
  std::vector<Decomposition> all;
  for (int v = 1; v <= ranks; ++v) {
    for (int f = 1; f <= ranks; ++f) {
      if (ranks % (v * f) == 0) all.push_back({v, f, ranks / v / f});
    }
  }
  return all;
}

std::string text(const Decomposition& d, const Cut& cut) {
  const auto number = [](Index n) { return std::to_string(n); };
  return number(d.vector) + " x " + number(d.field) + " x " + number(d.replica) + ", blocks of " +
         number(cut.block) + ", " + number(cut.phases) + " phases, " + number(cut.stages) +
         " stages";
}

SharedStore::SharedStore(const Communicator& world) : world_(world) {
  identity_.add("what", "a test");
  agree(world_, [&] {
    if (!world_.is_root()) return;
    directory_ = new_directory();
    store_ = store::RunStore::create(directory_ + "/run", identity_);
  });
  directory_ = world_.broadcast(directory_, 0);
}

SharedStore::~SharedStore() {
  std::error_code ignored;
  if (world_.is_root()) std::filesystem::remove_all(directory_, ignored);
}

store::BlockWriter SharedStore::writer(int part) const {
  const std::string name =
      store::block_name(1, static_cast<Index>(part) * world_.size() + world_.rank());
  return {store::directory_for(directory_ + "/run") + "/" + name, identity_.hash()};
}

void SharedStore::commit(const store::BlockWriter& writer) {
  const auto& mine = writer.result();
  const auto files = world_.gather(mine ? text(*mine) : "", 0);
  agree(world_, [&] {
    for (const auto& file : files) {
      if (!file.empty()) store_->commit(store::block_file_from(file));
    }
  });
}

store::Totals SharedStore::publish(const Partition& partition, const SinkInfo& info,
                                   Sink& sink) const {
  const store::BlockSet set({directory_ + "/run"});
  store::check_complete(set, partition, info);
  store::publish(set, partition, info, sink);
  return set.totals();
}

}  // namespace encke::test
