#include <fmt/compile.h>

#include <algorithm>
#include <bit>
#include <charconv>
#include <cstring>
#include <encke/base/chi_squared_tail.hpp>
#include <encke/base/error.hpp>
#include <encke/sink/format/edge_lines.hpp>
#include <encke/sink/format/value_text.hpp>
#include <limits>
#include <string_view>
#include <utility>

namespace encke::sink {
namespace {

constexpr std::size_t number_size = 10;  // of a 32-bit index
constexpr std::size_t tail_size = 16;    // of a p-value

std::size_t longest_line(const Ids& ids, const SiteTexts& sites, int way) {
  std::size_t id = number_size;
  if (ids) {
    for (const auto& text : *ids) id = std::max(id, text.size());
  }
  const std::size_t columns = static_cast<std::size_t>(way);
  const std::size_t site = sites ? sites->longest() : 0;
  return columns * (id + site + 2) + columns * 2 + value_text_size + number_size + tail_size + 3;
}

}  // namespace

EdgeLines::EdgeLines(EdgeFormat format, Ids ids, const SinkInfo& info, const EdgeColumns& columns)
    : format_(format),
      ids_(std::move(ids)),
      way_(info.way),
      alleles_(info.cells > 1 || format == EdgeFormat::named_alleles),
      float32_(info.float32),
      chi_squared_(info.chi_squared && format == EdgeFormat::edges),
      columns_(format == EdgeFormat::edges
                   ? columns
                   : EdgeColumns{nullptr, columns.hash, columns.digits, columns.distances}),
      longest_(longest_line(ids_, columns_.sites, info.way)) {
  if (info.cells != 1 && info.cells != ipow(2, info.way)) {
    throw Error(Failure::inconsistent,
                "an edge list holds 1 or " + std::to_string(ipow(2, info.way)) +
                    " values of a tuple, this metric has " + std::to_string(info.cells));
  }
  if (ids_ && static_cast<Index>(ids_->size()) != info.vectors) {
    throw Error(Failure::inconsistent, std::to_string(ids_->size()) + " ids were given for " +
                                           std::to_string(info.vectors) + " vectors");
  }
  if (columns_.sites && static_cast<Index>(columns_.sites->size()) != info.vectors) {
    throw Error(Failure::inconsistent, std::to_string(columns_.sites->size()) +
                                           " sites were given for " + std::to_string(info.vectors) +
                                           " vectors");
  }
  if (format == EdgeFormat::named_alleles && (!ids_ || info.cells != 1)) {
    throw Error(Failure::inconsistent,
                "an edge list of named alleles needs ids and one value of a tuple");
  }
  if (format_ == EdgeFormat::packed) {
    check_numbers(info.vectors);
  } else {
    check_column_ids("an edge list", ids_);
  }
}

void EdgeLines::check_numbers(Index vectors) const {
  constexpr Index most = std::numeric_limits<std::uint32_t>::max();
  const Index numbers = alleles_ ? 2 * vectors : vectors;
  if (numbers - 1 <= most) return;
  throw Error(Failure::inconsistent, "packed records number " + std::to_string(most + 1) +
                                         (alleles_ ? " alleles" : " vectors") + " at most, " +
                                         std::to_string(numbers) + " found");
}

std::string EdgeLines::header() const {
  if (format_ == EdgeFormat::abc || format_ == EdgeFormat::packed) return "";
  std::string line = columns_.hash ? "#" : "";
  for (int v = 1; v <= way_; ++v) line += "ID" + std::to_string(v) + '\t';
  for (int v = 1; alleles_ && v <= way_; ++v) line += "A" + std::to_string(v) + '\t';
  line += columns_.distances ? "DISTANCE" : "VALUE";
  if (chi_squared_) line += "\tDF\tP";
  for (int v = 1; columns_.sites && v <= way_; ++v) {
    for (const char* const name : {"\tCHR", "\tPOS", "\tBASES"}) line += name + std::to_string(v);
  }
  return line + '\n';
}

char* EdgeLines::print_id(char* at, std::uint32_t vector) const {
  if (!ids_) return std::to_chars(at, at + number_size, vector).ptr;
  const std::string& id = (*ids_)[vector];
  const bool named = format_ == EdgeFormat::named_alleles;
  const std::size_t size = named ? std::min(id.rfind(':'), id.size()) : id.size();
  std::memcpy(at, id.data(), size);
  return at + size;
}

char* EdgeLines::print_site(char* at, std::uint32_t vector) const {
  const std::string_view site = (*columns_.sites)[vector];
  *at++ = '\t';
  std::memcpy(at, site.data(), site.size());
  return at + site.size();
}

char* EdgeLines::print_allele(char* at, std::uint32_t vector) const {
  const std::string& id = (*ids_)[vector];
  const std::size_t begin = std::min(id.rfind(':'), id.size() - 1) + 1;
  std::memcpy(at, id.data() + begin, id.size() - begin);
  return at + (id.size() - begin);
}

template <int Way>
char* EdgeLines::print_record(char* at, const Hit<Way>& hit) const {
  static_assert(std::endian::native == std::endian::little);
  for (int v = 0; v < Way; ++v) {
    const std::uint32_t allele = (hit.cell >> (Way - 1 - v)) & 1;
    const std::uint32_t number = alleles_ ? 2 * hit.index[v] + allele : hit.index[v];
    std::memcpy(at + v * sizeof number, &number, sizeof number);
  }
  const auto value = static_cast<float>(hit.value);
  static_assert(sizeof value == 4);
  std::memcpy(at + Way * sizeof value, &value, sizeof value);
  return at + (Way + 1) * sizeof value;
}

template <int Way>
char* EdgeLines::print(char* at, const Hit<Way>& hit) const {
  if (format_ == EdgeFormat::packed) return print_record(at, hit);
  const auto allele = [&](int v) {
    return static_cast<char>('0' + ((hit.cell >> (Way - 1 - v)) & 1));
  };
  for (int v = 0; v < Way; ++v) {
    at = print_id(at, hit.index[v]);
    if (format_ == EdgeFormat::abc && alleles_) {
      *at++ = ':';
      *at++ = allele(v);
    }
    *at++ = '\t';
  }
  for (int v = 0; format_ == EdgeFormat::edges && alleles_ && v < Way; ++v) {
    *at++ = allele(v);
    *at++ = '\t';
  }
  for (int v = 0; format_ == EdgeFormat::named_alleles && v < Way; ++v) {
    at = print_allele(at, hit.index[v]);
    *at++ = '\t';
  }
  at = print_value(at, hit.value, float32_, columns_.digits);
  if (chi_squared_) {
    const double tail = chi_squared_tail(hit.value, static_cast<int>(hit.cell));
    at = fmt::format_to(at, FMT_COMPILE("\t{}\t{:.6g}"), hit.cell, tail);
  }
  for (int v = 0; columns_.sites && v < Way; ++v) at = print_site(at, hit.index[v]);
  *at++ = '\n';
  return at;
}

template char* EdgeLines::print(char* at, const Hit<2>& hit) const;
template char* EdgeLines::print(char* at, const Hit<3>& hit) const;

}  // namespace encke::sink
