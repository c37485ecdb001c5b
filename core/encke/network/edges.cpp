#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstring>
#include <encke/base/error.hpp>
#include <encke/base/text/printable.hpp>
#include <encke/base/text/same_text.hpp>
#include <encke/network/edges.hpp>
#include <encke/network/read/edge_columns.hpp>
#include <encke/network/read/graph_builder.hpp>
#include <encke/network/read/name_batch.hpp>
#include <encke/network/read/separators.hpp>
#include <encke/network/read/short_decimal.hpp>
#include <encke/network/read/text_blocks.hpp>
#include <utility>

namespace encke::network {
namespace {

/// Takes lines of edges to a list of them.
class EdgeLines {
 public:
  EdgeLines(const std::string& path, const EdgeOptions& options, EdgesRead& read)
      : path_(path), options_(options), read_(read), builder_(options) {}

  /// Whole lines of a text that has about so many bytes in all; they need not stay.
  void take_block(std::string_view block, Index bytes) {
    const char* at = block.data();
    const char* const end = at + block.size();
    while (at < end && (line_ == 0 || !columns_.tabs)) at = take_line(at, end);
    separators_.start({at, static_cast<std::size_t>(end - at)});
    while (at < end) {
      const char* const begin = at;
      ++line_;
      at = separators_.split_line(at, cells_, found_);
      take_cells(static_cast<std::size_t>(at - begin));
    }
    add_pending(0);
    if (builder_.edges() > 0 && !expects_) {
      expects_ = true;
      const double share = static_cast<double>(bytes) / static_cast<double>(block.size());
      builder_.expect(static_cast<Index>(static_cast<double>(builder_.edges()) * share));
    }
  }

  Index lines() const { return line_; }

  void finish() {
    const bool alleles = columns_.has_alleles || options_.alleles_in_labels;
    if (builder_.is_spilled()) {
      read_.spilled = builder_.spilled(alleles);
    } else {
      read_.bytes = builder_.bytes();
      read_.graph = builder_.graph(alleles, read_.dropped);
    }
  }

 private:
  using Place = NameBatch::Place;

  [[noreturn]] void refuse(const std::string& what) const {
    throw MalformedInput({.file = path_, .line = line_}, what);
  }

  /// The first line, or one whose columns blanks separate; returns where the next one begins.
  const char* take_line(const char* at, const char* end) {
    ++line_;
    const auto* const feed =
        static_cast<const char*>(std::memchr(at, '\n', static_cast<std::size_t>(end - at)));
    std::string_view line(at, static_cast<std::size_t>(feed - at));
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (line_ == 1 && take_first(line)) return feed + 1;
    split_columns(line, columns_.tabs, cells_);
    found_ = cells_.size();
    cells_.resize(columns_.count);
    take_cells(static_cast<std::size_t>(feed + 1 - at));
    return feed + 1;
  }

  /// True where the first line is a header.
  bool take_first(std::string_view line) {
    columns_ = columns_of(line, path_);
    cells_.resize(columns_.count);
    read_.format = columns_.format;
    read_.way = columns_.way;
    if (columns_.distances && !options_.one_minus && !options_.as_they_are) {
      throw Error(Failure::inconsistent,
                  path_ +
                      ": its values are distances (column DISTANCE), of a network large ones are "
                      "good: --distance one-minus takes 1 - value, --distance none the distance");
    }
    return columns_.header;
  }

  /// A line of so many bytes.
  void take_cells(std::size_t bytes) {
    if (found_ != columns_.count) {
      refuse(std::to_string(columns_.count) + " columns expected, " + std::to_string(found_) +
             " found");
    }
    ++read_.lines;
    const double value = value_of(cells_[columns_.value]);
    if (!builder_.passes(value)) return;
    ++read_.passed;
    if (!builder_.holds(value)) refuse(builder_.refusal(value, cells_[columns_.value]));
    if (names_.is_full(bytes) || pending_.size() == most_pending_) add_pending(bytes);
    Pending& edge = pending_.emplace_back();
    edge.value = value;
    edge.line = line_;
    for (std::size_t v = 0; v < static_cast<std::size_t>(columns_.way); ++v) {
      edge.name[v] = name_of(v);
    }
  }

  /// Adds the edges whose nodes have no numbers yet, and makes space for a line of so many bytes.
  void add_pending(std::size_t bytes) {
    const auto node = names_.nodes(builder_);
    if (builder_.labels().size() > seen_) see_names();
    const auto way = static_cast<std::size_t>(columns_.way);
    std::array<Node, 3> ends{};
    for (const Pending& edge : pending_) {
      for (std::size_t v = 0; v < way; ++v) ends[v] = node[edge.name[v]];
      builder_.add(std::span(ends).first(way), edge.value);
    }
    pending_.clear();
    names_.clear(bytes);
    last_ = {};
  }

