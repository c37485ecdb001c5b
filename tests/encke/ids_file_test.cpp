#include "encke/ids_file.hpp"

#include <gtest/gtest.h>

#include "io/files.hpp"

namespace encke::cli {
namespace {

using io::expect_error;

class IdsFile : public testing::Test {
 protected:
  std::string directory() const { return files_.path(""); }
  io::TemporaryFiles files_;
};

TEST_F(IdsFile, keeps_names_whatever_is_in_them) {
  const std::vector<std::string> names = {
      "rs1", "", "a\tb", "two\nlines", "back\\slash \\n", "\xc3\xa9", " ", "carriage\r"};
  write_ids(directory(), names);
  EXPECT_EQ(read_ids(directory(), 8), names);
}

TEST_F(IdsFile, of_no_vectors_is_empty) {
  write_ids(directory(), {});
  EXPECT_TRUE(read_ids(directory(), 0).empty());
}

TEST_F(IdsFile, of_another_number_of_names_is_refused) {
  write_ids(directory(), {"a", "b"});
  expect_error([&] { read_ids(directory(), 3); }, Failure::inconsistent,
               {"ids: 2 names found, 3 expected"});
  expect_error([&] { read_ids(directory(), 1); }, Failure::inconsistent, {"1 expected"});
}

TEST_F(IdsFile, that_is_not_there_or_damaged_is_refused) {
  expect_error([&] { read_ids(directory(), 1); }, Failure::open, {"ids"});
  expect_error([&] { write_ids(files_.path("no/directory"), {"a"}); }, Failure::open, {"ids"});
  files_.write("ids", "a\nb\\x\n");  // not an escape of ours
  expect_error([&] { read_ids(directory(), 2); }, Failure::inconsistent, {"ids"});
}

}  // namespace
}  // namespace encke::cli
