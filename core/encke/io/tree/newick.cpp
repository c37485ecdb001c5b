#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <encke/base/error.hpp>
#include <encke/base/index.hpp>
#include <encke/base/text/printable.hpp>
#include <encke/base/text/text_hash.hpp>
#include <encke/file/plain_bytes.hpp>
#include <encke/io/file_kind.hpp>
#include <encke/io/tree/newick.hpp>
#include <limits>

namespace encke::io {
namespace {

constexpr double no_length = std::numeric_limits<double>::quiet_NaN();

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

class Parser {
 public:
  Parser(std::string_view text, const std::string& file) : text_(text), file_(file) {}

  Tree parse() {
    node_ = add_node(-1);
    for (skip_blanks(); at_ < text_.size(); skip_blanks()) {
      const char c = text_[at_];
      if (c == ';') return end();
      if (c == '(') {
        open();
      } else if (c == ',') {
        next_child();
      } else if (c == ')') {
        close();
      } else if (c == ':') {
        take_length();
      } else {
        take_label();
      }
    }
    if (depth_ > 0) fail(text_.size(), unclosed());
    fail(text_.size(), "the text ends without ';'");
  }

 private:
  [[noreturn]] void fail(std::size_t at, const std::string& message) const {
    throw MalformedInput({.file = file_, .offset = static_cast<Index>(at)}, message);
  }

  std::string unclosed() const {
    return depth_ == 1 ? "1 '(' without its ')'" : fmt::format("{} '(' without their ')'", depth_);
  }

  Index add_node(Index parent) {
    tree_.parent.push_back(parent);
    tree_.length.push_back(no_length);
    tree_.name.emplace_back();
    tree_.offset.push_back(static_cast<Index>(at_));
    tree_.tip.push_back(1);
    labelled_ = measured_ = false;
    return tree_.nodes() - 1;
  }

  void open() {
    if (labelled_ || measured_ || tree_.tip[idx(node_)] == 0) {
      fail(at_, "'(' found after a node, ',' or ')' or ';' expected");
    }
    tree_.tip[idx(node_)] = 0;
    ++at_;
    ++depth_;
    node_ = add_node(node_);
  }

  void next_child() {
    if (depth_ == 0) fail(at_, "',' found outside of all parentheses");
    ++at_;
    node_ = add_node(tree_.parent[idx(node_)]);
  }

  void close() {
    if (depth_ == 0) fail(at_, "')' without its '('");
    ++at_;
    --depth_;
    node_ = tree_.parent[idx(node_)];
    labelled_ = measured_ = false;
  }

  void take_length() {
    if (measured_) fail(at_, "a second length of one node");
    ++at_;
    skip_blanks();
    const std::size_t begin = at_;
    const std::string_view word = take_word();
    const char* const last = word.data() + word.size();
    const bool plus = word.starts_with('+') && !word.starts_with("+-");
    const char* const first = word.data() + (plus ? 1 : 0);
    double length = 0;
    const auto [stop, error] = std::from_chars(first, last, length);
    if (word.empty() || stop != last || error != std::errc() || !std::isfinite(length)) {
      fail(begin, fmt::format("{} found, a finite length expected", in_quotes(word)));
    }
    tree_.length[idx(node_)] = length;
    measured_ = true;
  }

  void take_label() {
    if (text_[at_] == ']') fail(at_, "']' without its '['");
    if (labelled_ || measured_) {
      fail(at_, fmt::format("{} found, ',' or ')' or ';' expected",
                            measured_ ? "a label after the length" : "a second label of one node"));
    }
    tree_.name[idx(node_)] = text_[at_] == '\'' ? take_quoted() : std::string(take_word());
    labelled_ = true;
  }

  std::string take_quoted() {
    const std::size_t begin = at_++;
    std::string label;
    for (;; ++at_) {
      if (at_ == text_.size()) fail(begin, "a quote that is not closed");
      if (text_[at_] == '\'') {
        ++at_;
        if (at_ == text_.size() || text_[at_] != '\'') return label;
      }
      label += text_[at_];
    }
  }

  /// What comes before the next blank or special character.
  std::string_view take_word() {
    const std::size_t begin = at_;
    while (at_ < text_.size() && !is_blank(text_[at_]) &&
           std::string_view("()[],:;'").find(text_[at_]) == std::string_view::npos) {
      ++at_;
    }
    return text_.substr(begin, at_ - begin);
  }

  /// Blanks and comments.
  void skip_blanks() {
    for (; at_ < text_.size(); ++at_) {
      if (is_blank(text_[at_])) continue;
      if (text_[at_] != '[') return;
      skip_comment();
    }
  }

  /// Up to its ']'; comments may lie in comments.
  void skip_comment() {
    const std::size_t begin = at_;
    for (Index open = 1; open > 0; open += text_[at_] == '[' ? 1 : -1) {
      at_ = text_.find_first_of("[]", at_ + 1);
      if (at_ == std::string_view::npos) fail(begin, "a comment '[' that is not closed");
    }
  }

  Tree end() {
    if (depth_ > 0) fail(at_, unclosed());
    ++at_;
    skip_blanks();
    if (at_ < text_.size()) fail(at_, "text after the ';' that ends the tree");
    return std::move(tree_);
  }

  std::string_view text_;
  const std::string& file_;
  std::size_t at_ = 0;
  Tree tree_;
  Index node_ = 0;
  Index depth_ = 0;
  bool labelled_ = false;
  bool measured_ = false;
};

}  // namespace

Tree parse_newick(std::string_view text, const std::string& file) {
  return Parser(text, file).parse();
}

Tree read_newick(const std::string& path) {
  InputFile file(path);
  refuse_other_kind(file, FileKind::tree);
  std::string text = read_text(file);
  constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";
  if (text.starts_with(byte_order_mark)) text.replace(0, byte_order_mark.size(), "   ");
  Tree tree = parse_newick(text, path);
  tree.file = file.record();
  return tree;
}

void check_tree(const Tree& tree, const std::string& file) {
  TextSet seen;
  for (Index n = 0; n < tree.nodes(); ++n) {
    const auto refuse = [&](const std::string& message) {
      throw MalformedInput({.file = file, .offset = tree.offset[idx(n)]}, message);
    };
    const std::string& name = tree.name[idx(n)];
    if (tree.tip[idx(n)] != 0) {
      if (name.empty()) refuse("a tip without a name");
      if (!seen.insert(name).second) refuse("a second tip named " + in_quotes(name));
    }
    if (n == 0) continue;
    const double length = tree.length[idx(n)];
    if (length >= 0) continue;
    const std::string branch = name.empty() ? "a branch" : "the branch of " + in_quotes(name);
    if (std::isnan(length)) refuse(branch + " has no length");
    refuse(fmt::format("{} has the length {}, below 0", branch, length));
  }
}

}  // namespace encke::io
