#include <encke/io/tree/biom.hpp>

#include "support/files.hpp"

namespace encke::io {
namespace {

std::string biom(const std::string& data, const std::string& shape = "[2,3]",
                 const std::string& kind = "sparse") {
  return R"({"rows":[{"id":"o1"},{"id":"o2"}],"columns":[{"id":"A"},{"id":"B"},{"id":"C"}],)"
         R"("shape":)" +
         shape + R"(,"matrix_type":")" + kind + R"(","data":)" + data + "}";
}

TEST(BiomJson, reads_sparse_and_dense_tables_sample_by_sample) {
  const TemporaryFiles files;
  const auto sparse = read_biom(files.write("s.biom", biom("[[1,0,5],[0,2,7],[0,0,1.5]]")));
  EXPECT_EQ(sparse.samples, (std::vector<std::string>{"A", "B", "C"}));
  EXPECT_EQ(sparse.observations, (std::vector<std::string>{"o1", "o2"}));
  EXPECT_EQ(sparse.begin, (std::vector<Index>{0, 2, 2, 3}));
  EXPECT_EQ(sparse.observation, (std::vector<std::int32_t>{1, 0, 0}));
  EXPECT_EQ(sparse.count, (std::vector<double>{5, 1.5, 7}));
  const auto dense =
      read_biom(files.write("d.biom", biom("[[1.5,0,7],[5,0,0]]", "[2,3]", "dense")));
  EXPECT_EQ(dense.begin, (std::vector<Index>{0, 2, 4, 6}));
  EXPECT_EQ(dense.count, (std::vector<double>{1.5, 5, 0, 0, 7, 0}));
}

TEST(BiomJson, refuses_what_is_not_a_table) {
  const TemporaryFiles files;
  const struct {
    std::string text;
    std::string_view why;
  } cases[] = {
      {"", "the file is empty"},
      {"(a,b);", "byte 0: neither HDF5 (BIOM 2) nor JSON"},
      {"{", "the JSON (BIOM 1) is damaged or ends early"},
      {"[1]", "a JSON object expected"},
      {"{}", "no member 'rows'"},
      {R"({"rows":5})", "'rows': an array expected"},
      {R"({"rows":[5]})", "'rows': objects expected"},
      {R"({"rows":[{}]})", "no member 'id'"},
      {R"({"rows":[{"id":1}]})", "member 'id': a text expected"},
      {biom("[]", "[2,4]"), "2 rows and 3 columns"},
      {biom("[]", "[9223372036854775807,3]"), "2 rows and 3 columns"},
      {biom("[]", "[-2,3]"), "2 rows and 3 columns"},
      {biom("[]", "[2]"), "2 rows and 3 columns"},
      {biom("[]", "[2,3]", "odd"), "'matrix_type'"},
      {biom("[[0,0]]"), "item 0 (from 0) is not 3 numbers"},
      {biom("[[0,0,1],[0,0.5,1]]"), "item 1 (from 0) is not 3 numbers"},
      {biom("[[0,0,null]]"), "item 0 (from 0) is not 3 numbers"},
      {biom("[[2,0,1]]"), "row 2, column 0 of a 2 x 3 table"},
      {biom("[[0,-1,1]]"), "row 0, column -1 of a 2 x 3 table"},
      {biom("[[0,1,1e999]]"), "too large for float64"},
      {biom("[[0,1,NaN]]"), "NaN and Infinity are none of its numbers"},
      {biom("[[0,1,1e308],[1,1,1e308]]"), "sample 'B': the sum of its counts is too large"},
      {biom("[[0,1,-4]]"), "sample 'B', entry 0: the count -4"},
      {biom("[[0,1,4],[0,1,4]]"), "observation 0 comes twice"},
      {biom("[[1,2]]", "[2,3]", "dense"), "'data' has 1 rows"},
      {biom("[[1,2],[1,2]]", "[2,3]", "dense"), "not 3 numbers"},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.text);
    const auto path = files.write("t.biom", c.text);
    expect_error([&] { read_biom(path); }, Failure::malformed, {path, c.why});
  }
  expect_error([&] { read_biom(files.path("none")); }, Failure::open, {"none"});
}

std::string repeated(std::string_view text, int times) {
  std::string all;
  for (int i = 0; i < times; ++i) all += text;
  return all;
}

TEST(BiomJson, takes_members_in_any_order_and_passes_over_others) {
  const TemporaryFiles files;
  const auto path = files.write(
      "t.biom",
      R"({"data":[[1,0,5],[0,1,2.5]],"matrix_type":"dense","matrix_type":"sparse","data ":1,)"
      R"("shape":[2,2],"type":null,"x":{"id":[1,{"rows":2}]},)"
      R"("columns":[{"id":"A","metadata":{"id":3}},{"metadata":[["id"]],"id":"B"}],)"
      R"("rows":[{"id":"o0","id":"o1"},{"id":"\u006f2"}]})");
  const auto table = read_biom(path);
  EXPECT_EQ(table.samples, (std::vector<std::string>{"A", "B"}));
  EXPECT_EQ(table.observations, (std::vector<std::string>{"o1", "o2"}));
  EXPECT_EQ(table.begin, (std::vector<Index>{0, 1, 2}));
  EXPECT_EQ(table.observation, (std::vector<std::int32_t>{1, 0}));
  EXPECT_EQ(table.count, (std::vector<double>{5, 2.5}));
}

TEST(BiomJson, refuses_what_is_nested_deeply_without_recursion) {
  const TemporaryFiles files;
  constexpr int deep = 300'000;
  const std::string arrays = repeated("[", deep) + repeated("]", deep);
  const std::string objects = repeated(R"({"a":)", deep) + "1" + repeated("}", deep);
  for (const auto& shape : {arrays, objects, "[" + objects + ",3]"}) {
    const auto path = files.write("t.biom", biom("[]", shape));
    expect_error([&] { read_biom(path); }, Failure::malformed, {path, "shape"});
  }
  for (const auto& data : {"[" + arrays + "]", "[" + objects + "]"}) {
    const auto path = files.write("t.biom", biom(data));
    expect_error([&] { read_biom(path); }, Failure::malformed, {"item 0 (from 0)"});
  }
  const auto open = files.write("t.biom", repeated("[", deep));
  expect_error([&] { read_biom(open); }, Failure::malformed,
               {"object expected (BIOM 1), an array"});
  std::string whole = biom("[]");
  whole.insert(1, R"("x":)" + arrays + ',');
  EXPECT_EQ(read_biom(files.write("t.biom", whole)).samples.size(), 3U);
}

TEST(BiomJson, says_a_wrong_shape_in_one_short_line) {
  const TemporaryFiles files;
  const auto path = files.write("t.biom", biom("[]", "[1" + repeated(",1", 100'000) + "]"));
  try {
    read_biom(path);
    FAIL() << "accepted";
  } catch (const Error& error) {
    EXPECT_LT(std::string_view(error.what()).size(), path.size() + 100);
  }
}

TEST(BiomJson, takes_no_more_memory_than_is_allowed) {
  const TemporaryFiles files;
  constexpr std::int64_t allowed = 4 << 20;
  constexpr int many = 500'000;
  const std::string cases[] = {
      biom("[[0,0,1" + repeated(",1", many) + "]]", "[2,3]", "dense"),
      biom("[" + repeated("[0,0,1],", many) + "[0,0,1]]"),
      biom("[]", "[2,3]", repeated("x", 3 * many)),
      biom("[]", repeated(" ", 3 * many) + "[2,3]"),
      R"({"rows":[)" + repeated(R"({"id":""},)", many) + "5]}",
      R"({")" + repeated("k", 3 * many) + R"(":1})",
  };
  for (const auto& text : cases) {
    SCOPED_TRACE(text.substr(0, 200));
    const auto path = files.write("t.biom", text);
    expect_error([&] { read_biom(path, allowed); }, Failure::memory, {path, "4 MiB allowed"});
  }
  const auto path = files.write("t.biom", biom(repeated(" ", 3 * many) + "[[0,0,1]]"));
  EXPECT_EQ(read_biom(path, 16 << 20).count, std::vector<double>{1});
}

TEST(BiomJson, refuses_ids_that_come_twice) {
  const TemporaryFiles files;
  std::string text = biom("[]");
  text.replace(text.find("\"B\""), 3, "\"A\"");
  const auto path = files.write("t.biom", text);
  expect_error([&] { read_biom(path); }, Failure::malformed, {"a second sample with the id 'A'"});
}

TEST(BiomJson, refuses_ids_without_text) {
  const TemporaryFiles files;
  for (const auto& [id, why] :
       {std::pair{"\"B\"", "an empty sample id"}, std::pair{"\"o2\"", "an empty observation id"}}) {
    std::string text = biom("[]");
    text.replace(text.find(id), std::string_view(id).size(), "\"\"");
    const auto path = files.write("t.biom", text);
    expect_error([&] { read_biom(path); }, Failure::malformed, {path, why});
  }
}

TEST(BiomJson, refuses_an_hdf5_file_that_ends_early) {
  const TemporaryFiles files;
  const auto path = files.write("t.biom", "\x89HDF\r\n\x1a\nxyz");
  const auto failure = reads_hdf5() ? Failure::malformed : Failure::inconsistent;
  expect_error([&] { read_biom(path); }, failure, {path, "HDF5"});
}

}  // namespace
}  // namespace encke::io
