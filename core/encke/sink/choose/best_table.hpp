#pragma once

#include <encke/base/array.hpp>
#include <encke/sink/sink.hpp>
#include <span>
#include <vector>

namespace encke::sink {

/// For each vector the best value of all tuples that it is in, and the tuple's other vectors. Best
/// is the largest value, or the smallest of a run for which small is good; of equal ones that whose
/// partners have the smaller indices. So what the table holds does not depend on the order in which
/// hits come, and of hits spread over several tables those that improved one suffice for all.
/// Infinite values and NaN are never good. 24 bytes a vector.
class BestTable {
 public:
  struct Entry {
    double value;
    Array<std::uint32_t, 2> partners = {{0, 0}};
    std::uint32_t cell = 0;
  };

  BestTable() = default;
  explicit BestTable(const SinkInfo& info);

  /// Returns whether the hit is now the best of one of its vectors.
  bool improve(const Hit<2>& hit) { return improve_way(hit); }
  bool improve(const Hit<3>& hit) { return improve_way(hit); }

  std::span<const Entry> entries() const { return entries_; }
  static bool is_empty(const Entry& entry);

  /// Values worse than this improve nothing; infinite until all vectors have a value. Not always
  /// the narrowest such bound: it is found anew only now and then.
  double floor() const;
  double ceiling() const;
  /// The same of one vector: worse values do not improve it. Infinite until it has a value.
  double bound_of(Index vector) const { return entries_[static_cast<std::size_t>(vector)].value; }

 private:
  template <int Way>
  bool improve_way(const Hit<Way>& hit);
  bool precedes(const Entry& a, const Entry& b) const;
  void find_bound();

  bool small_is_good_ = false;
  std::vector<Entry> entries_;
  double bound_ = 0;
  std::size_t taken_ = 0;  ///< hits since the bound was found
};

}  // namespace encke::sink
