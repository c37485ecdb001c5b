#include <unistd.h>

#include <algorithm>
#include <encke/base/byte_hash.hpp>
#include <encke/base/error.hpp>
#include <encke/distributed/demand/packed_file.hpp>
#include <encke/file/output/leftovers.hpp>
#include <utility>

namespace encke {

struct PackedFile::Header {
  static constexpr std::uint64_t written = 0x31306b6361706b65;  // "ekpack01"
  std::uint64_t magic = 0;
  std::uint64_t key = 0;
  std::uint64_t identity = 0;
  Index list = 0;  ///< where the list begins
  Index entries = 0;
  std::uint64_t list_hash = 0;
  std::uint64_t unused = 0;
  std::uint64_t hash = 0;  ///< of what precedes

  std::uint64_t own_hash() const {
    ByteHash hashed;
    hashed.add(std::as_bytes(std::span(this, 1)).first(sizeof(Header) - sizeof hash));
    return hashed.value();
  }
};

namespace {

std::uint64_t hash_of(std::span<const std::byte> bytes) {
  ByteHash hash;
  hash.add(bytes);
  return hash.value();
}

[[noreturn]] void refuse(const std::string& path, const std::string& what) {
  throw Error(Failure::checksum,
              path + ": " + what + "; remove it, and its blocks are packed again");
}

}  // namespace

PackedFile::PackedFile(PackedFile&& other) noexcept
    : file_(std::move(other.file_)),
      key_(other.key_),
      entries_(std::move(other.entries_)),
      bytes_(other.bytes_),
      named_(std::exchange(other.named_, false)) {}

PackedFile& PackedFile::operator=(PackedFile&& other) noexcept {
  std::swap(file_, other.file_);
  std::swap(key_, other.key_);
  std::swap(entries_, other.entries_);
  std::swap(bytes_, other.bytes_);
  std::swap(named_, other.named_);
  return *this;
}

PackedFile::~PackedFile() {
  if (named_) ::unlink(file_.path().c_str());
}

PackedFile PackedFile::create(const std::string& path, std::uint64_t key) {
  PackedFile made(sink::create_temporary(path), key);
  made.named_ = true;
  const Header none;  // until finish()
  made.file_.write(std::as_bytes(std::span(&none, 1)));
  made.bytes_ = sizeof(Header);
  return made;
}

void PackedFile::add(Index first, const Parts& parts) {
  for (const PackedVectors& part : parts) {
    ByteHash hash;
    Index bytes = 0;
    for (const auto piece : part.buffers()) {
      file_.write(piece);
      hash.add(piece);
      bytes += std::ssize(piece);
    }
    entries_.push_back(
        {first, part.vectors(), part.keeps_masks() ? 1 : 0, bytes_, bytes, hash.value()});
    bytes_ += bytes;
  }
}

void PackedFile::finish(bool sync) {
  file_.write(std::as_bytes(std::span(entries_)));
  write_header(0);
  if (sync) file_.sync_now();
}

void PackedFile::write_header(std::uint64_t identity) {
  Header header{.magic = Header::written,
                .key = key_,
                .identity = identity,
                .list = bytes_,
                .entries = std::ssize(entries_),
                .list_hash = hash_of(std::as_bytes(std::span(entries_)))};
  header.hash = header.own_hash();
  file_.write_at(0, std::as_bytes(std::span(&header, 1)));
}

bool PackedFile::read_list(std::uint64_t key, std::optional<std::uint64_t> identity) {
  Header header;
  const Index size = file_.size();
  if (size < Index{sizeof header}) return false;
  file_.read_at(0, std::as_writable_bytes(std::span(&header, 1)));
  const bool ours = header.magic == Header::written && header.hash == header.own_hash() &&
                    header.key == key && header.identity == identity.value_or(header.identity);
  if (!ours || header.list + header.entries * Index{sizeof(Entry)} != size) return false;
  bytes_ = header.list;
  entries_.resize(idx(header.entries));
  file_.read_at(header.list, std::as_writable_bytes(std::span(entries_)));
  return hash_of(std::as_bytes(std::span(entries_))) == header.list_hash;
}

bool PackedFile::is_as_written(const Entry& entry) const {
  constexpr Index piece = Index{1} << 20;
  std::vector<std::byte> bytes(idx(std::min(entry.bytes, piece)));
  ByteHash hash;
  for (Index at = 0; at < entry.bytes; at += piece) {
    const auto now = std::span(bytes).first(idx(std::min(piece, entry.bytes - at)));
    file_.read_at(entry.offset + at, now);
    hash.add(now);
  }
  return hash.value() == entry.hash;
}

std::optional<PackedFile> PackedFile::find(const std::string& path, std::uint64_t key,
                                           std::uint64_t identity) {
  try {
    if (!exists(path)) return std::nullopt;
    PackedFile found(PosixFile::open_to_read(path), key);
    const auto& entries = found.entries_;
    const auto whole = [&](const Entry& entry) { return found.is_as_written(entry); };
    if (found.read_list(key, identity) && std::all_of(entries.begin(), entries.end(), whole)) {
      return found;
    }
  } catch (const Error&) {  // it is not there, or cannot be read: it is made again
  }
  return std::nullopt;
}

PackedFile PackedFile::open(const std::string& path, std::uint64_t key) {
  PackedFile found(PosixFile::open_to_read(path), key);
  if (!found.read_list(key, std::nullopt)) refuse(path, "not the packed blocks of this run");
  return found;
}

auto PackedFile::read(Index first, std::span<const PackedVectors> like) const -> Parts {
  const auto before = [](const Entry& entry, Index vector) { return entry.first < vector; };
  auto entry = std::lower_bound(entries_.begin(), entries_.end(), first, before);
  Parts parts;
  for (const PackedVectors& model : like) {
    if (entry == entries_.end() || entry->first != first) {
      throw Error(Failure::internal,
                  path() + ": no block that begins with vector " + std::to_string(first));
    }
    PackedVectors& part =
        parts.emplace_back(PackedVectors::allocate_like(model, entry->vectors, entry->masks != 0));
    ByteHash hash;
    Index at = entry->offset;
    for (const auto piece : part.buffers()) {
      file_.read_at(at, piece);
      hash.add(piece);
      at += std::ssize(piece);
    }
    if (hash.value() != entry->hash) {
      refuse(path(), "the block of vector " + std::to_string(first) + " is damaged");
    }
    part.received();
    ++entry;
  }
  return parts;
}

void PackedFile::keep(const std::string& path, std::uint64_t identity) {
  if (!named_) return;  // it has its name already
  write_header(identity);
  rename_file(file_.path(), path);
  named_ = false;
}

}  // namespace encke
