#include <fmt/format.h>

#include <algorithm>
#include <encke/base/error.hpp>
#include <encke/base/text/printable.hpp>
#include <encke/io/plink/tped_row.hpp>

namespace encke::io {
namespace {

constexpr Index columns_before = 4;  // chromosome, id, cM, position

bool is_missing(std::string_view allele) { return allele == "0" || allele == "."; }

/// Takes the next column off the front of a line; empty at its end.
std::string_view take_column(std::string_view& line) {
  const auto is_blank = [](char c) { return c == ' ' || c == '\t'; };
  const auto begin = std::find_if_not(line.begin(), line.end(), is_blank);
  const auto end = std::find_if(begin, line.end(), is_blank);
  const std::string_view column(begin, end);
  line = {end, line.end()};
  return column;
}

/// True for its number or letter, after "chr" or not, in any case.
bool is_chromosome(std::string_view text, std::string_view number, char letter) {
  const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; };
  if (text.size() > 3 && lower(text[0]) == 'c' && lower(text[1]) == 'h' && lower(text[2]) == 'r') {
    text.remove_prefix(3);
  }
  return text == number || (text.size() == 1 && lower(text[0]) == letter);
}

}  // namespace

TpedRow::TpedRow(const std::string& path, const std::vector<Founder>& founders)
    : path_(path),
      founders_(founders),
      genotypes_(founders.size()),
      codes_(static_cast<std::size_t>(divide_up(std::ssize(founders), 4))) {}

void TpedRow::fail(Index column, const std::string& message) const {
  throw MalformedInput({.file = path_, .line = line_, .column = column}, message);
}

void TpedRow::parse(std::string_view line, Index number) {
  line_ = number;
  alleles_[0] = alleles_[1] = {};
  Index column = 0;
  for (; column < columns_before; ++column) {
    const std::string_view text = take_column(line);
    if (text.empty()) break;
    if (column == 0) {
      chromosome_ = is_chromosome(text, "23", 'x')   ? Chromosome::x
                    : is_chromosome(text, "24", 'y') ? Chromosome::y
                                                     : Chromosome::other;
    }
  }
  const Index expected = columns_before + 2 * std::ssize(genotypes_);
  const auto refuse_count = [&](Index found) {
    fail(found, fmt::format("{} columns found, {} expected (chromosome id cM position, two "
                            "alleles of each of {} samples)",
                            found, expected, genotypes_.size()));
  };
  for (std::uint8_t& genotype : genotypes_) {
    const std::string_view a = take_column(line);
    const std::string_view b = take_column(line);
    if (b.empty()) refuse_count(column + (a.empty() ? 0 : 1));
    genotype = genotype_of(a, b, column + 1);
    column += 2;
  }
  while (!take_column(line).empty()) ++column;
  if (column > expected) refuse_count(column);
  encode();
}

TpedRow::Genotype TpedRow::genotype_of(std::string_view a, std::string_view b, Index column) {
  const bool without = is_missing(a);
  if (without != is_missing(b)) {
    fail(column, fmt::format("one allele of '{} {}' is missing, both or none expected",
                             shortened(a), shortened(b)));
  }
  if (without) return missing;
  const int seconds = is_second(a, column) + is_second(b, column + 1);
  return static_cast<Genotype>(seconds);
}

bool TpedRow::is_second(std::string_view allele, Index column) {
  for (int i = 0; i < 2; ++i) {
    if (alleles_[i].empty()) alleles_[i] = allele;
    if (alleles_[i] == allele) return i == 1;
  }
  fail(column, fmt::format("a third allele {} after {} and {}, two at most expected",
                           in_quotes(allele), in_quotes(alleles_[0]), in_quotes(alleles_[1])));
}

Index TpedRow::founder_weight(std::size_t sample) const {
  if (founders_[sample] == Founder::no) return 0;
  const bool male = founders_[sample] == Founder::male;
  if (chromosome_ == Chromosome::x) return male ? 1 : 2;
  return chromosome_ == Chromosome::y && !male ? 0 : 1;
}

bool TpedRow::second_is_a1() const {
  Index all[2] = {};       // of the first and the second allele, among the samples
  Index founders[2] = {};  // and among those that are founders
  for (std::size_t s = 0; s < genotypes_.size(); ++s) {
    if (genotypes_[s] == missing) continue;
    const int seconds = genotypes_[s];
    const Index weight = founder_weight(s);
    all[0] += 2 - seconds;
    all[1] += seconds;
    founders[0] += weight * (2 - seconds);
    founders[1] += weight * seconds;
  }
  if (founders[0] != founders[1]) return founders[1] < founders[0];
  return all[1] <= all[0];
}

std::string TpedRow::alleles() const {
  const auto name = [this](bool of_second) {
    const std::string_view allele = alleles_[of_second ? 1 : 0];
    return std::string(allele.empty() ? "0" : allele);
  };
  return name(flip_) + "/" + name(!flip_);
}

void TpedRow::encode() {
  // codes of a .bed: 00 hom A1, 01 missing, 10 het, 11 hom A2
  flip_ = second_is_a1();
  const std::uint8_t code[] = {static_cast<std::uint8_t>(flip_ ? 3 : 0), 2,
                               static_cast<std::uint8_t>(flip_ ? 0 : 3), 1};
  std::fill(codes_.begin(), codes_.end(), std::uint8_t{0});
  for (std::size_t s = 0; s < genotypes_.size(); ++s) {
    codes_[s / 4] |= static_cast<std::uint8_t>(code[genotypes_[s]] << (2 * (s % 4)));
  }
}

}  // namespace encke::io
