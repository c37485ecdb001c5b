#include <gtest/gtest.h>

#include <encke/store/text/input_record.hpp>
#include <encke/store/text/stored_text.hpp>

#include "support/files.hpp"

namespace encke::store {
namespace {

using io::expect_error;

class InputRecordFile : public testing::Test {
 protected:
  std::string directory() const { return files_.path(""); }
  io::TemporaryFiles files_;
  const InputRecord about_{.inputs = {{.path = "a b.bed", .bytes = 9, .digest = "00ff"}},
                           .remarks = {"two\nlines", "\xff"},
                           .vectors_in_file = 5,
                           .fields_in_file = 7,
                           .empty_vectors = 2,
                           .empty_tuples = 1};
};

TEST_F(InputRecordFile, keeps_everything) {
  write_input_record(directory(), about_);
  EXPECT_FALSE(damage_of_input_record(directory()));
  const InputRecord read = read_input_record(directory());
  ASSERT_EQ(read.inputs.size(), 1u);
  EXPECT_EQ(read.inputs[0].path, "a b.bed");
  EXPECT_EQ(read.inputs[0].bytes, 9);
  EXPECT_EQ(read.inputs[0].digest, "00ff");
  EXPECT_EQ(read.remarks, (std::vector<std::string>{"two\nlines", "\xef\xbf\xbd"}));
  EXPECT_EQ(read.vectors_in_file, 5);
  EXPECT_EQ(read.fields_in_file, 7);
  EXPECT_EQ(read.empty_vectors, 2);
  EXPECT_EQ(read.empty_tuples, 1);
}

TEST_F(InputRecordFile, is_refused_with_any_byte_changed_or_missing) {
  write_input_record(directory(), about_);
  const std::string whole = *contents_of(files_.path("about"));
  for (std::size_t at = 0; at < whole.size(); ++at) {
    std::string changed = whole;
    changed[at] = static_cast<char>(changed[at] ^ 1);
    for (const std::string& text : {changed, whole.substr(0, at)}) {
      files_.write("about", text);
      ASSERT_TRUE(damage_of_input_record(directory())) << at;
    }
  }
  expect_error([&] { read_input_record(directory()); }, Failure::checksum,
               {"about: what the log says of the input is not as it was written", "--resume"});
}

TEST_F(InputRecordFile, that_is_not_there_is_refused) {
  expect_error([&] { read_input_record(directory()); }, Failure::checksum, {"about", "not there"});
}

TEST_F(InputRecordFile, that_tells_something_else_is_refused_though_its_hash_is_right) {
  for (const std::string line : {"{\n", "[]\n", "{}\n", "null\n",
                                 R"({"inputs":[{"path":1}]})"
                                 "\n",
                                 R"({"inputs":[],"remarks":[1]})"
                                 "\n",
                                 R"({"inputs":{},"remarks":[],"vectors_in_file":""})"
                                 "\n"}) {
    files_.write("about", line + hash_of(line) + '\n');
    EXPECT_FALSE(damage_of_input_record(directory()));
    expect_error([&] { read_input_record(directory()); }, Failure::checksum,
                 {"about: not what the log"});
  }
}

}  // namespace
}  // namespace encke::store
