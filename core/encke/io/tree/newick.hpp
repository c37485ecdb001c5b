#pragma once

#include <encke/base/index.hpp>
#include <encke/io/dataset.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace encke::io {

/// A rooted tree. Nodes are numbered in the order of the text, so that a node comes after its
/// parent; node 0 is the root. The branch of a node joins it to its parent.
struct Tree {
  std::vector<Index> parent;      ///< of each node; -1 for the root
  std::vector<double> length;     ///< of each node's branch; NaN where none is given
  std::vector<std::string> name;  ///< of each node; empty where none is given
  std::vector<Index> offset;      ///< first byte of each node in the text
  std::vector<std::uint8_t> tip;  ///< 1 where a node has no children
  FileRecord file = {};           ///< what was read

  Index nodes() const { return static_cast<Index>(parent.size()); }
};

/// Parses a tree in Newick format: "((a:1,b:2)c:0.5,'d e':3);". Labels are taken as they are
/// written (an underscore stays one), or in single quotes, where two stand for one. Text in
/// brackets is a comment, which may have others in it. Blanks and line ends between tokens do not
/// count. Memory and time grow with the length of the text, not with the tree's depth. Throws
/// MalformedInput, with the byte, for parentheses that do not match, a missing ';', text after it,
/// an unclosed quote or comment, two labels or lengths of one node, and a length that is not a
/// finite number. `file` is for messages.
Tree parse_newick(std::string_view text, const std::string& file);

/// Reads and parses a file; a byte order mark of UTF-8 at its begin is left out. Throws as
/// parse_newick(); Error(open), Error(read).
Tree read_newick(const std::string& path);

/// Throws MalformedInput for a tree that cannot place features: two tips of one name or a tip
/// without a name (with the byte), and a branch, other than the root's, whose length is missing or
/// negative.
void check_tree(const Tree& tree, const std::string& file);

}  // namespace encke::io