  /// Looks at the names of new nodes.
  void see_names() {
    for (; seen_ < builder_.labels().size(); ++seen_) {
      const std::string_view name = builder_.labels()[static_cast<Node>(seen_)];
      const bool has_control = std::any_of(name.begin(), name.end(), is_control);
      if (!has_control && !options_.name_seen) continue;
      const Index line = line_naming(name);
      if (has_control) {
        throw MalformedInput(
            {.file = path_, .line = line},
            "the name " + in_quotes(name) + " found, a name without control characters expected");
      }
      options_.name_seen(name, line);
    }
  }

  /// Of the lines whose nodes have just got their numbers, the first that names this one.
  Index line_naming(std::string_view name) const {
    for (const Pending& edge : pending_) {
      for (std::size_t v = 0; v < static_cast<std::size_t>(columns_.way); ++v) {
        if (names_[edge.name[v]] == name) return edge.line;
      }
    }
    return line_;
  }

  double value_of(std::string_view text) const {
    double value = 0;
    if (read_short_decimal(text, value)) return value;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(value)) {
      refuse("a value " + in_quotes(text) + " found, a finite number expected");
    }
    return value;
  }

  /// A sample's name: FID_IID, or IID alone where the family is 0.
  Place sample_of(std::string_view family, std::string_view individual) {
    if (family.empty() || family == "0") return names_.add(individual);
    return names_.add(family, '_', individual);
  }

  Place name_of(std::size_t v) {
    const std::string_view label = cells_[columns_.label[v]];
    if (label.empty()) refuse("an empty label found");
    if (label == "." && columns_.format == "PLINK") {
      refuse(
          "a variant without an id (.) found, which would be one node with all others; name them "
          "before, such as by plink2 --set-missing-var-ids");
    }
    if (columns_.has_families) {
      return sample_of(cells_[columns_.family[v]], label);
    }
    // Lines that follow each other often have the same names.
    const std::string_view allele = columns_.has_alleles ? cells_[columns_.allele[v]] : "0";
    Last& last = last_[v];
    if (!same_text(label, last.label)) {
      last.label = label;
      last.name.fill(NameBatch::none);
    }
    const bool is_digit = allele.size() == 1 && (allele[0] == '0' || allele[0] == '1');
    if (!is_digit) return new_name(label, allele);
    Place& name = last.name[allele[0] == '1'];
    if (name == NameBatch::none) name = new_name(label, allele);
    return name;
  }

  Place new_name(std::string_view label, std::string_view allele) {
    if (columns_.has_alleles) {
      if (allele.empty()) refuse("an empty allele found");
      return names_.add(label, ':', allele);
    }
    if (options_.alleles_in_labels) {
      const auto colon = label.rfind(':');
      if (colon == std::string_view::npos || colon == 0 || colon + 1 == label.size()) {
        refuse("a label " + in_quotes(label) + " found, an id, a colon and an allele expected");
      }
    }
    return names_.add(label);
  }

  /// What a column had in the line before: the names of the label's alleles 0 and 1, or (first) of
  /// the label itself.
  struct Last {
    std::string_view label{};
    std::array<Place, 2> name{NameBatch::none, NameBatch::none};
  };

  struct Pending {
    std::array<Place, 3> name{};
    double value = 0;
    Index line = 0;
  };

  const std::string& path_;
  const EdgeOptions& options_;
  EdgesRead& read_;
  EdgeColumns columns_{};
  GraphBuilder builder_;
  Separators separators_;
  std::vector<std::string_view> cells_;  ///< of a line: the first columns
  std::size_t found_ = 0;                ///< how many columns it has
  NameBatch names_;
  std::vector<Pending> pending_;
  /// The node of a triple comes before those of the next line.
  const std::size_t most_pending_ = options_.triples == Triples::star ? 1 : 1024;
  std::array<Last, 3> last_{};
  Index line_ = 0;
  Index seen_ = 0;        ///< nodes whose names were looked at
  bool expects_ = false;  ///< the number of edges was guessed
};

}  // namespace

EdgesRead read_edges(const std::string& path, const EdgeOptions& options) {
  EdgesRead read;
  TextBlocks text(path);
  EdgeLines lines(text.path(), options, read);
  while (const auto block = text.next(lines.lines())) {
    if (options.check_stop) options.check_stop();
    lines.take_block(*block, text.bytes());
  }
  lines.finish();
  read.file = text.record();
  return read;
}

std::optional<Index> line_of_name(const std::string& path, EdgeOptions options,
                                  std::string_view name) {
  if (path == "-") return std::nullopt;
  std::optional<Index> found;
  options.name_seen = [&](std::string_view seen, Index line) {
    const bool is_allele = seen.starts_with(name) && seen.rfind(':') == name.size();
    if (!found && (seen == name || is_allele)) found = line;
  };
  read_edges(path, options);
  return found;
}

}  // namespace encke::network
