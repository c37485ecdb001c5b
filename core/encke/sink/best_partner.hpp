#pragma once

#include <encke/sink/edge_lines.hpp>
#include <encke/sink/output_file.hpp>
#include <encke/sink/sink.hpp>
#include <vector>

namespace encke::sink {

/// Writes for each vector the best value of all tuples that it is in, and the tuple's other
/// vectors: PREFIX.best.tsv, a header line that begins with '#', then ID, PARTNER [PARTNER2], VALUE
/// and, of chi-squared statistics, DF and P. Best is the largest value, or the smallest of a run
/// for which small is good; of equal ones that whose partners have the smaller indices, so that the
/// result does not depend on the order of arrival. A vector without a value, or with NaN only, has
/// no line.
class BestPartner final : public Sink {
 public:
  /// `next`, which may be null and must outlive this sink, gets all hits as well. `ids` null:
  /// vectors are named 0, 1, 2, ... Throws Error(open).
  BestPartner(const std::string& prefix, Ids ids, Sink* next = nullptr);

  /// Throws Error(inconsistent) unless a tuple has one value, and what `next` throws.
  void begin(const SinkInfo& info) override;
  void take(std::span<const Hit<2>> hits) override;
  void take(std::span<const Hit<3>> hits) override;
  /// Throws Error(write), and what `next` throws.
  void finish() override;
  /// The least of the vectors' best values once all have one.
  double floor() const override;
  double ceiling() const override;
  /// Of `next`; without one, the tuples of all lines.
  std::optional<Selected> selected() const override;
  std::int64_t memory() const override;

  const std::string& path() const { return file_.path(); }

 private:
  struct Best {
    double value;
    Array<std::uint32_t, 2> partners = {{0, 0}};
    std::uint32_t cell = 0;
  };

  template <int Way>
  void keep(std::span<const Hit<Way>> hits);
  bool precedes(const Best& a, const Best& b) const;
  void tighten();
  template <int Way>
  void count(std::size_t vector, const Best& best);
  std::string line(std::size_t vector, const Best& best) const;
  std::string name(std::size_t vector) const;

  Ids ids_;
  Sink* next_;
  OutputFile file_;
  SinkInfo info_;
  std::vector<Best> best_;
  double bound_ = 0;  ///< the least good of them
  Selected selected_;
};

}  // namespace encke::sink
