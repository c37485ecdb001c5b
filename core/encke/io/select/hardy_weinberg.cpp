#include <encke/io/select/hardy_weinberg.hpp>
#include <utility>

namespace encke::io {
namespace {

constexpr double no_more = 0x1p-70;  // falling terms below it do not change a sum with a 1 in it
constexpr double far_above = 1e290;  // the observed ones are less likely than 1e-290
constexpr double as_likely = 1 + 0x1p-40;  // the same on paper

double as_double(Index count) { return static_cast<double>(count); }

/// Genotypes, and how likely they are, where the observed ones have a 1. The males have one allele.
struct Cell {
  Index het, hom1, hom2;  ///< of females
  Index males1 = 0, males2 = 0;
  double term = 1;

  /// One pair of heterozygotes more, or less.
  bool next() {
    term *= 4 * as_double(hom1) * as_double(hom2) / (as_double(het + 2) * as_double(het + 1));
    het += 2, --hom1, --hom2;
    return hom1 >= 0 && hom2 >= 0;
  }
  bool previous() {
    term *= as_double(het) * as_double(het - 1) / (4 * as_double(hom1 + 1) * as_double(hom2 + 1));
    het -= 2, ++hom1, ++hom2;
    return het >= 0;
  }
  /// An allele 1 of females goes to the males, for an allele 2.
  bool to_males() {
    if (males2 == 0 || het + 2 * hom1 == 0) return false;
    term *= as_double(males2) / as_double(males1 + 1);
    ++males1, --males2;
    if (het > 0) {
      term *= as_double(het) / (2 * as_double(hom2 + 1));
      --het, ++hom2;
    } else {
      term *= 2 * as_double(hom1) / as_double(het + 1);
      ++het, --hom1;
    }
    return true;
  }
  /// The same with the alleles' names exchanged.
  void exchange() {
    std::swap(hom1, hom2);
    std::swap(males1, males2);
  }
};

/// Sums of terms.
class Terms {
 public:
  /// Adds all cells with the same numbers of alleles in either sex; returns the likeliest.
  Cell add_row(const Cell& start) {
    Cell best = start;
    add(start);
    for (Cell cell = start; go(cell, &Cell::next);) take(cell, best);
    for (Cell cell = start; go(cell, &Cell::previous);) take(cell, best);
    return best;
  }

  /// Adds the rows with ever more of the males' allele 1.
  void add_rows(Cell best) {
    for (;;) {
      const double before = best.term;
      if (all_ > far_above || !best.to_males()) return;
      best = add_row(best);
      if (best.term < no_more && best.term < before) return;
    }
  }

  double p_value() const { return all_ > far_above ? 0 : tail_ / all_; }

 private:
  /// True if there is a next cell that matters.
  bool go(Cell& cell, bool (Cell::*step)()) const {
    const double before = cell.term;
    if (!(cell.*step)() || all_ > far_above) return false;
    return cell.term >= no_more || cell.term >= before;
  }
  void take(const Cell& cell, Cell& best) {
    add(cell);
    if (cell.term > best.term) best = cell;
  }
  void add(const Cell& cell) {
    all_ += cell.term;
    if (cell.term <= as_likely) tail_ += cell.term;
  }

  double all_ = 0;
  double tail_ = 0;
};

}  // namespace

double hardy_weinberg_p_value(const GenotypeCounts& counts) {
  return hardy_weinberg_p_value_of_x(counts, {});
}

double hardy_weinberg_p_value_of_x(const GenotypeCounts& females, const GenotypeCounts& males) {
  Cell observed{females.het, females.hom_a1, females.hom_a2, males.hom_a1, males.hom_a2};
  Terms terms;
  Cell best = terms.add_row(observed);
  terms.add_rows(best);
  best.exchange();
  terms.add_rows(best);
  return terms.p_value();
}

bool has_few_heterozygotes(const GenotypeCounts& counts) {
  return as_double(counts.het) * as_double(counts.het) <=
         4 * as_double(counts.hom_a1) * as_double(counts.hom_a2);
}

}  // namespace encke::io
