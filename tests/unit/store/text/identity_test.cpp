#include <gtest/gtest.h>

#include <encke/base/error.hpp>
#include <encke/store/block/block_file.hpp>
#include <encke/store/text/identity.hpp>

namespace {

using encke::Error;
using encke::store::block_file_from;
using encke::store::BlockFile;
using encke::store::differences;
using encke::store::escaped;
using encke::store::Identity;
using encke::store::unescaped;

Identity of(std::initializer_list<Identity::Entry> entries) {
  Identity identity;
  for (const auto& [name, value] : entries) identity.add(name, value);
  return identity;
}

TEST(Identity, hash_depends_on_names_and_values_and_not_on_their_order) {
  const Identity a = of({{"x", "1"}, {"y", "2"}});
  EXPECT_EQ(a.hash(), of({{"y", "2"}, {"x", "1"}}).hash());
  EXPECT_NE(a.hash(), of({{"x", "2"}, {"y", "1"}}).hash());
  EXPECT_NE(a.hash(), of({{"x", "1"}}).hash());
  EXPECT_NE(of({{"xy", "z"}}).hash(), of({{"x", "yz"}}).hash());
}

TEST(Identity, lists_what_differs_with_both_values) {
  const Identity ours = of({{"a", "1"}, {"b", "2"}, {"c", "3"}, {"s", "0/2"}});
  const Identity theirs = of({{"s", "1/2"}, {"c", "3"}, {"b", "x\ty"}, {"d", "4"}});
  const std::vector<std::string> free{"s"};
  EXPECT_EQ(text(differences(ours, theirs, free), "there"),
            "a: '1' here, nothing there; b: '2' here, 'x\\ty' there; d: nothing here, '4' there");
  EXPECT_EQ(differences(ours, theirs).size(), 4u);
  EXPECT_TRUE(differences(ours, ours).empty());
}

TEST(Identity, refuses_a_name_twice) {
  Identity identity = of({{"a", "1"}});
  EXPECT_THROW(identity.add("a", "1"), Error);
}

TEST(Escape, brings_back_any_text) {
  std::string all;
  for (int c = 0; c < 256; ++c) all += static_cast<char>(c);
  for (const std::string& s :
       {all, all + all, std::string(), std::string("\\\\n\\"), std::string("\n")}) {
    const std::string line = escaped(s);
    EXPECT_EQ(line.find_first_of("\t\n\r"), std::string::npos);
    EXPECT_EQ(unescaped(line), s);
  }
}

TEST(Escape, refuses_what_it_would_not_write) {
  for (const char* s : {"\\", "a\\", "\\x", "a\tb", "a\nb"}) EXPECT_FALSE(unescaped(s)) << s;
}

TEST(BlockFile, goes_through_its_line) {
  const BlockFile file{"run-1-rank-2.blocks", 12345678901234, 7, 0, 0x00ff00aa12345678};
  EXPECT_EQ(block_file_from(text(file)), file);
  const std::string good = text(file);
  const std::vector<std::string> bad{"",
                                     "a",
                                     good + "\t",
                                     good + "\t1",
                                     "/" + good,
                                     good.substr(0, good.size() - 1),
                                     "a\t-1\t2\t3\t0000000000000000",
                                     "\t1\t2\t3\t0000000000000000",
                                     "a\t1\t2x\t3\t0000000000000000"};
  for (const auto& line : bad) EXPECT_THROW(block_file_from(line), Error) << line;
}

}  // namespace
