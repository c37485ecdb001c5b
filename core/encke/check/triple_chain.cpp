#include <algorithm>
#include <cstring>
#include <encke/check/triple_chain.hpp>
#include <encke/host/threads/at_best_level.hpp>

namespace encke {
namespace {

/// Sixteen fields at a time. The sums of 16 such products fit into a lane: below 2^31 where
/// fits(), since |a| <= 4 and what it is multiplied with is at most 16 rows columns.
template <class T>
struct Sixteen {
  using Lanes [[gnu::vector_size(16 * sizeof(T))]] = T;
  using Small [[gnu::vector_size(16)]] = std::int8_t;
  static constexpr std::size_t most = 256;  ///< fields whose products a lane may hold

  [[gnu::always_inline]] static void load(Lanes& to, const std::vector<T>& from, std::size_t q) {
    std::memcpy(&to, from.data() + q, sizeof to);
  }
  [[gnu::always_inline]] static void load_a(Lanes& to, const std::vector<std::int8_t>& from,
                                            std::size_t q) {
    Small a;
    std::memcpy(&a, from.data() + q, sizeof a);
    to = __builtin_convertvector(a, Lanes);
  }
  [[gnu::always_inline]] static void store(std::vector<T>& to, std::size_t q, const Lanes& from) {
    std::memcpy(to.data() + q, &from, sizeof from);
  }
  [[gnu::always_inline]] static std::int64_t sum(const Lanes& lanes) {
    std::int64_t sum = 0;
    for (int k = 0; k < 16; ++k) sum += lanes[k];
    return sum;
  }
};

}  // namespace

template <class T>
RowCheckChain<T>::RowCheckChain(Index places, std::int32_t t) : t_(t) {
  const auto size = static_cast<std::size_t>(places);
  a_.assign(size, 0);
  for (auto* sums : {&later_, &rows_later_, &rows_, &columns_}) sums->assign(size, 0);
}

template <class T>
void RowCheckChain<T>::add_columns(const FieldSums& columns, Index count) {
  const auto a = columns.weighted(t_);
  for (std::size_t q = 0; q < a.size(); ++q) later_[q] += a[q];
  count_ += static_cast<T>(count);
}

template <class T>
PivotSums RowCheckChain<T>::pivot() const {
  using S = Sixteen<T>;
  using Lanes = typename S::Lanes;
  PivotSums sums;
  at_best_level([&]() __attribute__((always_inline)) {
    for (std::size_t begin = 0; begin < a_.size(); begin += S::most) {
      Lanes triples{}, rows{}, columns{};
      for (std::size_t q = begin; q < std::min(begin + S::most, a_.size()); q += 16) {
        Lanes a, with;
        S::load_a(a, a_, q);
        S::load(with, rows_later_, q);
        triples += a * with;
        S::load(with, rows_, q);
        rows += a * with;
        S::load(with, columns_, q);
        columns += a * with;
      }
      sums.triples += S::sum(triples);
      sums.rows += S::sum(rows);
      sums.columns += S::sum(columns);
    }
  });
  return sums;
}

template <class T>
std::int64_t RowCheckChain<T>::add_row(bool column) {
  using S = Sixteen<T>;
  using Lanes = typename S::Lanes;
  std::int64_t sum = 0;
  at_best_level([&]() __attribute__((always_inline)) {
    for (std::size_t begin = 0; begin < a_.size(); begin += S::most) {
      Lanes pairs{};
      for (std::size_t q = begin; q < std::min(begin + S::most, a_.size()); q += 16) {
        Lanes a, later, to;
        S::load_a(a, a_, q);
        S::load(later, later_, q);
        const Lanes product = a * later;
        pairs += product;
        S::load(to, rows_later_, q);
        S::store(rows_later_, q, to + product);
        S::load(to, rows_, q);
        S::store(rows_, q, to + a * count_);
        S::load(to, columns_, q);
        S::store(columns_, q, to + later);
        if (column) S::store(later_, q, later + a);
      }
      sum += S::sum(pairs);
    }
  });
  if (column) ++count_;
  return sum;
}

template class RowCheckChain<std::int32_t>;
template class RowCheckChain<std::int64_t>;

}  // namespace encke
