#include <algorithm>
#include <charconv>
#include <encke/base/error.hpp>
#include <encke/base/text/printable.hpp>
#include <encke/base/text/text_hash.hpp>
#include <encke/file/input_file.hpp>
#include <encke/file/line_reader.hpp>
#include <encke/job/answers/edge_digest.hpp>
#include <encke/network/read/edge_columns.hpp>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace encke::job {
namespace {

/// Places of vectors by their names.
class Places {
 public:
  explicit Places(const std::vector<std::string>& names) {
    places_.reserve(names.size());
    for (Index place = 0; const std::string& name : names) {
      const auto [at, is_new] = places_.try_emplace(name, place++);
      if (!is_new) at->second = several;
    }
  }

  Index of(std::string_view name) const {
    const auto at = places_.find(name);
    if (at != places_.end() && at->second != several) return at->second;
    throw Error(Failure::inconsistent,
                in_quotes(name) + (at == places_.end() ? " is no vector of the run's input"
                                                       : " is the name of several vectors"));
  }

 private:
  static constexpr Index several = -1;
  std::unordered_map<std::string_view, Index, TextHash> places_;
};

/// The lines of a list of edges.
class Lines {
 public:
  Lines(const std::string& path, bool alleles)
      : path_(path), file_(path), lines_(file_), abc_(is_abc(path)), alleles_(alleles) {
    if (!lines_.next()) {
      if (abc_) return;  // no value passed
      refuse("a header line expected, the file is empty");
    }
    const std::string_view header = lines_.line();
    columns_ = network::columns_of(header, path_);
    if (abc_) {
      if (columns_.header) refuse("labels and a value expected");
      columns_.tabs = true;
      first_ = true;
      return;
    }
    if (columns_.format != "edges") refuse("a header line with ID1, ID2 and VALUE expected");
    network::split_columns(header, true, cells_);
    const auto freedom = std::find(cells_.begin(), cells_.end(), "DF");
    if (freedom != cells_.end()) {
      freedom_ = static_cast<std::size_t>(freedom - cells_.begin());
    }
  }

  bool next() {
    if (!std::exchange(first_, false) && !lines_.next()) return false;
    network::split_columns(lines_.line(), true, cells_);
    if (cells_.size() != columns_.count) {
      refuse(std::to_string(columns_.count) + " columns expected, " +
             std::to_string(cells_.size()) + " found");
    }
    return true;
  }

  int way() const { return columns_.way; }
  std::string_view name(int v) const {
    const std::string_view label = cells_[columns_.label[static_cast<std::size_t>(v)]];
    return abc_ && alleles_ ? label.substr(0, label.size() - std::min<std::size_t>(label.size(), 2))
                            : label;
  }
  double value() const { return number<double>(columns_.value, "a number"); }
  /// Its cell in the table of a tuple.
  std::uint32_t cell() const {
    if (freedom_) return number<std::uint32_t>(*freedom_, "degrees of freedom");
    std::uint32_t cell = 0;
    for (int v = 0; abc_ && alleles_ && v < way(); ++v) {
      const std::string_view label = cells_[columns_.label[static_cast<std::size_t>(v)]];
      if (!label.ends_with(":0") && !label.ends_with(":1")) refuse("ID:0 or ID:1 expected");
      cell = 2 * cell + (label.back() == '1' ? 1 : 0);
    }
    for (int v = 0; columns_.has_alleles && v < way(); ++v) {
      const auto allele =
          number<std::uint32_t>(columns_.allele[static_cast<std::size_t>(v)], "0 or 1");
      if (allele > 1) refuse("0 or 1 expected");
      cell = 2 * cell + allele;
    }
    return cell;
  }

 private:
  template <class Number>
  Number number(std::size_t column, const char* expected) const {
    const std::string_view text = cells_[column];
    Number number{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || end != text.data() + text.size()) {
      refuse(in_quotes(text) + ": " + expected + " expected");
    }
    return number;
  }

  [[noreturn]] void refuse(const std::string& message) const {
    throw MalformedInput({.file = path_, .line = lines_.number()}, message);
  }

  static bool is_abc(std::string_view path) {
    return path.ends_with(".abc") || path.ends_with(".abc.zst");
  }

  std::string path_;
  io::InputFile file_;
  io::LineReader lines_;
  bool abc_;
  bool alleles_;
  bool first_ = false;  ///< the line at hand is the first, and no header
  network::EdgeColumns columns_;
  std::optional<std::size_t> freedom_{};
  std::vector<std::string_view> cells_;
};

template <int Way>
void add_all(Lines& lines, const Places& places, bool float32, WrittenDigest& found) {
  while (lines.next()) {
    Array<Index, Way> index{};
    for (int v = 0; v < Way; ++v) index[v] = places.of(lines.name(v));
    const double value = lines.value();
    found.digest.add(index, lines.cell(), float32 ? static_cast<float>(value) : value);
    ++found.values;
  }
}

}  // namespace

WrittenDigest digest_of_edges(const std::string& path, const std::vector<std::string>& names,
                              bool float32, bool alleles) {
  Lines lines(path, alleles);
  const Places places(names);
  WrittenDigest found;
  if (lines.way() == 2) {
    add_all<2>(lines, places, float32, found);
  } else {
    add_all<3>(lines, places, float32, found);
  }
  return found;
}

}  // namespace encke::job
