#include <algorithm>
#include <encke/base/error.hpp>
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

}  // namespace

Edges::Edges(const std::string& prefix, Ids ids, EdgeFormat format, const SortLimits& limits,
             Compression compression)
    : ids_(std::move(ids)),
      format_(format),
      limits_(limits),
      file_(path_for(prefix, format) + ending(compression)) {}

void Edges::begin(const SinkInfo& info) {
  lines_.emplace(format_, ids_, info);
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
  sorter->add(hits);
}

void Edges::flush_before(Index vector) {
  if (pairs_) print(*pairs_);
  if (triples_) print(*triples_);
  flushed_ = vector;
}

void Edges::finish() {
  if (pairs_) print(*pairs_);
  if (triples_) print(*triples_);
  file_.commit();
}

template <int Way>
void Edges::print(HitSorter<Way>& sorter) {
  sorter.drain([this](std::span<const Hit<Way>> hits) {
    for (const auto& hit : hits) {
      char* const begin = file_.prepare(lines_->longest());
      file_.advance(static_cast<std::size_t>(lines_->print(begin, hit) - begin));
    }
  });
}

std::int64_t Edges::memory() const {
  return limits_.bytes + static_cast<std::int64_t>(OutputFile::default_buffer);
}

}  // namespace encke::sink
