#include <algorithm>
#include <cstddef>
#include <encke/file/output/leftovers.hpp>
#include <encke/sink/format/hit_sorter.hpp>
#include <encke/sink/format/order_hits.hpp>
#include <utility>

namespace encke::sink {
namespace {

constexpr std::size_t least_hits = 8;

/// Moves heap[0] down to its place after it has grown. `before(a, b)`: a belongs above b.
template <class T, class Before>
void sift_down(std::vector<T>& heap, Before before) {
  const std::size_t size = heap.size();
  for (std::size_t parent = 0;;) {
    std::size_t child = 2 * parent + 1;
    if (child >= size) return;
    if (child + 1 < size && before(heap[child + 1], heap[child])) ++child;
    if (!before(heap[child], heap[parent])) return;
    std::swap(heap[child], heap[parent]);
    parent = child;
  }
}

}  // namespace

/// Reads one run through a block of memory.
template <int Way>
class HitSorter<Way>::Cursor {
 public:
  Cursor(const PosixFile& file, const Run& run, std::span<Hit<Way>> block)
      : file_(&file), rest_(run), block_(block) {
    refill();
  }

  const Hit<Way>& hit() const { return *at_; }
  /// False at the end of the run.
  bool next() { return ++at_ != end_ || refill(); }

 private:
  bool refill() {
    const Index count = std::min<Index>(rest_.count, static_cast<Index>(block_.size()));
    if (count == 0) return false;
    constexpr Index hit_bytes = sizeof(Hit<Way>);
    const auto part = block_.first(static_cast<std::size_t>(count));
    file_->read_at(rest_.first * hit_bytes, std::as_writable_bytes(part));
    rest_ = {rest_.first + count, rest_.count - count};
    at_ = part.data();
    end_ = at_ + count;
    return true;
  }

  const PosixFile* file_;
  Run rest_;
  std::span<Hit<Way>> block_;
  const Hit<Way>* at_ = nullptr;
  const Hit<Way>* end_ = nullptr;
};

template <int Way>
HitSorter<Way>::HitSorter(std::string stem, const SortLimits& limits)
    : stem_(std::move(stem)),
      capacity_(std::max(
          least_hits,
          static_cast<std::size_t>(std::max<std::int64_t>(limits.bytes, 0)) / sizeof(Hit<Way>))),
      // A merge needs a block of at least one hit for each run and one for what it passes on.
      fan_in_(std::clamp<std::size_t>(static_cast<std::size_t>(std::max(limits.fan_in, 2)), 2,
                                      capacity_ / 2)) {}

template <int Way>
void HitSorter<Way>::add(std::span<const Hit<Way>> hits) {
  if (buffer_.empty() && buffer_.capacity() < run_length()) {
    release(buffer_);
    buffer_.reserve(run_length());
  }
  while (!hits.empty()) {
    if (buffer_.size() == run_length()) spill_buffer();
    const std::size_t step = std::min(hits.size(), run_length() - buffer_.size());
    buffer_.insert(buffer_.end(), hits.begin(), hits.begin() + static_cast<std::ptrdiff_t>(step));
    hits = hits.subspan(step);
  }
}

template <int Way>
void HitSorter<Way>::drain(const Consumer& consumer, int workers) {
  if (spill_.runs.empty()) {
    order(workers);
    if (!buffer_.empty()) consumer(buffer_);
  } else {
    spill_buffer();
    while (spill_.runs.size() > fan_in_) spill_ = merged_pass(spill_);
    merge(spill_.file, spill_.runs, consumer);
  }
  buffer_.clear();
  release(spare_);
  spill_ = {};
}

/// In place, where there is no memory beside them.
template <int Way>
void HitSorter<Way>::order(int workers) {
  if (buffer_.size() > capacity_ / 2) {
    std::sort(buffer_.begin(), buffer_.end(), precedes);
  } else {
    order_hits(buffer_, spare_, workers);
  }
}

template <int Way>
void HitSorter<Way>::spill_buffer() {
  if (!spill_.file.is_open()) spill_ = new_spill();
  order(1);
  spill_.runs.push_back({spill_.hits, static_cast<Index>(buffer_.size())});
  append(spill_, buffer_);
  buffer_.clear();
  if (buffer_.capacity() > run_length()) {  // that of the first run
    release(buffer_);
    buffer_.reserve(run_length());
  }
}

template <int Way>
auto HitSorter<Way>::new_spill() const -> Spill {
  return {create_nameless(stem_), 0, {}};
}

template <int Way>
auto HitSorter<Way>::merged_pass(const Spill& spill) -> Spill {
  Spill merged = new_spill();
  const std::span<const Run> runs = spill.runs;
  for (std::size_t first = 0; first < runs.size(); first += fan_in_) {
    const auto group = runs.subspan(first, std::min(fan_in_, runs.size() - first));
    const Index begin = merged.hits;
    merge(spill.file, group, [&](std::span<const Hit<Way>> hits) { append(merged, hits); });
    merged.runs.push_back({begin, merged.hits - begin});
  }
  return merged;
}

template <int Way>
void HitSorter<Way>::merge(const PosixFile& file, std::span<const Run> runs,
                           const Consumer& consumer) {
  release(spare_);
  if (buffer_.capacity() < capacity_) release(buffer_);  // rather than both
  buffer_.resize(capacity_);
  const std::size_t block = capacity_ / (runs.size() + 1);
  const std::span<Hit<Way>> memory = buffer_;
  const std::span<Hit<Way>> out = memory.subspan(runs.size() * block);
  std::vector<Cursor> heap;
  heap.reserve(runs.size());
  for (std::size_t r = 0; r < runs.size(); ++r) {
    heap.emplace_back(file, runs[r], memory.subspan(r * block, block));
  }
  const auto before = [](const Cursor& a, const Cursor& b) { return precedes(a.hit(), b.hit()); };
  std::make_heap(heap.begin(), heap.end(),
                 [&](const Cursor& a, const Cursor& b) { return before(b, a); });
  std::size_t filled = 0;
  while (!heap.empty()) {
    out[filled++] = heap.front().hit();
    if (filled == out.size()) consumer(out.first(std::exchange(filled, 0)));
    if (!heap.front().next()) {
      std::swap(heap.front(), heap.back());
      heap.pop_back();
    }
    sift_down(heap, before);
  }
  if (filled > 0) consumer(out.first(filled));
}

template <int Way>
void HitSorter<Way>::append(Spill& spill, std::span<const Hit<Way>> hits) {
  spill.file.write(std::as_bytes(hits));
  spill.hits += static_cast<Index>(hits.size());
}

template class HitSorter<2>;
template class HitSorter<3>;

}  // namespace encke::sink
