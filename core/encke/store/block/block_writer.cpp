#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <encke/base/error.hpp>
#include <encke/base/histogram.hpp>
#include <encke/file/file_lock.hpp>
#include <encke/store/block/block_writer.hpp>
#include <limits>
#include <utility>

namespace encke::store {
namespace {

PosixFile create(const std::string& path) {
  struct stat status = {};
  const std::string closed = path + closed_ending;
  if (::lstat(closed.c_str(), &status) == 0) {
    throw Error(Failure::open, closed + ": cannot create: it exists already");
  }
  PosixFile file = PosixFile::create_new(path + open_ending);
  // Who resumes this run must not cut a file that is still written. No one else can have it yet.
  FileLock::try_lock(file);
  return file;
}

std::span<const std::byte> bytes_of(const auto& object) {
  return std::as_bytes(std::span(&object, 1));
}

void extend(std::vector<std::byte>& buffer, std::span<const std::byte> bytes) {
  buffer.insert(buffer.end(), bytes.begin(), bytes.end());
}

}  // namespace

BlockWriter::BlockWriter(std::string path, std::uint64_t identity, const WriterOptions& options)
    : path_(std::move(path)),
      identity_(identity),
      options_(options),
      file_(create(path_)),
      names_on_device_(!LateSyncs::wait()),
      last_sync_(std::chrono::steady_clock::now()) {
  if (options_.top > 0) largest_.emplace(options_.top);
}

template <class Action>
void BlockWriter::guarded(Action action) {
  if (failed_) {
    throw Error(Failure::write, file_.path() + ": cannot write: an earlier write failed");
  }
  failed_ = true;  // unless all goes well
  action();
  failed_ = false;
}

void BlockWriter::begin(const SinkInfo& info) {
  guarded([&] {
    way_ = info.way;
    sign_ = info.small_is_good ? -1 : 1;
    if (options_.best) best_.emplace(info);
    FileHeader header;
    header.way = static_cast<std::uint32_t>(info.way);
    header.identity = identity_;
    header.checksum = checksum_of(header);
    extend(buffer_, bytes_of(header));
    write_out();
    done_ = written_;
  });
}

void BlockWriter::start_tile(Index id) {
  guarded([&] {
    drop_open_tile();
    tile_ = id;
  });
}

void BlockWriter::take(std::span<const Hit<2>> hits) { add(hits); }
void BlockWriter::take(std::span<const Hit<3>> hits) { add(hits); }

template <int Way>
bool BlockWriter::wants(const Hit<Way>& hit) {
  if (!largest_ && !best_) return true;
  if (options_.columns && hit.cell != 0) return false;
  const bool best = best_ && best_->improve(hit);
  if (!largest_) return best;
  const double value = sign_ * hit.value;
  const bool top = value >= largest_->floor();
  largest_->add(value);
  return best || top;
}

template <int Way>
void BlockWriter::add(std::span<const Hit<Way>> hits) {
  guarded([&] {
    if (!tile_ || way_ != Way) {
      throw Error(Failure::internal, file_.path() + ": got a " + std::to_string(Way) +
                                         "-way hit that was not announced");
    }
    tile_hits_ += std::ssize(hits);
    if (!largest_ && !best_) return store(hits);
    for (const auto& hit : hits) {
      if (wants(hit)) store(std::span(&hit, 1));
    }
  });
}

/// Puts hits behind the open record, as many at a time as it has room for.
template <int Way>
void BlockWriter::store(std::span<const Hit<Way>> hits) {
  while (!hits.empty()) {
    RecordKind kind = RecordKind::hits;
    const auto some = hits.first(std::min<std::size_t>(hits.size(), 1024));
    if constexpr (Way == 2) {
      std::uint32_t vectors = 0, cells = 0;
      for (const auto& hit : some) {
        vectors |= hit.index[0] | hit.index[1];
        cells |= hit.cell;
      }
      if (StoredPair::holds(vectors, cells)) kind = RecordKind::pairs;
    }
    open_hits(kind);
    const auto each = static_cast<std::size_t>(bytes_of_hit(kind));
    const std::size_t held = buffer_.size() - *open_at_ - sizeof(RecordHead);
    const std::size_t most = std::max<std::size_t>(options_.buffer / each, 1) - held / each;
    const auto now = some.first(std::min(some.size(), most));
    const std::size_t at = buffer_.size();
    buffer_.resize(at + now.size() * each);
    std::byte* to = buffer_.data() + at;
    const auto put_next = [&to](const auto& record) {
      std::memcpy(to, &record, sizeof record);
      to += sizeof record;
    };
    for (const auto& hit : now) {
      if constexpr (Way == 2) {
        if (kind == RecordKind::pairs) {
          put_next(stored_pair(hit));
          continue;
        }
      }
      put_next(stored(hit));
    }
    tile_kept_ += std::ssize(now);
    hits = hits.subspan(now.size());
    if (now.size() < most) continue;
    close_hits();
    write_out();
  }
}

void BlockWriter::tile_done(const TileSummary& tile) {
  guarded([&] {
    if (tile_ != tile.id || tile_hits_ != tile.hits) {
      throw Error(Failure::internal, file_.path() + ": tile " + std::to_string(tile.id) + " with " +
                                         std::to_string(tile.hits) + " hits ends, but " +
                                         std::to_string(tile_hits_) + " hits of tile " +
                                         std::to_string(tile_.value_or(-1)) + " were passed");
    }
    close_hits();
    append_tile(tile);
    write_out();
    done_ = written_;
    sum_done_ = sum_;
    ++footer_.tiles;
    footer_.hits += tile_kept_;
    tile_.reset();
    tile_hits_ = tile_kept_ = 0;
  });
  if (std::chrono::steady_clock::now() - last_sync_ >= options_.sync_interval) sync();
}

void BlockWriter::sync() {
  guarded([&] {
    if (file_.sync()) bring_names_to_device();
  });
  last_sync_ = std::chrono::steady_clock::now();
}

/// Syncs the file and the directories that it is in: while syncs were left out they were not
/// brought.
void BlockWriter::bring_names_to_device() {
  if (std::exchange(names_on_device_, true)) return;
  const std::string directory = directory_of(file_.path());
  sync_directory(directory);
  sync_directory(directory_of(directory));
}

void BlockWriter::finish() {
  guarded([&] {
    drop_open_tile();
    if (footer_.tiles == 0) {
      ::unlink(file_.path().c_str());
      file_.close();
    } else {
      close_file();
    }
  });
  failed_ = true;  // nothing may follow
}

void BlockWriter::abandon() noexcept {
  failed_ = true;
  if (!result_ && footer_.tiles == 0) ::unlink(file_.path().c_str());
}

void BlockWriter::close_file() {
  footer_.sum = sum_;
  append(RecordKind::footer, 0, bytes_of(footer_));
  RecordHead head;
  std::memcpy(&head, buffer_.data(), sizeof head);
  write_out();
  if (file_.sync()) bring_names_to_device();
  file_.close();
  const std::string closed = path_ + closed_ending;
  rename_durably(file_.path(), closed);
  const std::string name = closed.substr(closed.rfind('/') + 1);
  result_ = BlockFile{name, written_, footer_.tiles, footer_.hits, head.checksum};
}

void BlockWriter::append(RecordKind kind, Index tile, std::span<const std::byte> payload) {
  const std::size_t at = buffer_.size();
  buffer_.resize(at + sizeof(RecordHead));
  extend(buffer_, payload);
  put({.kind = kind, .tile = tile}, at, payload);
}

/// Completes the head of a record whose payload stands behind it, and puts it at `at` of buffer_.
void BlockWriter::put(RecordHead head, std::size_t at, std::span<const std::byte> payload) {
  head.bytes = std::ssize(payload);
  head.payload_checksum = checksum_of(payload);
  head.checksum = checksum_of(head, written_ + static_cast<Index>(at), identity_);
  std::memcpy(buffer_.data() + at, &head, sizeof head);
  add_to_sum(sum_, head);
}

/// Afterwards a record of this kind is open.
void BlockWriter::open_hits(RecordKind kind) {
  if (open_at_ && open_kind_ == kind) return;
  close_hits();
  if (buffer_.size() >= options_.buffer) write_out();
  open_kind_ = kind;
  open_at_ = buffer_.size();
  buffer_.resize(buffer_.size() + sizeof(RecordHead));
}

void BlockWriter::close_hits() {
  if (!open_at_) return;
  const std::size_t at = *std::exchange(open_at_, std::nullopt);
  put({.kind = open_kind_, .tile = *tile_}, at,
      std::span(buffer_).subspan(at + sizeof(RecordHead)));
}

void BlockWriter::append_tile(const TileSummary& tile) {
  StoredTile stored{tile.tuples, tile_kept_, tile.digest.high(), tile.digest.low(), 0, 0, 0, 0};
  std::vector<StoredBin> bins;
  if (tile.histogram != nullptr) {
    const Histogram& histogram = *tile.histogram;
    for (std::size_t b = 0; b < histogram.counts.size(); ++b) {
      if (histogram.counts[b] != 0) bins.push_back({static_cast<Index>(b), histogram.counts[b]});
    }
    stored.width = histogram.width;
    stored.below = histogram.below;
    stored.nan = histogram.nan;
    stored.bins = static_cast<Index>(bins.size());
  }
  std::vector<std::byte> payload;
  extend(payload, bytes_of(stored));
  extend(payload, std::as_bytes(std::span(bins)));
  append(RecordKind::tile, tile.id, payload);
}

void BlockWriter::write_out() {
  file_.write_at(written_, buffer_);
  written_ += static_cast<Index>(buffer_.size());
  buffer_.clear();
}

void BlockWriter::drop_open_tile() {
  buffer_.clear();
  open_at_.reset();
  tile_.reset();
  tile_hits_ = tile_kept_ = 0;
  if (written_ > done_) file_.resize(done_);
  written_ = done_;
  sum_ = sum_done_;
}

double BlockWriter::floor() const {
  if (sign_ < 0 || (!largest_ && !best_)) return Sink::floor();
  const double top = largest_ ? largest_->floor() : Sink::ceiling();
  return best_ ? std::min(top, best_->floor()) : top;
}

double BlockWriter::ceiling() const {
  if (sign_ > 0 || (!largest_ && !best_)) return Sink::ceiling();
  const double top = largest_ ? -largest_->floor() : Sink::floor();
  return best_ ? std::max(top, best_->ceiling()) : top;
}

std::optional<Selected> BlockWriter::selected() const {
  if (failed_ || (!largest_ && !best_)) return std::nullopt;
  return Selected{};
}

double BlockWriter::bound_of(Index vector) const {
  if (!best_) return Sink::bound_of(vector);
  const double best = best_->bound_of(vector);
  if (!largest_) return best;
  const double top = sign_ * largest_->floor();
  return sign_ < 0 ? std::max(best, top) : std::min(best, top);
}

std::int64_t BlockWriter::memory() const {
  constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
  const auto buffers = 2 * static_cast<std::int64_t>(options_.buffer);  // a vector doubles
  const auto best =
      best_ ? static_cast<std::int64_t>(best_->entries().size_bytes()) : std::int64_t{0};
  return options_.top > (most - buffers - best) / 16 ? most : buffers + best + 16 * options_.top;
}

}  // namespace encke::store
