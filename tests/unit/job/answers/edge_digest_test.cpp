#include <gtest/gtest.h>

#include <encke/job/answers/edge_digest.hpp>
#include <fstream>

#include "support/scratch.hpp"
#include "support/values.hpp"

namespace encke::job {
namespace {

using Names = std::vector<std::string>;

class EdgeDigestTest : public test::Scratch {
 protected:
  std::string write(const std::string& text) const {
    std::ofstream(path("x.edges.tsv"), std::ios::binary) << text;
    return path("x.edges.tsv");
  }
  WrittenDigest digest_of(const std::string& text, const Names& names = {"a", "b", "c"},
                          bool float32 = false) const {
    return digest_of_edges(write(text), names, float32);
  }
  /// The failure of a text, and that its message has these words.
  Failure failure_of(const std::string& text, const std::string& words,
                     const Names& names = {"a", "b", "c"}) const {
    const Error error = test::error_of([&] { digest_of(text, names); });
    EXPECT_NE(std::string(error.what()).find(words), std::string::npos) << error.what();
    return error.failure();
  }
};

TEST_F(EdgeDigestTest, is_that_of_the_values_in_any_order) {
  Digest expected;
  expected.add(Array<Index, 2>{0, 1}, 0, 0.1);
  expected.add(Array<Index, 2>{1, 2}, 0, -1.5);
  EXPECT_EQ(digest_of("#ID1\tID2\tVALUE\na\tb\t0.1\nb\tc\t-1.5\n").digest, expected);
  EXPECT_EQ(digest_of("ID1\tID2\tDISTANCE\tCHR1\nb\tc\t-1.5\t7\na\tb\t0.1\t7\n").digest, expected);
  EXPECT_EQ(digest_of("#ID1\tID2\tVALUE\na\tb\t0.1\nb\tc\t-1.5\n").values, 2);
  EXPECT_EQ(digest_of("#ID1\tID2\tVALUE\n").digest, Digest());
}

TEST_F(EdgeDigestTest, has_alleles_and_degrees_of_freedom_as_cells) {
  Digest alleles;
  alleles.add(Array<Index, 3>{0, 1, 2}, 5, 0.25);
  EXPECT_EQ(digest_of("#ID1\tID2\tID3\tA1\tA2\tA3\tVALUE\na\tb\tc\t1\t0\t1\t0.25\n").digest,
            alleles);
  Digest freedom;
  freedom.add(Array<Index, 2>{0, 2}, 4, 31.5);
  EXPECT_EQ(digest_of("#ID1\tID2\tVALUE\tDF\tP\na\tc\t31.5\t4\t1e-6\n").digest, freedom);
}

TEST_F(EdgeDigestTest, has_values_of_the_precision_of_the_run) {
  Digest expected;
  expected.add(Array<Index, 2>{0, 1}, 0, static_cast<double>(0.1F));
  EXPECT_EQ(digest_of("#ID1\tID2\tVALUE\na\tb\t0.1\n", {"a", "b"}, true).digest, expected);
  EXPECT_NE(digest_of("#ID1\tID2\tVALUE\na\tb\t0.1\n", {"a", "b"}).digest, expected);
}

TEST_F(EdgeDigestTest, of_labels_and_a_value_has_alleles_where_there_are_some) {
  std::ofstream(path("x.abc"), std::ios::binary) << "a:1\tb:0\t0.25\nb:1\tc:1\t0.5\n";
  Digest expected;
  expected.add(Array<Index, 2>{0, 1}, 2, 0.25);
  expected.add(Array<Index, 2>{1, 2}, 3, 0.5);
  EXPECT_EQ(digest_of_edges(path("x.abc"), {"a", "b", "c"}, false, true).digest, expected);
  Digest plain;
  plain.add(Array<Index, 2>{0, 1}, 0, 0.25);
  plain.add(Array<Index, 2>{2, 3}, 0, 0.5);
  EXPECT_EQ(digest_of_edges(path("x.abc"), {"a:1", "b:0", "b:1", "c:1"}, false).digest, plain);
  std::ofstream(path("x.abc"), std::ios::binary) << "a:1\tb:2\t0.25\n";
  const Error error = test::error_of([&] {
    digest_of_edges(path("x.abc"), {"a", "b"}, false, true);
  });
  EXPECT_NE(std::string(error.what()).find("ID:0 or ID:1"), std::string::npos) << error.what();
  std::ofstream(path("x.abc"), std::ios::binary);
  EXPECT_EQ(digest_of_edges(path("x.abc"), {"a", "b"}, false, true).values, 0);
}

TEST_F(EdgeDigestTest, needs_names_of_one_vector_each) {
  const std::string text = "#ID1\tID2\tVALUE\na\tb\t0.1\n";
  EXPECT_EQ(failure_of(text, "'b' is no vector", {"a", "c"}), Failure::inconsistent);
  EXPECT_EQ(failure_of(text, "'a' is the name of several", {"a", "b", "a"}), Failure::inconsistent);
  EXPECT_EQ(digest_of(text, {"a", "b", "c", "c"}).values, 1);
}

TEST_F(EdgeDigestTest, refuses_what_no_run_writes) {
  EXPECT_EQ(failure_of("", "header line"), Failure::malformed);
  EXPECT_EQ(failure_of("a\tb\t0.1\n", "header line"), Failure::malformed);
  EXPECT_EQ(failure_of("#ID1\tID2\tVALUE\na\tb\n", "3 columns expected, 2 found"),
            Failure::malformed);
  EXPECT_EQ(failure_of("#ID1\tID2\tVALUE\na\tb\t0.1x\n", "a number expected"), Failure::malformed);
  EXPECT_EQ(failure_of("#ID1\tID2\tA1\tA2\tVALUE\na\tb\t0\t2\t1\n", "0 or 1"), Failure::malformed);
  EXPECT_EQ(failure_of("#ID1\tID2\tVALUE\tDF\tP\na\tb\t1\t-1\t1\n", "degrees of freedom"),
            Failure::malformed);
}

}  // namespace
}  // namespace encke::job
