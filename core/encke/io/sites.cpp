#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <encke/base/error.hpp>
#include <encke/base/index.hpp>
#include <encke/base/text/printable.hpp>
#include <encke/base/text/text_hash.hpp>
#include <encke/io/chromosome_kind.hpp>
#include <encke/io/chromosome_numbers.hpp>
#include <encke/io/sites.hpp>
#include <span>

namespace encke::io {
namespace {

template <class Number>
bool parse(std::string_view text, Number& number) {
  const char* const end = text.data() + text.size();
  const auto [stop, problem] = std::from_chars(text.data(), end, number);
  return problem == std::errc{} && stop == end;
}

/// Also where R has written it as 1e+05.
std::optional<std::int64_t> whole_number(std::string_view text) {
  constexpr double most = 1e15;
  std::int64_t whole = 0;
  if (parse(text, whole)) return whole;
  double number = 0;
  const bool is_whole =
      parse(text, number) && std::abs(number) <= most && number == std::trunc(number);
  return is_whole ? std::optional(static_cast<std::int64_t>(number)) : std::nullopt;
}

bool is_same_chromosome(const std::string& name, const std::string& other) {
  return name == other || usual_name_of_chromosome(name) == usual_name_of_chromosome(other);
}

}  // namespace

/// The name's number; the last one is the likeliest.
std::uint32_t Sites::number_of(Index line, std::string_view chromosome) {
  if (!names_.empty() && names_.back() == chromosome && !split_) {
    return static_cast<std::uint32_t>(names_.size() - 1);
  }
  const auto next = static_cast<std::uint32_t>(names_.size());
  const auto [at, is_new] = numbers_.try_emplace(std::string(chromosome), next);
  const std::uint32_t number = at->second;
  if (is_new) names_.emplace_back(chromosome);
  if (split_ || chromosome_.empty() || number == chromosome_.back()) return number;
  const auto is_this = [&](const std::string& name) {
    return is_same_chromosome(name, names_[number]);
  };
  const auto others = std::span(names_).first(is_new ? next : names_.size());
  if (!is_this(names_[chromosome_.back()]) && std::any_of(others.begin(), others.end(), is_this)) {
    split_ = Disorder{line, size() + 1,
                      fmt::format("chromosome {} begins again: expected the variants of a "
                                  "chromosome one after the other; PLINK's --make-bed sorts "
                                  "them, and --inter-chr compares all",
                                  shortened(std::string(chromosome)))};
  }
  return number;
}

void Sites::add(Index line, std::string_view chromosome, std::string_view position,
                std::string_view alleles) {
  const auto whole = whole_number(position);
  if (!whole) {
    throw MalformedInput({.file = file_, .line = line},
                         fmt::format("position {}: a whole number of base pairs expected",
                                     shortened(std::string(position))));
  }
  const std::int64_t place = *whole;
  const std::uint32_t number = number_of(line, chromosome);
  const bool falls = !chromosome_.empty() && place < position_.back() &&
                     is_same_chromosome(names_[chromosome_.back()], names_[number]);
  if (falls && !unsorted_) {
    unsorted_ = Disorder{line, size() + 1,
                         fmt::format("position {} is below {} of the variant before it: expected "
                                     "positions that do not fall on a chromosome",
                                     place, position_.back())};
  }
  chromosome_.push_back(number);
  position_.push_back(place);
  alleles_.add(alleles);
}

void Sites::reserve(Index variants) {
  chromosome_.reserve(idx(variants));
  position_.reserve(idx(variants));
}

void Sites::keep(const std::vector<std::uint8_t>& kept) {
  if (std::all_of(kept.begin(), kept.end(), [](std::uint8_t k) { return k != 0; })) return;
  TextColumn alleles;
  std::size_t end = 0;
  for (std::size_t v = 0; v < kept.size(); ++v) {
    if (kept[v] == 0) continue;
    chromosome_[end] = chromosome_[v];
    position_[end++] = position_[v];
    alleles.add(alleles_[v]);
  }
  chromosome_.resize(end);
  position_.resize(end);
  alleles_ = std::move(alleles);
}

const std::string& Sites::chromosome(Index variant) const {
  return names_[chromosome_[idx(variant)]];
}

TextColumn Sites::texts() const {
  TextColumn texts;
  for (Index v = 0; v < size(); ++v) {
    const std::string_view both = alleles(v);
    texts.add(
        fmt::format("{}\t{}\t{}", chromosome(v), position_[idx(v)], both.empty() ? "." : both));
  }
  return texts;
}

std::string Sites::id(Index variant) const {
  std::string id = fmt::format("{}:{}", chromosome(variant), position_[idx(variant)]);
  const std::string_view both = alleles(variant);
  if (const auto slash = both.find('/'); slash != std::string_view::npos) {
    id += fmt::format(":{}:{}", both.substr(slash + 1), both.substr(0, slash));
  }
  return id;
}

void Sites::check(const std::optional<Disorder>& disorder) const {
  if (!disorder) return;
  if (disorder->line > 0) {
    throw MalformedInput({.file = file_, .line = disorder->line}, disorder->what);
  }
  throw MalformedInput({.file = file_},
                       fmt::format("variant {}: {}", disorder->variant, disorder->what));
}

std::vector<std::uint32_t> chromosome_numbers(const Sites& sites) {
  TextMap<std::uint32_t> numbers;
  std::vector<std::uint32_t> all;
  all.reserve(static_cast<std::size_t>(sites.size()));
  for (Index v = 0; v < sites.size(); ++v) {
    if (v > 0 && sites.chromosomes()[idx(v)] == sites.chromosomes()[idx(v - 1)]) {
      all.push_back(all.back());
      continue;
    }
    const auto next = static_cast<std::uint32_t>(numbers.size());
    all.push_back(
        numbers.try_emplace(usual_name_of_chromosome(sites.chromosome(v)), next).first->second);
  }
  return all;
}

namespace {

/// The id, with a number behind it where it is taken: CHROM:POS:REF:ALT:2.
std::string unlike(const TextSet& taken, const std::string& id) {
  std::string unique = id;
  for (int number = 2; taken.contains(unique); ++number) {
    unique = fmt::format("{}:{}", id, number);
  }
  return unique;
}

}  // namespace

MadeIds name_by_sites(const Sites& sites, std::vector<std::string>& names) {
  MadeIds made;
  if (sites.empty()) return made;
  TextSet seen(names.size());
  TextSet again;
  for (const std::string& name : names) {
    if (!seen.insert(name).second) again.insert(name);
  }
  const auto is_unclear = [&](const std::string& name) {
    return name == "." || again.contains(name);
  };
  std::vector<Index> unclear;
  for (Index v = 0; v < std::ssize(names); ++v) {
    if (is_unclear(names[idx(v)])) unclear.push_back(v);
  }
  TextSet taken(names.size());  // by those that keep their ids
  for (const std::string& name : names) {
    if (!is_unclear(name)) taken.insert(name);
  }
  std::vector<std::string> ids;
  for (const Index v : unclear) ids.push_back(unlike(taken, sites.id(v)));
  for (std::size_t u = 0; u < ids.size(); ++u) {  // not before: the sets have views of the names
    std::string& name = names[idx(unclear[u])];
    if (name != ".") made.former.emplace_back(unclear[u], std::move(name));
    name = std::move(ids[u]);
  }
  made.count = std::ssize(unclear);
  if (made.count == 0) return made;
  made.remark = fmt::format(
      "variants whose id was . or that of another one, and now is made of chromosome, position "
      "and alleles: {} (the first: {})",
      made.count, shortened(names[idx(unclear.front())]));
  return made;
}

}  // namespace encke::io
