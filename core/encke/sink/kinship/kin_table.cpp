#include <fmt/compile.h>

#include <algorithm>
#include <cmath>
#include <encke/base/error.hpp>
#include <encke/sink/kinship/kin_table.hpp>
#include <encke/sink/kinship/sample_text.hpp>

namespace encke::sink {
namespace {

/// Columns of a pair, as King has them.
enum Column : std::uint32_t { kinship, present, het_het, ibs0, columns };

constexpr std::size_t longest_numbers = 4 * 24;

/// A number that has six digits, halfway cases to the even one. Like PLINK it takes for halfway
/// what is so but for 5e-9 of the last digit: many shares of whole numbers are, if exactly
/// computed.
double with_six_digits(double number) {
  constexpr double nearly = 5e-9;
  constexpr double least = 1e-30, most = 1e30;  // no share or kinship is beyond
  const double size = std::abs(number);
  if (!(size > least && size < most)) return number;
  double scale = 1e5;
  while (size * scale < 1e5) scale *= 10;
  while (size * scale >= 1e6) scale /= 10;
  const double scaled = size * scale;
  const double whole = std::floor(scaled);
  if (std::abs(scaled - whole - 0.5) > nearly) return number;
  const bool even = std::fmod(whole, 2) == 0;
  return std::copysign((whole + (even ? 0.25 : 0.75)) / scale, number);
}

/// As C's %.6g, rounded as above; any NaN as "nan".
char* print_number(char* at, double number) {
  if (std::isnan(number)) return fmt::format_to(at, FMT_COMPILE("nan"));
  return fmt::format_to(at, FMT_COMPILE("{:.6g}"), with_six_digits(number));
}

}  // namespace

KinTable::KinTable(const std::string& prefix, Ids ids, const SortLimits& limits,
                   Compression compression)
    : ids_(std::move(ids)), limits_(limits), file_(prefix + ".kin0" + ending(compression)) {}

void KinTable::begin(const SinkInfo& info) {
  if (info.way != 2 || info.cells != columns) {
    throw Error(Failure::inconsistent, "a table of kinships holds four values of a pair, " +
                                           std::to_string(info.cells) + " of " +
                                           std::to_string(info.way) + " vectors found");
  }
  if (ids_ && static_cast<Index>(ids_->size()) != info.vectors) {
    throw Error(Failure::inconsistent, std::to_string(ids_->size()) + " ids were given for " +
                                           std::to_string(info.vectors) + " vectors");
  }
  sorter_.emplace(path(), limits_);
  for (Index v = 0; v < info.vectors; ++v) {
    samples_.push_back(sample_columns(ids_, v) + '\t');
    longest_ = std::max(longest_, 2 * samples_.back().size() + longest_numbers);
  }
  file_.write("#FID1\tIID1\tFID2\tIID2\tNSNP\tHETHET\tIBS0\tKINSHIP\n");
}

void KinTable::take(std::span<const Hit<2>> hits) { sorter_->add(hits); }

void KinTable::take(std::span<const Hit<3>> /*hits*/) {
  throw Error(Failure::internal, "a table of kinships got a triple");
}

void KinTable::flush_before(Index /*vector*/) { print(); }

void KinTable::finish() {
  print();
  file_.commit();
}

void KinTable::print() {
  sorter_->drain([this](std::span<const Hit<2>> hits) {
    for (const auto& hit : hits) {
      line_.push_back(hit);
      if (line_.size() < columns) continue;
      print_line(line_.data());
      line_.clear();
    }
  });
}

void KinTable::print_line(const Hit<2>* column) {
  for (std::uint32_t c = 0; c < columns; ++c) {
    if (column[c].index == column[0].index && column[c].cell == c) continue;
    throw Error(Failure::internal, "a line of kinship without all of its columns");
  }
  char* const begin = file_.prepare(longest_);
  char* at = begin;
  for (const std::uint32_t sample : {column[0].index[1], column[0].index[0]}) {
    at = std::copy(samples_[sample].begin(), samples_[sample].end(), at);
  }
  const double all = column[present].value;
  at = fmt::format_to(at, FMT_COMPILE("{}"), static_cast<Index>(all));
  for (const double number :
       {column[het_het].value / all, column[ibs0].value / all, column[kinship].value}) {
    *at++ = '\t';
    at = print_number(at, number);
  }
  *at++ = '\n';
  file_.advance(static_cast<std::size_t>(at - begin));
  ++selected_.hits;
  selected_.digest.add(column[0].index, 0, column[kinship].value);
}

std::int64_t KinTable::memory() const {
  return limits_.bytes + static_cast<std::int64_t>(OutputFile::default_buffer);
}

}  // namespace encke::sink
