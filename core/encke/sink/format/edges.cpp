#include <unistd.h>

#include <algorithm>
#include <encke/base/error.hpp>
#include <encke/file/posix_file.hpp>
#include <encke/host/threads/host_loop.hpp>
#include <encke/host/threads/turns.hpp>
#include <encke/sink/format/edges.hpp>
#include <utility>

namespace encke::sink {
namespace {

std::string path_for(const std::string& prefix, EdgeFormat format) {
  switch (format) {
    case EdgeFormat::abc:
      return prefix + ".abc";
    case EdgeFormat::packed:
      return prefix + ".bin";
    case EdgeFormat::edges:
    case EdgeFormat::named_alleles:
      break;
  }
  return prefix + ".edges.tsv";
}

constexpr std::size_t piece_hits = 4096;      // that a worker prints at a time, at most
constexpr std::size_t piece_bytes = 1 << 20;  // and these, or one hit

/// Hits that a worker prints at a time, of so many bytes each.
std::size_t hits_of_piece(std::size_t longest) {
  return std::clamp<std::size_t>(piece_bytes / longest, 1, piece_hits);
}

}  // namespace

Edges::Edges(const std::string& prefix, Ids ids, EdgeFormat format, const SortLimits& limits,
             Compression compression, EdgeColumns columns, EdgeOrder order)
    : ids_(std::move(ids)),
      format_(format),
      limits_(limits),
      file_(path_for(prefix, format) + ending(compression)),
      columns_(std::move(columns)),
      order_(order) {}

void Edges::begin(const SinkInfo& info) {
  lines_.emplace(format_, ids_, info, columns_);
  if (info.way == 2) pairs_.emplace(path(), limits_);
  if (info.way == 3) triples_.emplace(path(), limits_);
  file_.write(lines_->header());
}

void Edges::take(std::span<const Hit<2>> hits) { add(pairs_, hits); }
void Edges::take(std::span<const Hit<3>> hits) { add(triples_, hits); }

template <int Way>
void Edges::add(std::optional<HitSorter<Way>>& sorter, std::span<const Hit<Way>> hits) {
  const auto too_late = [this](const Hit<Way>& hit) { return hit.index[0] < flushed_; };
  if (!sorter || (flushed_ > 0 && std::any_of(hits.begin(), hits.end(), too_late))) {
    throw Error(Failure::internal,
                "an edge list got a " + std::to_string(Way) + "-way hit that was not announced");
  }
  if (order_ == EdgeOrder::as_it_comes) return print(hits);
  sorter->add(hits);
}

void Edges::flush_before(Index vector) {
  if (pairs_) print(*pairs_);
  if (triples_) print(*triples_);
  flushed_ = vector;
}

Index Edges::printed_bytes() {
  return file_.claim(0) - static_cast<Index>(lines_->header().size());
}

std::size_t Edges::longest_line(const SinkInfo& info) const {
  return EdgeLines(format_, ids_, info, columns_).longest();
}

void Edges::hide() {
  if (hidden_) return;
  hidden_ = PosixFile::open_to_read(file_.temporary_path());
  ::unlink(file_.temporary_path().c_str());
}

void Edges::copy_lines_to(const std::string& path, Index offset) {
  constexpr Index step = Index{1} << 20;
  const auto header = static_cast<Index>(lines_->header().size());
  const Index bytes = printed_bytes();
  if (bytes == 0) return;
  hide();
  PosixFile to = PosixFile::open_to_change(path);
  std::vector<std::byte> held(idx(std::min(step, bytes)));
  for (Index at = 0; at < bytes; at += step) {
    const auto piece = std::span(held).first(idx(std::min(step, bytes - at)));
    hidden_->read_at(header + at, piece);
    to.write_at(offset + at, piece);
  }
  to.close();
}

void Edges::finish() {
  if (pairs_) print(*pairs_);
  if (triples_) print(*triples_);
  file_.commit();
}

template <int Way>
void Edges::print(std::span<const Hit<Way>> hits) {
  for (const auto& hit : hits) {
    char* const begin = file_.prepare(lines_->longest());
    file_.advance(static_cast<std::size_t>(lines_->print(begin, hit) - begin));
  }
}

/// Each worker prints pieces. When those before it are printed a piece gets its place in the file,
/// where the worker writes it; or, where the file is compressed, it is passed on in its turn.
template <int Way>
void Edges::print_on(int workers, std::span<const Hit<Way>> hits) {
  const std::size_t piece = hits_of_piece(lines_->longest());
  printed_.resize(static_cast<std::size_t>(workers));
  for (auto& text : printed_) text.resize(piece * lines_->longest());
  Turns turns;
  const bool apart = file_.takes_stretches();
  const auto pieces = divide_up(std::ssize(hits), static_cast<Index>(piece));
  host_loop(workers, pieces, [&](Index p, int worker) {
    const auto first = static_cast<std::size_t>(p) * piece;
    char* const begin = printed_[static_cast<std::size_t>(worker)].data();
    char* end = begin;
    const auto print_piece = [&] {
      for (const auto& hit : hits.subspan(first, std::min(piece, hits.size() - first))) {
        end = lines_->print(end, hit);
      }
    };
    Index place = 0;
    turns.take(p, print_piece, [&] {
      const std::string_view text(begin, static_cast<std::size_t>(end - begin));
      apart ? void(place = file_.claim(text.size())) : file_.write(text);
    });
    if (apart) file_.write_at(place, std::as_bytes(std::span(begin, end)));
  });
}

template <int Way>
void Edges::print(HitSorter<Way>& sorter) {
  const int workers = host_workers();
  const auto consume = [this, workers](std::span<const Hit<Way>> hits) {
    workers > 1 && hits.size() > piece_hits ? print_on(workers, hits) : print(hits);
  };
  sorter.drain(consume, workers);
}

std::int64_t Edges::memory() const {
  const std::size_t text = std::max(piece_bytes, lines_ ? lines_->longest() : 0);
  return limits_.bytes + static_cast<std::int64_t>(OutputFile::default_buffer) +
         host_workers() * static_cast<std::int64_t>(text);
}

}  // namespace encke::sink
