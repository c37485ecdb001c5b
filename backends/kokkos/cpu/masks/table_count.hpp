#pragma once

#include "mask_count.hpp"
#include "table_jobs.hpp"

// Sums of planes of columns over lists of a row's samples, of each class: see table_jobs.hpp, and
// mask_count.hpp for lines. `L`: the lines of a level.

namespace encke::cpu {

/// See TableLayout.
template <class L>
void lay_out_tables(const TableLayout& t) {
  const Index groups = (t.vectors + 7) / 8;
  lay_out<L, 2>(t.values, groups, t.words, t.lines);
  if (t.mask.data != nullptr) {
    lay_out<L, 1>(t.mask, groups, t.words, t.lines + 2 * mask_plane_bytes);
  }
}

/// The words of a row in a class, and where they are in the lines.
struct TableWords {
  const std::byte* values;  ///< of the first word
  const std::byte* mask;    ///< null where nothing is missing
  Index words, fields, first;
};

/// Lists the samples of a row with a genotype; genotype 3: the missing ones.
template <class L>
ENCKE_FUNCTION Index list_genotype(const TableWords& row, int genotype, std::uint32_t* list) {
  const auto bits = [&](Index w, std::uint64_t exist) __attribute__((always_inline)) {
    const std::uint64_t none = word_at(row.values, 2 * w), one = word_at(row.values, 2 * w + 1);
    const std::uint64_t here = row.mask != nullptr ? word_at(row.mask, w) : exist;
    return genotype == 0   ? none
           : genotype == 1 ? one
           : genotype == 2 ? here & ~none & ~one
                           : ~here & exist;
  };
  return list_samples<L>(row.words, row.fields, row.first, list, bits);
}

template <class L>
class TableCounter {
 public:
  ENCKE_FUNCTION explicit TableCounter(const TableCount& t)
      : t_(t), masks_(t.mask.data != nullptr), planes_(masks_ ? 3 : 2) {}

  ENCKE_FUNCTION void run() {
    const Index size = (t_.bits > 8 ? 16 : 8) * 8;  // of the counts of a plane
    std::uint64_t* counts = t_.counts;
    for (Index row = 0; row < t_.rows; ++row) {
      for (int c = 0; c < TableCount::classes; ++c) {
        for (int genotype = 0; genotype < (masks_ ? 4 : 3); ++genotype) {
          if (genotype == t_.common[row]) continue;
          add(row, c, genotype, counts, size);
          counts += planes_ * size;
        }
      }
    }
    if (t_.last) transpose_counts<L>(t_.counts, counts);
  }

 private:
  ENCKE_FUNCTION void add(Index row, int c, int genotype, std::uint64_t* counts, Index size) {
    const Range& all = t_.words[c];
    const Index begin = all.begin > t_.laid_out.begin ? all.begin : t_.laid_out.begin;
    const Index end = all.end < t_.laid_out.end ? all.end : t_.laid_out.end;
    // a class without words has its counts cleared with the first ones
    const bool fresh = all.size() == 0 ? t_.laid_out.begin == 0 : begin == all.begin && begin < end;
    Index n = 0;
    if (begin < end) {
      TableWords words;
      words.values = t_.values.group(row / 8) + row % 8 * 8 + begin * 128;
      words.mask = masks_ ? t_.mask.group(row / 8) + row % 8 * 8 + begin * 64 : nullptr;
      words.words = end - begin;
      words.fields = t_.fields[c] - (begin - all.begin) * 64;
      words.first = begin - t_.laid_out.begin;
      n = list_genotype<L>(words, genotype, list_);
    }
    for (int p = 0; p < planes_; ++p, counts += size) {
      add_or_start<L>(t_.lines + p * mask_plane_bytes, list_, n, counts, t_.bits, fresh);
    }
  }

  const TableCount& t_;
  bool masks_;
  int planes_;
  alignas(64) std::uint32_t list_[mask_samples + 64];
};

/// See TableCount.
template <class L>
void count_tables(const TableCount& t) {
  TableCounter<L>(t).run();
}

}  // namespace encke::cpu
