#include <algorithm>
#include <encke/base/error.hpp>
#include <encke/base/index.hpp>
#include <encke/ld/links.hpp>
#include <encke/metric/r_squared.hpp>
#include <encke/run/run.hpp>

namespace encke::ld {
namespace {

/// Sets the bit of each pair that comes, of rows before `end`.
class BandSink final : public Sink {
 public:
  BandSink(BitBand& band, Index first, Index end) : band_(band), first_(first), end_(end) {}

  void begin(const SinkInfo& /*info*/) override {}
  void take(std::span<const Hit<2>> hits) override {
    for (const Hit<2>& hit : hits) {
      const Index row = first_ + hit.index[0];
      if (row < end_) band_.set(row, first_ + hit.index[1]);
    }
  }
  void take(std::span<const Hit<3>> /*hits*/) override {}
  void finish() override {}

 private:
  BitBand& band_;
  Index first_;
  Index end_;
};

/// How many vectors may be read at once.
Index vectors_at_once(const io::Source& source, const Plan& plan, Index all) {
  if (plan.memory <= 0 || all == 0) return all;
  const std::int64_t each =
      PackedVectors::bytes_for(source.element(), 1024, source.fields(), true) / 1024 + 1;
  return std::clamp<Index>(plan.memory / 2 / each, 1, all);
}

void note_margins(const PackedVectors& vectors, Index first, Links& links) {
  for (Index v = 0; v < vectors.vectors(); ++v) {
    const Index n = vectors.present_count(v), x = vectors.x_sum(v);
    const Index copies = std::max(n + x, n - x);
    links.major_frequency[idx(first + v)] =
        n == 0 ? 1 : static_cast<double>(copies) / static_cast<double>(2 * n);
    links.varies[idx(first + v)] = n * vectors.square_sum(v) != x * x;
  }
}

}  // namespace

Links find_links(io::Source& source, Range chromosome, std::span<const double> coordinates,
                 double distance, double r2, const Plan& plan, Index at_once) {
  const Index size = chromosome.size();
  const Window window = Window::within_distance(coordinates, distance);
  Links links{.linked = BitBand(window.ends()),
              .major_frequency = std::vector<double>(idx(size)),
              .varies = std::vector<bool>(idx(size))};
  Plan each = plan;
  each.way = 2;
  each.threshold = above(r2 * (1 + 0x1p-44));
  if (at_once == 0) at_once = vectors_at_once(source, plan, size);
  for (Index first = 0; first < size;) {
    const Index end = std::min(size, first + at_once);
    Index rows = end;  // those before it meet nothing behind the piece
    while (end < size && rows > first && window.end(rows - 1) > end) --rows;
    if (rows == first) {
      throw OutOfMemory("the variants of a window", 3 * plan.memory, plan.memory);
    }
    const PackedVectors vectors =
        source.read({{chromosome.begin + first, chromosome.begin + end}, {0, source.fields()}});
    note_margins(vectors, first, links);
    each.domain = Domain::of_window(
        Window::within_distance(coordinates.subspan(idx(first), idx(end - first)), distance));
    BandSink sink(links.linked, first, rows);
    if (vectors.vectors() > 1) links.pairs += run(RSquared{}, vectors, each, sink).tuples;
    first = rows;
  }
  return links;
}

}  // namespace encke::ld
