#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <encke/base/error.hpp>
#include <encke/base/text/printable.hpp>
#include <encke/base/text/text_hash.hpp>
#include <encke/file/line_reader.hpp>
#include <encke/file/pipe_copy.hpp>
#include <encke/io/plink/sample_columns.hpp>
#include <encke/io/traits/sample_numbers.hpp>
#include <limits>
#include <string_view>

namespace encke::io {
namespace {

using Columns = std::vector<std::string_view>;

constexpr double unknown = std::numeric_limits<double>::quiet_NaN();

/// Columns of the file that are read.
struct NumberColumns {
  std::size_t ids = 2;  ///< before the numbers
  std::size_t width = 0;
  std::vector<std::size_t> places;
  std::vector<std::string> names;
};

std::size_t place_of(const std::string& path, const Columns& first, std::size_t ids,
                     const std::string& name) {
  const auto begin = first.begin() + static_cast<std::ptrdiff_t>(ids);
  const auto count = std::count(begin, first.end(), name);
  if (count != 1) {
    const std::string names = fmt::format("{}", fmt::join(begin, first.end(), ", "));
    throw Error(Failure::inconsistent,
                fmt::format("{}: {} named {}, one expected; there are {}", path,
                            count == 0 ? "no column is" : std::to_string(count) + " columns are",
                            shortened(name), shortened(names, 200)));
  }
  return static_cast<std::size_t>(std::find(begin, first.end(), name) - first.begin());
}

NumberColumns layout_of(const std::string& path, const std::vector<std::string>& wanted,
                        const Columns& first) {
  NumberColumns layout;
  const bool named = has_column_names(first);
  if (named && first[0] == "#IID") layout.ids = 1;
  layout.width = first.size();
  if (!wanted.empty() && !named) {
    throw Error(Failure::inconsistent,
                fmt::format("{}: no line of column names (FID IID ...), which the name {} needs",
                            path, shortened(wanted.front())));
  }
  if (first.size() < layout.ids) {
    throw Error(Failure::inconsistent, path + ": no column of numbers behind FID and IID");
  }
  for (const auto& name : wanted) {
    layout.places.push_back(place_of(path, first, layout.ids, name));
    layout.names.push_back(name);
  }
  for (std::size_t c = layout.ids; wanted.empty() && c < first.size(); ++c) {
    layout.places.push_back(c);
    layout.names.push_back(named ? std::string(first[c]) : std::to_string(c - layout.ids + 1));
  }
  if (layout.places.empty()) {
    throw Error(Failure::inconsistent, path + ": no column of numbers behind FID and IID");
  }
  return layout;
}

/// False where the text is no number, and does not say that there is none.
bool parse(std::string_view text, double& number) {
  number = unknown;
  if (text == "NA" || text == "nan" || text == "NaN" || text == "-9") return true;
  if (text.starts_with('+')) text.remove_prefix(1);
  const char* const end = text.data() + text.size();
  const auto [stop, problem] = std::from_chars(text.data(), end, number);
  return problem == std::errc{} && stop == end && std::isfinite(number);
}

/// Puts the lines of the file into the places of their samples.
class Reader {
 public:
  Reader(const std::string& path, const std::vector<std::string>& wanted,
         const std::vector<std::string>& samples, bool fam = false)
      : path_(path), wanted_(wanted), samples_(samples), fam_(fam) {}

  SampleNumbers read() {
    const PipeCopy copy(path_);
    InputFile file(copy.path());
    LineReader lines(file);
    while (lines.next()) {
      const Columns columns = all_columns_of(lines.line());
      if (columns.empty()) continue;
      line_ = lines.number();
      if (layout_.width == 0) {
        begin(columns);
        if (has_column_names(columns) && !fam_) continue;
      }
      take(columns);
    }
    if (layout_.width == 0) throw MalformedInput({.file = path_}, "the file is empty");
    numbers_.columns = layout_.names;
    numbers_.record = file.record();
    return std::move(numbers_);
  }

 private:
  void begin(const Columns& first) {
    layout_ = fam_ ? NumberColumns{2, 6, {5}, {"phenotype"}} : layout_of(path_, wanted_, first);
    numbers_.values.assign(layout_.places.size() * samples_.size(), unknown);
    for (std::size_t s = 0; s < samples_.size(); ++s) {
      const std::string& name = samples_[s];
      const std::size_t after_family = layout_.ids == 1 ? name.find(' ') + 1 : 0;
      places_[name.substr(after_family)].push_back(s);
    }
  }

  [[noreturn]] void refuse(const std::string& what) const {
    throw MalformedInput({.file = path_, .line = line_}, what);
  }

  void take(const Columns& columns) {
    if (columns.size() < layout_.width) {
      refuse(fmt::format("{} columns found, {} expected", columns.size(), layout_.width));
    }
    std::string id(columns[0]);
    if (layout_.ids == 2) id += ' ' + std::string(columns[1]);
    if (!seen_.insert({id, true}).second) {
      refuse(fmt::format("sample {} for the second time", shortened(id)));
    }
    std::vector<double> numbers;
    for (std::size_t c = 0; c < layout_.places.size(); ++c) {
      const std::string_view text = columns[layout_.places[c]];
      if (!parse(text, numbers.emplace_back())) {
        refuse(fmt::format("{} found in column {}, a number or NA expected", in_quotes(text),
                           shortened(layout_.names[c])));
      }
    }
    const auto found = places_.find(id);
    if (found == places_.end()) return;
    for (const std::size_t s : found->second) {
      for (std::size_t c = 0; c < numbers.size(); ++c) {
        numbers_.values[c * samples_.size() + s] = numbers[c];
      }
    }
  }

  const std::string& path_;
  const std::vector<std::string>& wanted_;
  const std::vector<std::string>& samples_;
  bool fam_;
  NumberColumns layout_;
  Index line_ = 0;
  TextMap<std::vector<std::size_t>> places_;
  TextMap<bool> seen_;
  SampleNumbers numbers_;
};

}  // namespace

SampleNumbers read_sample_numbers(const std::string& path, const std::vector<std::string>& wanted,
                                  const std::vector<std::string>& samples) {
  return Reader(path, wanted, samples).read();
}

SampleNumbers read_fam_numbers(const std::string& path, const std::vector<std::string>& samples) {
  const std::vector<std::string> none;
  return Reader(path, none, samples, true).read();
}

}  // namespace encke::io
