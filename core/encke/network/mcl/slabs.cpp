#include <algorithm>
#include <bit>
#include <encke/host/threads/at_best_level.hpp>
#include <encke/network/mcl/slabs.hpp>

namespace encke::network {
namespace {

constexpr std::size_t height = Slabs::height;

/// The sums of one slab of one column of the product, in ascending order of k.
struct SlabSums {
  const std::uint64_t* slab;  ///< the set of columns with entries in the slab, and ranks in it
  const std::uint32_t* slab_rank;
  const float* values;           ///< of the slab
  const std::uint64_t* sources;  ///< the set of rows of the column, and ranks in it
  const std::uint32_t* source_rank;
  const float* factors;
  std::size_t first_word;
  std::size_t last_word;
  float* out;

  [[gnu::always_inline]] void operator()() const {
    double sum[height] = {};
    for (std::size_t word = first_word; word < last_word; ++word) {
      for (std::uint64_t both = slab[word] & sources[word]; both != 0; both &= both - 1) {
        const std::uint64_t below = (both & (~both + 1)) - 1;
        const auto at =
            slab_rank[word] + static_cast<std::size_t>(std::popcount(slab[word] & below));
        const auto from =
            source_rank[word] + static_cast<std::size_t>(std::popcount(sources[word] & below));
        const auto factor = static_cast<double>(factors[from]);
        const float* const column = values + at * height;
        for (std::size_t r = 0; r < height; ++r) sum[r] += factor * static_cast<double>(column[r]);
      }
    }
    for (std::size_t r = 0; r < height; ++r) out[r] = static_cast<float>(sum[r]);
  }
};

}  // namespace

std::size_t SlabSets::finish(std::size_t first_word, std::size_t words) {
  std::uint32_t count = 0;
  for (std::size_t word = first_word; word < first_word + words; ++word) {
    rank[word] = count;
    count += static_cast<std::uint32_t>(std::popcount(bits[word]));
  }
  return count;
}

bool Slabs::pay_off(const Columns& matrix) {
  const std::size_t columns = matrix.count();
  constexpr std::size_t least = 24;
  constexpr std::size_t most = 1 << 17;  // place_ grows with the square
  if (columns < least || columns > most) return false;
  std::vector<std::size_t> uses(columns);  // of each column, in the product
  for (const std::int32_t k : matrix.row) ++uses[static_cast<std::size_t>(k)];
  double products = 0;
  double slab_products = 0;
  for (std::size_t k = 0; k < columns; ++k) {
    std::size_t touched = 0;
    std::int32_t last = -1;
    for (const std::int32_t r : matrix.rows(k)) {
      const auto slab = r / static_cast<std::int32_t>(height);
      if (slab != last) ++touched;
      last = slab;
    }
    products += static_cast<double>(uses[k]) * static_cast<double>(matrix.size(k));
    slab_products += static_cast<double>(uses[k]) * static_cast<double>(touched);
  }
  // In time of a product that is added entry by entry: of a column of a slab, and of a word of
  // sets.
  constexpr double column_of_slab = 3;
  constexpr double word_of_sets = 0.5;
  constexpr double sums_of_slab = 12;  // to begin and to end
  const auto n = static_cast<double>(columns);
  const double words = n * n * n / static_cast<double>(height * 64);
  const double sums = n * n / static_cast<double>(height);
  return column_of_slab * slab_products + word_of_sets * words + sums_of_slab * sums < products;
}

Slabs::Slabs(const Columns& matrix)
    : matrix_(matrix),
      slabs_((matrix.count() + height - 1) / height),
      words_((matrix.count() + 63) / 64) {
  const std::size_t columns = matrix.count();
  sets_.resize(slabs_ * words_);
  for (std::size_t k = 0; k < columns; ++k) {
    for (const std::int32_t r : matrix.rows(k)) {
      sets_.put(static_cast<std::size_t>(r) / height * words_, k);
    }
  }
  begin_.assign(slabs_ + 1, 0);
  for (std::size_t s = 0; s < slabs_; ++s) {
    begin_[s + 1] = begin_[s] + sets_.finish(s * words_, words_);
  }
  value_.assign(begin_.back() * height, 0);
  std::vector<std::size_t> next(begin_.begin(), begin_.end() - 1);
  for (std::size_t k = 0; k < columns; ++k) {
    const auto rows = matrix.rows(k);
    const auto values = matrix.values(k);
    for (std::size_t e = 0; e < rows.size(); ++e) {
      const auto row = static_cast<std::size_t>(rows[e]);
      const std::size_t slab = row / height;
      const bool more =
          e + 1 < rows.size() && static_cast<std::size_t>(rows[e + 1]) / height == slab;
      value_[next[slab] * height + row % height] = values[e];
      if (!more) ++next[slab];
    }
  }
}

void Slabs::multiply(std::size_t first, std::size_t last, SlabSets& sources,
                     std::vector<float>& product) const {
  const std::size_t columns = last - first;
  product.resize(std::max(product.size(), columns * rows()));
  sources.resize(columns * words_);
  for (std::size_t c = 0; c < columns; ++c) {
    for (const std::int32_t k : matrix_.rows(first + c)) {
      sources.put(c * words_, static_cast<std::size_t>(k));
    }
    sources.finish(c * words_, words_);
  }
  for (std::size_t s = 0; s < slabs_; ++s) {
    for (std::size_t c = 0; c < columns; ++c) {
      const auto rows_of = matrix_.rows(first + c);
      at_best_level(SlabSums{sets_.bits.data() + s * words_, sets_.rank.data() + s * words_,
                             value_.data() + begin_[s] * height, sources.bits.data() + c * words_,
                             sources.rank.data() + c * words_, matrix_.values(first + c).data(),
                             static_cast<std::size_t>(rows_of.front()) / 64,
                             static_cast<std::size_t>(rows_of.back()) / 64 + 1,
                             product.data() + c * rows() + s * height});
    }
  }
}

}  // namespace encke::network
