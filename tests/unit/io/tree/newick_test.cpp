#include <cmath>
#include <encke/io/tree/newick.hpp>

#include "support/files.hpp"

namespace encke::io {
namespace {

Tree parse(std::string_view text) { return parse_newick(text, "t.nwk"); }

TEST(Newick, numbers_nodes_in_the_order_of_the_text_after_their_parents) {
  const Tree tree = parse("((a:1,b:2.5e-1)c:0.5,d:+3)r;");
  EXPECT_EQ(tree.name, (std::vector<std::string>{"r", "c", "a", "b", "d"}));
  EXPECT_EQ(tree.parent, (std::vector<Index>{-1, 0, 1, 1, 0}));
  EXPECT_EQ(tree.tip, (std::vector<std::uint8_t>{0, 0, 1, 1, 1}));
  EXPECT_TRUE(std::isnan(tree.length[0]));
  EXPECT_EQ(tree.length[1], 0.5);
  EXPECT_EQ(tree.length[2], 1);
  EXPECT_EQ(tree.length[3], 0.25);
  EXPECT_EQ(tree.length[4], 3);
}

TEST(Newick, takes_quotes_comments_blanks_and_underscores_as_written) {
  const Tree tree = parse(" ( 'it''s (a)'[one; two]:1 ,\r\n\tb_c:2[x] ) 'p; q' [end] ;\n");
  EXPECT_EQ(tree.name, (std::vector<std::string>{"p; q", "it's (a)", "b_c"}));
  EXPECT_EQ(parse("(a[x[y]z[]]:1,[[]]b)[;[)]];").name,
            (std::vector<std::string>{"", "a", "b"}));  // comments in comments
  EXPECT_EQ(parse("a;").nodes(), 1);
  EXPECT_EQ(parse("(a,(b,c),d);").nodes(), 6);
}

TEST(Newick, takes_a_tree_a_million_nodes_deep) {
  constexpr std::size_t depth = 1'000'000;
  std::string text(depth, '(');
  text += "a:1";
  for (std::size_t d = 0; d < depth; ++d) text += "):1";
  const Tree tree = parse(text + ';');
  EXPECT_EQ(tree.nodes(), static_cast<Index>(depth) + 1);
  EXPECT_EQ(tree.name.back(), "a");
  check_tree(tree, "t.nwk");
}

TEST(Newick, refuses_what_is_not_a_tree_with_the_byte) {
  const struct {
    std::string_view text;
    std::string_view where;
    std::string_view why;
  } cases[] = {
      {"((a,b);", "byte 6", "1 '(' without its ')'"},
      {"(((a,b);", "byte 7", "2 '(' without their ')'"},
      {"(a,b", "byte 4", "1 '(' without its ')'"},
      {"(a,b));", "byte 5", "')' without its '('"},
      {"(a,b)", "byte 5", "without ';'"},
      {"", "byte 0", "without ';'"},
      {"a,b;", "byte 1", "outside of all parentheses"},
      {"(a,b);c", "byte 6", "text after"},
      {"(a b,c);", "byte 3", "second label"},
      {"(a:1:2,c);", "byte 4", "second length"},
      {"(a:1 b,c);", "byte 5", "label after the length"},
      {"(a(b,c));", "byte 2", "'(' found after a node"},
      {"((a,b)(c,d));", "byte 6", "'(' found after a node"},
      {"('a,b);", "byte 1", "quote that is not closed"},
      {"(a,[b);", "byte 3", "comment '[' that is not closed"},
      {"(a,[b[c]);", "byte 3", "comment '[' that is not closed"},
      {"(a[b]],c);", "byte 5", "']' without its '['"},
      {"(a],b);", "byte 2", "']' without its '['"},
      {"(a:,b);", "byte 3", "finite length"},
      {"(a:x,b);", "byte 3", "'x' found"},
      {"(a:1x,b);", "byte 3", "'1x' found"},
      {"(a:nan,b);", "byte 3", "'nan' found"},
      {"(a:inf,b);", "byte 3", "'inf' found"},
      {"(a:1e999,b);", "byte 3", "'1e999' found"},
      {"(a:+-0,b);", "byte 3", "'+-0' found"},
      {"(a:++1,b);", "byte 3", "'++1' found"},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.text);
    expect_error([&] { parse(c.text); }, Failure::malformed, {"t.nwk", c.where, c.why});
  }
}

TEST(Newick, check_refuses_trees_that_cannot_place_features) {
  const struct {
    std::string_view text;
    std::string_view why;
  } cases[] = {
      {"(a:1,a:2);", "a second tip named 'a'"},
      {"(a:1,);", "a tip without a name"},
      {"(a:1,b);", "the branch of 'b' has no length"},
      {"((a:1,b:1),c:1);", "a branch has no length"},
      {"(a:-1,b:1);", "the length -1, below 0"},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.text);
    expect_error([&] { check_tree(parse(c.text), "t.nwk"); }, Failure::malformed, {"t.nwk", c.why});
  }
  check_tree(parse("((a:0,b:1)x:1,(c:1,d:1)x:1):5;"), "t.nwk");  // inner names may repeat
}

TEST(Newick, reads_a_file_and_keeps_its_record) {
  const TemporaryFiles files;
  const Tree tree = read_newick(files.write("t.nwk", "(a:1,b:2);"));
  EXPECT_EQ(tree.nodes(), 3);
  EXPECT_EQ(tree.file.bytes, 10);
  EXPECT_EQ(read_newick(files.write("bom.nwk", "\xef\xbb\xbf(a:1,b:2);\r\n")).nodes(), 3);
  expect_error([&] { read_newick(files.path("none")); }, Failure::open, {"none"});
}

}  // namespace
}  // namespace encke::io
