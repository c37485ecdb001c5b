#include "gathered_planes.hpp"

#include <algorithm>
#include <bit>
#include <encke/host/threads/at_best_level.hpp>
#include <encke/pack/genotype_tables.hpp>
#include <span>

namespace encke::kokkos {
namespace {

/// Up to 64 samples of eight vectors, which a vector unit takes at a time.
struct Gather {
  const std::uint64_t *values, *masks;
  std::span<const std::uint32_t> samples;
  std::uint64_t* to;

  [[gnu::always_inline]] void operator()() const {
    std::uint64_t planes[gathered_line] = {};
    unsigned bit = 0;
    for (const std::uint32_t sample : samples) {
      const std::uint64_t* const genotypes = values + sample / 64 * 16;
      for (Index l = 0; l < 2 * gathered_lanes; ++l) {
        planes[l] |= (genotypes[l] >> sample % 64 & 1) << bit;
      }
      if (masks != nullptr) {
        const std::uint64_t* const mask = masks + sample / 64 * 8;
        for (Index l = 0; l < gathered_lanes; ++l) {
          planes[2 * gathered_lanes + l] |= (mask[l] >> sample % 64 & 1) << bit;
        }
      }
      ++bit;
    }
    std::copy_n(planes, gathered_line, to);
    if (masks == nullptr) {
      std::fill_n(to + 2 * gathered_lanes, gathered_lanes, bit < 64 ? (1ULL << bit) - 1 : ~0ULL);
    }
  }
};

Index words_of(const MissedSamples& missed, Index vector) {
  return missed.words(vector, 0) + missed.words(vector, 1);
}

/// Where each vector, or group of vectors, that misses samples begins; and the end.
std::vector<Index> begins(const MissedSamples& missed, Index groups, GatheredPlanes::Lanes side) {
  std::vector<Index> begin{0};
  if (side == GatheredPlanes::Lanes::gathered) {
    for (Index v = 0; v < missed.vectors(); ++v) {
      begin.push_back(begin.back() + groups * words_of(missed, v) * gathered_line);
    }
  } else {
    for (Index g = 0; g < missed.groups(); ++g) {
      const Index words = missed.words_of_group(g, 0) + missed.words_of_group(g, 1);
      begin.push_back(begin.back() + words * gathered_line);
    }
  }
  return begin;
}

Index size_of(const std::vector<Index>& begin, const Operand& of, GatheredPlanes::Lanes side) {
  return side == GatheredPlanes::Lanes::gathered ? begin.back() : begin.back() * of.range.size();
}

}  // namespace

MissedSamples::MissedSamples(const Operand& block)
    : of_(static_cast<std::size_t>(block.range.size())),
      of_group_(static_cast<std::size_t>(divide_up(block.range.size(), gathered_lanes))) {
  const PackedVectors& vectors = *block.vectors;
  for (Index v = 0; v < this->vectors(); ++v) {
    if (!vectors.keeps_masks() || !vectors.has_missing(block.range.begin + v)) continue;
    for (int c = 0; c < 2; ++c) {
      const Range words = vectors.class_words(c);
      auto& samples = of_[static_cast<std::size_t>(v)][static_cast<std::size_t>(c)];
      for (Index w = words.begin; w < words.end; ++w) {
        const std::uint64_t present = pack::class_word(vectors, block.range.begin + v, w, 2);
        for (std::uint64_t left = vectors.word_fields(w) & ~present; left != 0; left &= left - 1) {
          samples.push_back(static_cast<std::uint32_t>(64 * w + std::countr_zero(left)));
        }
      }
      Index& most =
          of_group_[static_cast<std::size_t>(v / gathered_lanes)][static_cast<std::size_t>(c)];
      most = std::max(most, this->words(v, c));
    }
  }
}

GatheredPlanes::GatheredPlanes(const MissedSamples& missed, const Operand& of, Lanes side)
    : missed_(missed),
      of_(of),
      side_(side),
      begin_(begins(missed, divide_up(of.range.size(), gathered_lanes), side)),
      words_(size_of(begin_, of, side)) {}

Index GatheredPlanes::bytes(const MissedSamples& missed, const Operand& of, Lanes side) {
  return size_of(begins(missed, divide_up(of.range.size(), gathered_lanes), side), of, side) * 8;
}

void GatheredPlanes::gather(Index missing) {
  const Index words = words_of(missed_, missing);
  if (words == 0) return;
  std::vector<std::uint64_t> group(static_cast<std::size_t>(words * gathered_line));
  for (Index g = 0; g < divide_up(of_.range.size(), gathered_lanes); ++g) {
    std::fill(group.begin(), group.end(), 0);
    gather_group(missing, g, group.data());
    store(missing, g, group.data());
  }
}

void GatheredPlanes::gather_group(Index missing, Index group, std::uint64_t* to) const {
  const PackedVectors& vectors = *of_.vectors;
  const Index first = (of_.range.begin / gathered_lanes + group) * vectors.words();
  const auto* const values = reinterpret_cast<const std::uint64_t*>(vectors.values()) + first * 16;
  const std::uint64_t* const masks = vectors.keeps_masks() ? vectors.mask() + first * 8 : nullptr;
  for (int c = 0; c < 2; ++c) {
    const std::span samples(missed_.of(missing, c));
    for (std::size_t begin = 0; begin < samples.size(); begin += 64, to += gathered_line) {
      const auto some = samples.subspan(begin, std::min<std::size_t>(64, samples.size() - begin));
      at_best_level(Gather{values, masks, some, to});
    }
  }
}

void GatheredPlanes::store(Index missing, Index group, const std::uint64_t* from) {
  const Index words = words_of(missed_, missing);
  if (side_ == Lanes::gathered) {
    std::copy_n(
        from, words * gathered_line,
        words_.data() + begin_[static_cast<std::size_t>(missing)] + group * words * gathered_line);
    return;
  }
  const Index of_lane = missing / gathered_lanes;
  const Index controls = missed_.words(missing, 0);
  const Index room = missed_.words_of_group(of_lane, 0);  // for the words of controls
  for (Index v = group * gathered_lanes;
       v < std::min(of_.range.size(), (group + 1) * gathered_lanes); ++v) {
    std::uint64_t* const to = words_.data() + v * begin_.back() +
                              begin_[static_cast<std::size_t>(of_lane)] + missing % gathered_lanes;
    for (Index w = 0; w < words; ++w) {
      const Index at = w < controls ? w : room + w - controls;
      for (Index plane = 0; plane < gathered_line; plane += gathered_lanes) {
        to[at * gathered_line + plane] = from[w * gathered_line + plane + v % gathered_lanes];
      }
    }
  }
}

}  // namespace encke::kokkos
