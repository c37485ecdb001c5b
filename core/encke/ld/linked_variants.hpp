#pragma once

#include <deque>
#include <encke/io/source.hpp>
#include <encke/ld/genotype_rows.hpp>
#include <encke/ld/prune_walk.hpp>
#include <functional>
#include <memory>
#include <vector>

namespace encke::ld {

/// The variants of a chromosome as pruning sees them: two are linked whose r2 is above a threshold,
/// by more than 2^-44 of it. A pair is compared when it is asked for. Genotypes are read some
/// variants at a time, and forgotten behind the window.
class LinkedVariants final : public PruneVariants {
 public:
  struct How {
    double r2 = 0.2;
    std::int64_t memory = 0;             ///< bytes that genotypes may take; 0: no limit
    Index at_once = 0;                   ///< variants that are read at a time; 0: chosen
    std::function<void()> between = {};  ///< called now and then; what it throws passes through
  };

  /// The vectors `chromosome` of a source of variants packed for moments, with sites; the vectors
  /// of `source` begin with vector `begin` of what has them. Both must outlive this.
  LinkedVariants(io::Source& source, Range chromosome, const io::Sites& sites, Index begin,
                 How how);

  Index count() const override { return chromosome_.size(); }
  Index position(Index variant) const override;
  /// Throws what Source::read() throws; OutOfMemory where a window takes more than `memory`.
  void enter(Range window, BitRow& kept) override;
  Index next_linked(Index variant, Index first, Index end, const BitRow& kept) override;
  bool goes_first(Index variant, Index other) const override;

  Index pairs() const { return pairs_; }        ///< compared
  Index constant() const { return constant_; }  ///< that do not vary

 private:
  void read_next(Range window, BitRow& kept);

  io::Source& source_;
  Range chromosome_;
  const io::Sites& sites_;
  Index begin_;
  How how_;
  Index at_once_;
  std::deque<std::unique_ptr<GenotypeRows>> held_;  ///< pieces of at_once_ variants
  std::unique_ptr<GenotypeRows> spare_;
  Index held_begin_ = 0;  ///< the first variant of them
  Index held_end_ = 0;
  std::vector<GenotypeRow> rows_;        ///< of all variants; valid of those that are held
  std::vector<double> major_frequency_;  ///< of the more frequent allele; 1 where none is known
  double limit_;
  Index pairs_ = 0;
  Index constant_ = 0;
};

}  // namespace encke::ld
