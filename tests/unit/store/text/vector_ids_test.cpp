#include <gtest/gtest.h>

#include <encke/store/text/stored_text.hpp>
#include <encke/store/text/vector_ids.hpp>
#include <filesystem>

#include "support/files.hpp"

namespace encke::store {
namespace {

using io::expect_error;
using Names = std::vector<std::string>;

class IdsFile : public testing::Test {
 protected:
  std::string directory() const { return files_.path(""); }
  io::TemporaryFiles files_;
};

TEST_F(IdsFile, keeps_names_whatever_is_in_them) {
  const Names names = {"\xef\xbb\xbfrs1", "",         "a\tb", "two\nlines",
                       "back\\slash \\n", "\xc3\xa9", " ",    "carriage\r"};
  write_ids(directory(), names);
  EXPECT_EQ(read_ids(directory(), ids_digest(names)), names);
  EXPECT_FALSE(damage_of_ids(directory(), ids_digest(names)));
}

TEST_F(IdsFile, of_no_vectors_is_empty) {
  write_ids(directory(), {});
  EXPECT_TRUE(read_ids(directory(), ids_digest({})).empty());
}

TEST_F(IdsFile, has_a_digest_of_names_and_order) {
  EXPECT_EQ(ids_digest({"a", "b"}), ids_digest({"a", "b"}));
  for (const Names& other :
       {Names{"b", "a"}, {"a", "c"}, {"ab"}, {"a"}, {"a", "b", ""}, {"a\nb"}}) {
    EXPECT_NE(ids_digest({"a", "b"}), ids_digest(other));
  }
}

TEST_F(IdsFile, is_refused_with_any_byte_changed_or_missing) {
  const Names names = {"rs1", "rs22", "x"};
  const std::string whole = "rs1\nrs22\nx\n";
  for (std::size_t at = 0; at < whole.size(); ++at) {
    std::string changed = whole;
    changed[at] = static_cast<char>(changed[at] ^ 1);
    for (const std::string& text : {changed, whole.substr(0, at)}) {
      files_.write("ids", text);
      expect_error([&] { read_ids(directory(), ids_digest(names)); }, Failure::checksum,
                   {"ids: the names of the vectors are not as they were written", "--resume"});
      EXPECT_TRUE(damage_of_ids(directory(), ids_digest(names))) << at;
    }
  }
}

TEST_F(IdsFile, that_is_not_there_or_cannot_be_written_is_refused) {
  expect_error([&] { read_ids(directory(), ids_digest({"a"})); }, Failure::checksum, {"ids"});
  expect_error([&] { write_ids(files_.path("no/directory"), {"a"}); }, Failure::open, {"ids"});
}

TEST_F(IdsFile, that_holds_no_names_is_refused_though_its_digest_is_right) {
  for (const std::string text : {"a\\x\n", "a\nb", "a\tb\n", "\\\n"}) {
    files_.write("ids", text);
    expect_error([&] { read_ids(directory(), hash_of(text)); }, Failure::checksum,
                 {"ids: not the names of vectors"});
  }
}

}  // namespace
}  // namespace encke::store
