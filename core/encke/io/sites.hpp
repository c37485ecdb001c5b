#pragma once

#include <cstdint>
#include <encke/base/index.hpp>
#include <encke/base/text/text_column.hpp>
#include <encke/base/text/text_hash.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace encke::io {

/// Where the vectors of an input, which are variants, lie in the genome. Of an input that does not
/// say it is empty.
class Sites {
 public:
  /// What keeps the variants of a file from having an order.
  struct Disorder {
    Index line = 0;     ///< of the file, from 1; 0: it has none
    Index variant = 0;  ///< of the file, from 1
    std::string what;
  };

  Sites() = default;
  /// Variants of this file, which disorders name.
  explicit Sites(std::string file) : file_(std::move(file)) {}

  /// The next variant of the file, from line `line` of it; 0 where it has no lines. `alleles`: as
  /// A1/A2, the counted one first, or "" where the file does not say. Throws MalformedInput where
  /// `position` is not a whole number.
  void add(Index line, std::string_view chromosome, std::string_view position,
           std::string_view alleles);
  /// Makes room for so many.
  void reserve(Index variants);
  /// The alleles of all variants, where they were not known when these were added.
  void set_alleles(TextColumn alleles) { alleles_ = std::move(alleles); }
  /// Leaves those that are kept: one byte for each, not 0.
  void keep(const std::vector<std::uint8_t>& kept);

  bool empty() const { return chromosome_.empty(); }
  Index size() const { return static_cast<Index>(chromosome_.size()); }
  /// Each variant's chromosome, as a number of the order in which they begin.
  const std::vector<std::uint32_t>& chromosomes() const { return chromosome_; }
  /// Base pairs.
  const std::vector<std::int64_t>& positions() const { return position_; }
  const std::string& chromosome(Index variant) const;
  std::string_view alleles(Index variant) const {
    return alleles_[static_cast<std::size_t>(variant)];
  }

  /// Bytes of memory, about.
  std::int64_t bytes() const {
    constexpr std::int64_t of_variant = sizeof(std::uint32_t) + sizeof(std::int64_t);
    return size() * of_variant + alleles_.bytes();
  }

  /// Each variant's "CHROM<tab>POS<tab>A1/A2", with "." where the alleles are not known.
  TextColumn texts() const;

  /// "CHROM:POS:A2:A1", as PLINK 2 makes ids of variants, or "CHROM:POS" without alleles.
  std::string id(Index variant) const;

  /// Throw MalformedInput with the line where a chromosome begins a second time; where a position
  /// is below the one before it on its chromosome.
  void check_chromosomes() const { check(split_); }
  void check_positions() const { check(unsorted_); }

 private:
  void check(const std::optional<Disorder>& disorder) const;
  std::uint32_t number_of(Index line, std::string_view chromosome);

  std::string file_;
  std::vector<std::string> names_;  ///< of the chromosomes
  TextMap<std::uint32_t> numbers_;  ///< of these names
  std::vector<std::uint32_t> chromosome_;
  std::vector<std::int64_t> position_;
  TextColumn alleles_;
  std::optional<Disorder> split_;
  std::optional<Disorder> unsorted_;
};

/// Ids that were made of sites, see name_by_sites().
struct MadeIds {
  Index count = 0;
  std::string remark;  ///< for the log; "" where there are none
  /// The vectors that had another id than ".", and which.
  std::vector<std::pair<Index, std::string>> former = {};
};

/// Gives the variants whose id is "." or is that of another one an id made of their site. `names`:
/// as many as sites.
MadeIds name_by_sites(const Sites& sites, std::vector<std::string>& names);

}  // namespace encke::io
