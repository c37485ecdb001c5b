#include <array>
#include <charconv>
#include <cmath>
#include <cstring>
#include <encke/base/error.hpp>
#include <encke/base/text/printable.hpp>
#include <encke/network/edges.hpp>
#include <encke/network/read/edge_columns.hpp>
#include <encke/network/read/graph_builder.hpp>
#include <encke/network/read/text_blocks.hpp>
#include <utility>

namespace encke::network {
namespace {

/// Takes lines of edges to a list of them.
class EdgeLines {
 public:
  EdgeLines(const std::string& path, const EdgeOptions& options, EdgesRead& read)
      : path_(path), options_(options), read_(read), builder_(options) {}

  void take_block(std::string_view block, Index lines_before) {
    line_ = lines_before;
    const char* at = block.data();
    const char* const end = at + block.size();
    while (at < end) {
      const auto* feed =
          static_cast<const char*>(std::memchr(at, '\n', static_cast<std::size_t>(end - at)));
      ++line_;
      std::string_view line(at, static_cast<std::size_t>(feed - at));
      at = feed + 1;
      if (line.ends_with('\r')) line.remove_suffix(1);
      if (line_ == 1 && take_first(line)) continue;
      take_line(line);
    }
  }

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
  [[noreturn]] void refuse(const std::string& what) const {
    throw MalformedInput({.file = path_, .line = line_}, what);
  }

  /// True where the first line is a header.
  bool take_first(std::string_view line) {
    columns_ = columns_of(line, path_);
    read_.format = columns_.format;
    read_.way = columns_.way;
    return columns_.header;
  }

  void take_line(std::string_view line) {
    split_columns(line, columns_.tabs, cells_);
    if (cells_.size() != columns_.count) {
      refuse(std::to_string(columns_.count) + " columns expected, " +
             std::to_string(cells_.size()) + " found");
    }
    ++read_.lines;
    const double value = value_of(cells_[columns_.value]);
    if (!builder_.passes(value)) return;
    ++read_.passed;
    if (!builder_.holds(value)) refuse(builder_.refusal(value, cells_[columns_.value]));
    Node nodes[3] = {};
    const auto way = static_cast<std::size_t>(columns_.way);
    for (std::size_t v = 0; v < way; ++v) nodes[v] = node_of(v);
    builder_.add({nodes, way}, value);
  }

  double value_of(std::string_view text) const {
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(value)) {
      refuse("a value " + in_quotes(text) + " found, a finite number expected");
    }
    return value;
  }

  /// A sample's name: FID_IID, or IID alone where the family is 0. Valid until the next call.
  std::string_view sample_of(std::string_view family, std::string_view individual) {
    if (family.empty() || family == "0") return individual;
    name_.assign(family);
    name_ += '_';
    name_ += individual;
    return name_;
  }

  Node node_of(std::size_t v) {
    const std::string_view label = cells_[columns_.label[v]];
    if (label.empty()) refuse("an empty label found");
    if (columns_.has_families) {
      return builder_.node(sample_of(cells_[columns_.family[v]], label));
    }
    // Lines that follow each other often have the same names.
    const std::string_view allele = columns_.has_alleles ? cells_[columns_.allele[v]] : "0";
    Last& last = last_.at(v);
    if (label != last.label) {
      last.label.assign(label);
      last.node.fill(Labels::none);
    }
    if (allele != "0" && allele != "1") return new_node(label, allele);
    Node& node = last.node[allele == "1"];
    if (node == Labels::none) node = new_node(label, allele);
    return node;
  }

  Node new_node(std::string_view label, std::string_view allele) {
    if (columns_.has_alleles) {
      if (allele.empty()) refuse("an empty allele found");
      name_.assign(label);
      name_ += ':';
      name_ += allele;
      return builder_.node(name_);
    }
    if (options_.alleles_in_labels) {
      const auto colon = label.rfind(':');
      if (colon == std::string_view::npos || colon == 0 || colon + 1 == label.size()) {
        refuse("a label " + in_quotes(label) + " found, an id, a colon and an allele expected");
      }
    }
    return builder_.node(label);
  }

  /// What a column had in the line before: the nodes of the label's alleles 0 and 1, or (first) of
  /// the label itself.
  struct Last {
    std::string label{};
    std::array<Node, 2> node{};
  };

  const std::string& path_;
  const EdgeOptions& options_;
  EdgesRead& read_;
  EdgeColumns columns_{};
  GraphBuilder builder_;
  std::vector<std::string_view> cells_;
  std::string name_;
  std::array<Last, 3> last_{};
  Index line_ = 0;
};

}  // namespace

EdgesRead read_edges(const std::string& path, const EdgeOptions& options) {
  EdgesRead read;
  TextBlocks text(path);
  EdgeLines lines(text.path(), options, read);
  while (const auto block = text.next()) {
    if (options.check_stop) options.check_stop();
    lines.take_block(*block, text.lines_before());
  }
  lines.finish();
  read.file = text.record();
  return read;
}

}  // namespace encke::network
