#include <algorithm>
#include <encke/base/error.hpp>
#include <encke/base/index.hpp>
#include <encke/ld/linked_variants.hpp>

namespace encke::ld {
namespace {

/// So many bytes of rows are read at a time: packed and unpacked they stay in a cache.
constexpr std::int64_t piece_bytes = std::int64_t{1} << 19;
constexpr Index most_at_once = 4096;

Index chosen_at_once(Index fields, Index variants) {
  const std::int64_t each = GenotypeRows::bytes_for(1, fields);
  const Index fit = std::clamp<Index>(piece_bytes / each, 8, most_at_once);
  return std::min(fit / 8 * 8, round_up(std::max<Index>(variants, 1), 8));
}

double major_frequency_of(const GenotypeRow& row) {
  const Index n = row.present, x = row.sum;
  const auto copies = static_cast<double>(std::max(n + x, n - x));
  return n == 0 ? 1 : copies / static_cast<double>(2 * n);
}

bool does_vary(const GenotypeRow& row) {
  const Index n = row.present, x = row.sum, z = row.squares;
  return n * z != x * x;
}

}  // namespace

LinkedVariants::LinkedVariants(io::Source& source, Range chromosome, const io::Sites& sites,
                               Index begin, How how)
    : source_(source),
      chromosome_(chromosome),
      sites_(sites),
      begin_(begin),
      how_(std::move(how)),
      at_once_(how_.at_once > 0 ? how_.at_once
                                : chosen_at_once(source.fields(), chromosome.size())),
      rows_(idx(chromosome.size())),
      major_frequency_(idx(chromosome.size())),
      limit_(how_.r2 * (1 + 0x1p-44)) {}

Index LinkedVariants::position(Index variant) const {
  return sites_.positions()[idx(begin_ + chromosome_.begin + variant)];
}

void LinkedVariants::enter(Range window, BitRow& kept) {
  while (held_end_ < window.end) read_next(window, kept);
}

void LinkedVariants::read_next(Range window, BitRow& kept) {
  if (how_.between) how_.between();
  while (!held_.empty() && held_begin_ + at_once_ <= window.begin) {
    held_begin_ += at_once_;
    spare_ = std::move(held_.front());
    held_.pop_front();
  }
  const std::int64_t bytes =
      (std::ssize(held_) + 2) * GenotypeRows::bytes_for(at_once_, source_.fields());
  if (how_.memory > 0 && bytes > how_.memory) {
    throw OutOfMemory("the variants of a window", bytes, how_.memory);
  }
  const Range next{held_end_, std::min(held_end_ + at_once_, count())};
  auto rows =
      spare_ ? std::move(spare_) : std::make_unique<GenotypeRows>(at_once_, source_.fields());
  rows->take(source_.read({{chromosome_.begin + next.begin, chromosome_.begin + next.end},
                           {0, source_.fields()}}),
             rows_.data() + next.begin);
  held_.push_back(std::move(rows));
  held_end_ = next.end;
  for (Index v = next.begin; v < next.end; ++v) {
    major_frequency_[idx(v)] = major_frequency_of(rows_[idx(v)]);
    if (does_vary(rows_[idx(v)])) continue;
    kept.clear(v);
    ++constant_;
  }
}

Index LinkedVariants::next_linked(Index variant, Index first, Index end, const BitRow& kept) {
  const LinkSearch search{.rows = rows_.data(),
                          .words = GenotypeRows::words_for(source_.fields()),
                          .samples = source_.fields(),
                          .limit = limit_,
                          .kept = kept,
                          .variant = variant,
                          .first = first,
                          .end = end};
  return first_linked(search, pairs_);
}

bool LinkedVariants::goes_first(Index variant, Index other) const {
  constexpr double more = 1 + 0x1p-44;  // two equal frequencies may differ by rounding
  return major_frequency_[idx(variant)] > major_frequency_[idx(other)] * more;
}

}  // namespace encke::ld
