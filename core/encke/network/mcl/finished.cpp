#include <unistd.h>

#include <encke/base/byte_hash.hpp>
#include <encke/network/mcl/finished.hpp>
#include <encke/network/ranks/bytes.hpp>
#include <utility>

namespace encke::network {
namespace {

/// What each record begins with; its bytes tell apart what other versions and processors wrote.
constexpr std::uint64_t finished_mark = 0x656e636b656d6331ULL;

/// Numbers of a record before its sets.
struct FinishedHead {
  std::uint64_t mark = 0;
  FinishedComponents::Key key{};
  std::int64_t iterations = 0;
  std::int64_t overlapping = 0;
  std::uint64_t sets = 0;
  std::uint64_t members = 0;
};

std::uint64_t hash_of(std::span<const std::byte> bytes) {
  ByteHash hash;
  hash.add(bytes);
  return hash.value();
}

std::vector<std::byte> record_of(const FinishedComponents::Key& key,
                                 const FinishedComponent& component) {
  const NodeSets& sets = component.found.clusters;
  const FinishedHead head{.mark = finished_mark,
                          .key = key,
                          .iterations = component.iterations,
                          .overlapping = component.found.overlapping,
                          .sets = static_cast<std::uint64_t>(sets.count()),
                          .members = sets.members.size()};
  std::vector<std::byte> record;
  put(record, std::span(&head, 1));
  put(record, std::span(std::as_const(sets.begin)));
  put(record, std::span(std::as_const(sets.members)));
  const std::uint64_t hash = hash_of(record);
  put(record, std::span(&hash, 1));
  return record;
}

/// Takes a record off the front of `bytes`; false where none is there, or one that is not whole.
bool take_record(std::span<const std::byte>& bytes, FinishedComponents::Key& key,
                 FinishedComponent& component) {
  const auto whole = bytes;
  FinishedHead head;
  if (!take(bytes, std::span(&head, 1)) || head.mark != finished_mark) return false;
  if (head.sets >= bytes.size() || head.members >= bytes.size()) return false;
  NodeSets sets;
  sets.begin.resize(head.sets + 1);
  sets.members.resize(head.members);
  if (!take(bytes, std::span(sets.begin)) || !take(bytes, std::span(sets.members))) return false;
  std::uint64_t hash = 0;
  const auto hashed = whole.first(whole.size() - bytes.size());
  if (!take(bytes, std::span(&hash, 1)) || hash != hash_of(hashed)) return false;
  key = head.key;
  component.iterations = static_cast<int>(head.iterations);
  component.found = {std::move(sets), head.overlapping};
  return true;
}

}  // namespace

FinishedComponents::Key FinishedComponents::key_of(const Columns& start,
                                                   std::span<const double> options) {
  Key key;
  for (std::uint64_t* const hash : {&key.first, &key.second}) {
    ByteHash bytes;
    const std::uint64_t which = hash == &key.first ? 1 : 2;
    bytes.add(std::as_bytes(std::span(&which, 1)));
    bytes.add(std::as_bytes(options));
    bytes.add(std::as_bytes(std::span(start.begin)));
    bytes.add(std::as_bytes(std::span(start.row)));
    bytes.add(std::as_bytes(std::span(start.value)));
    *hash = bytes.value();
  }
  return key;
}

FinishedComponents::FinishedComponents(std::string path, bool resume) : path_(std::move(path)) {
  if (resume && exists(path_)) load();
}

void FinishedComponents::load() {
  file_ = PosixFile::open_or_create(path_);
  is_ours_ = file_.try_lock() != PosixFile::Lock::held;
  if (!is_ours_) return;
  std::vector<std::byte> bytes(static_cast<std::size_t>(file_.size()));
  file_.read_at(0, bytes);
  std::span<const std::byte> left = bytes;
  Index whole = 0;
  Key key;
  FinishedComponent component;
  while (take_record(left, key, component)) {
    done_.insert_or_assign(key, std::move(component));
    whole = static_cast<Index>(bytes.size() - left.size());
  }
  file_.resize(whole);
}

const FinishedComponent* FinishedComponents::find(const Key& key) {
  const std::scoped_lock lock(mutex_);
  const auto found = done_.find(key);
  if (found == done_.end()) return nullptr;
  ++resumed_;
  return &found->second;
}

void FinishedComponents::add(const Key& key, const FinishedComponent& component) {
  const std::scoped_lock lock(mutex_);
  if (!is_ours_) return;
  if (!file_.is_open()) {
    file_ = PosixFile::open_or_create(path_);
    is_ours_ = file_.try_lock() != PosixFile::Lock::held;
    if (!is_ours_) return;
    file_.resize(0);
  }
  file_.write_at(file_.size(), record_of(key, component));
}

void FinishedComponents::remove() {
  if (!file_.is_open() && exists(path_)) {  // of an earlier run
    file_ = PosixFile::open_or_create(path_);
    is_ours_ = file_.try_lock() != PosixFile::Lock::held;
  }
  if (file_.is_open() && is_ours_) ::unlink(path_.c_str());
  file_ = {};
}

}  // namespace encke::network
