#include <fmt/format.h>

#include <algorithm>
#include <encke/base/bits/bit_gather.hpp>
#include <encke/base/text/text.hpp>
#include <encke/io/chromosome_kind.hpp>
#include <encke/io/samples/half_males.hpp>
#include <encke/io/samples/plane_sums.hpp>
#include <utility>

namespace encke::io {
namespace {

constexpr Index vectors_at_once = 256;
constexpr Index vectors_of_group = 8;

Index count_others(const Source& source) {
  return std::count(source.males().begin(), source.males().end(), std::uint8_t{0});
}

/// 1 for each variant on X; how many there are.
std::pair<std::vector<std::uint8_t>, Index> variants_on_x(const Sites& sites) {
  std::pair<std::vector<std::uint8_t>, Index> found{std::vector<std::uint8_t>(idx(sites.size())),
                                                    0};
  std::uint8_t on_x = 0;
  for (Index v = 0; v < sites.size(); ++v) {
    const auto& numbers = sites.chromosomes();
    if (v == 0 || numbers[idx(v)] != numbers[idx(v - 1)]) {
      on_x = kind_of_chromosome(sites.chromosome(v)) == ChromosomeKind::x ? 1 : 0;
    }
    found.first[idx(v)] = on_x;
    found.second += on_x;
  }
  return found;
}

class HalfMales final : public Source {
 public:
  HalfMales(Source& source, Range vectors)
      : HalfMales(source, vectors.begin,
                  numbered(source.element(), vectors.size(), fields_of(source))) {}

  /// `halved`: 1 for each vector in which males count half.
  HalfMales(std::unique_ptr<Source> source, std::vector<std::uint8_t> halved, Index on_x)
      : HalfMales(*source, 0, about_of(*source, on_x)) {
    halved_ = std::move(halved);
    owned_ = std::move(source);
  }

  std::vector<FileRecord> files(const Communicator& world) override { return source_.files(world); }

 private:
  HalfMales(Source& source, Index first, About about)
      : Source(std::move(about)), source_(source), first_(first) {
    for (Index w = 0; w * 64 < source.fields(); ++w) {
      std::uint64_t others = 0;
      for (Index f = 64 * w; f < std::min(64 * w + 64, source.fields()); ++f) {
        if (source.males()[idx(f)] == 0) others |= std::uint64_t{1} << f % 64;
      }
      others_.emplace_back(others);
    }
    bits_.resize(idx(divide_up(fields(), 64) + 1));
  }

  static Index fields_of(const Source& source) { return source.fields() + count_others(source); }

  static About about_of(const Source& source, Index on_x) {
    About about{.element = source.element(),
                .vectors = source.vectors(),
                .fields = fields_of(source),
                .vectors_in_file = source.vectors_in_file(),
                .fields_in_file = source.fields_in_file(),
                .names = source.names(),
                .sites = source.sites(),
                .made_ids = source.made_ids(),
                .duplicate_names = source.duplicate_names(),
                .remarks = source.remarks()};
    const Index others = count_others(source);
    about.remarks.push_back(fmt::format(
        "variants of X: {}; among themselves {} of them count half, as in PLINK 2: the {} others "
        "come twice below, and of variants elsewhere are missing the second time",
        on_x, counted(source.fields() - others, "male"), counted(others, "sample")));
    return about;
  }

  bool is_halved(Index vector) const { return halved_.empty() || halved_[idx(vector)] != 0; }

  PackedVectors read_range(const ReadRange& part) override {
    PackedVectors all(element(), part.vectors.size(), part.fields.size());
    for (Index v = 0; v < part.vectors.size(); v += vectors_at_once) {
      const Index first = first_ + part.vectors.begin + v;
      const Index last = std::min(first + vectors_at_once, first_ + part.vectors.end);
      add(source_.read({{first, last}, {0, source_.fields()}}), first, v, part.fields.begin, all);
    }
    note_plane_sums(all);
    return all;
  }

  /// Vectors of the source, which are those from `v` on and begin with `first`. Groups of both
  /// begin together.
  void add(const PackedVectors& from, Index first, Index v, Index first_field, PackedVectors& to) {
    bool masks = from.missing() > 0;
    for (Index i = 0; i < from.vectors(); ++i) masks = masks || !is_halved(first + i);
    if (masks) to.keep_masks();
    const auto storage = to.storage();
    const Index planes = element().planes();
    const auto* const values = reinterpret_cast<const std::uint64_t*>(from.values());
    for (Index i = 0; i < from.vectors(); ++i) {
      const auto at = [&](Index vector, Index words, Index word, Index of, Index plane) {
        return ((vector / vectors_of_group * words + word) * of + plane) * vectors_of_group +
               vector % vectors_of_group;
      };
      const auto put = [&](const auto& word_of, std::uint64_t* out, Index of, Index plane) {
        double_bits(word_of, is_halved(first + i));
        for (Index w = 0; w < to.words(); ++w) {
          out[at(v + i, to.words(), w, of, plane)] =
              bits_from(first_field + 64 * w) & to.word_fields(w);
        }
      };
      for (Index p = 0; p < planes; ++p) {
        put([&](Index w) { return values[at(i, from.words(), w, planes, p)]; }, storage.words(),
            planes, p);
      }
      if (storage.mask == nullptr) continue;
      const bool masked = from.keeps_masks();
      put(
          [&](Index w) {
            return masked ? from.mask()[at(i, from.words(), w, 1, 0)] : from.word_fields(w);
          },
          storage.mask, 1, 0);
    }
  }

  /// The bits of one vector's plane, and behind them those of the samples that are not male, or
  /// zeros.
  template <class WordOf>
  void double_bits(const WordOf& word_of, bool twice) {
    std::fill(bits_.begin(), bits_.end(), 0);
    BitWriter to(bits_);
    for (Index w = 0; w < std::ssize(others_); ++w) {
      to.add(word_of(w), static_cast<int>(std::min<Index>(64, source_.fields() - 64 * w)));
    }
    for (Index w = 0; twice && w < std::ssize(others_); ++w) {
      to.add(others_[idx(w)](word_of(w)), others_[idx(w)].count());
    }
  }

  std::uint64_t bits_from(Index bit) const {
    const auto word = idx(bit / 64);
    const int shift = static_cast<int>(bit % 64);
    return shift == 0 ? bits_[word] : bits_[word] >> shift | bits_[word + 1] << (64 - shift);
  }

  std::unique_ptr<Source> owned_;
  Source& source_;
  Index first_;
  std::vector<std::uint8_t> halved_;  ///< of the source's vectors; none: all are
  std::vector<BitGather> others_;     ///< of each word of the source
  std::vector<std::uint64_t> bits_;   ///< of one plane, and a word more
};

}  // namespace

bool can_count_males_half(const Source& source) {
  const Index others = count_others(source);
  return others > 0 && others < std::ssize(source.males());
}

std::unique_ptr<Source> count_males_half(Source& source, Range vectors) {
  return std::make_unique<HalfMales>(source, vectors);
}

std::unique_ptr<Source> count_males_half_on_x(std::unique_ptr<Source> source) {
  if (!can_count_males_half(*source)) return source;
  auto [halved, on_x] = variants_on_x(source->sites());
  if (on_x < 2) return source;
  return std::make_unique<HalfMales>(std::move(source), std::move(halved), on_x);
}

}  // namespace encke::io
