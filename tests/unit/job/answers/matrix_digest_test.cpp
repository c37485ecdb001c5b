#include <gtest/gtest.h>

#include <encke/job/answers/matrix_digest.hpp>
#include <fstream>

#include "support/scratch.hpp"
#include "support/values.hpp"

namespace encke::job {
namespace {

class MatrixDigestTest : public test::Scratch {
 protected:
  std::string write(const std::string& name, const std::string& bytes) const {
    std::ofstream(path(name), std::ios::binary) << bytes;
    return path(name);
  }
  /// An .npy file of float64, or float32.
  template <class Number>
  std::string write_npy(const std::string& shape, const std::vector<Number>& values) const {
    std::string header = std::string("{'descr': '<f") + (sizeof(Number) == 4 ? "4" : "8") +
                         "', 'fortran_order': False, 'shape': " + shape + ", }\n";
    std::string bytes("\x93NUMPY\x01\x00", 8);
    bytes += static_cast<char>(header.size());
    bytes += '\0';
    bytes += header;
    bytes.append(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(Number));
    return write("x.npy", bytes);
  }
  template <class Call>
  void expect_refused(Failure failure, const std::string& words, const Call& call) const {
    const Error error = test::error_of(call);
    EXPECT_EQ(error.failure(), failure) << error.what();
    EXPECT_NE(std::string(error.what()).find(words), std::string::npos) << error.what();
  }
};

/// Of pairs of three vectors.
Digest digest_of_three(double ab, double ac, double bc) {
  Digest digest;
  digest.add(Array<Index, 2>{0, 1}, 0, ab);
  digest.add(Array<Index, 2>{0, 2}, 0, ac);
  digest.add(Array<Index, 2>{1, 2}, 0, bc);
  return digest;
}

TEST_F(MatrixDigestTest, of_npy_has_tuples_in_order_with_their_cells) {
  const WrittenDigest pairs = digest_of_npy(write_npy<double>("(3,)", {0.5, 0.25, -1}), 2, 3, 1);
  EXPECT_EQ(pairs.digest, digest_of_three(0.5, 0.25, -1));
  EXPECT_EQ(pairs.values, 3);
  Digest triples;
  triples.add(Array<Index, 3>{0, 1, 2}, 0, 1);
  triples.add(Array<Index, 3>{0, 1, 2}, 1, 2);
  triples.add(Array<Index, 3>{0, 1, 3}, 0, 3);
  triples.add(Array<Index, 3>{0, 1, 3}, 1, 4);
  triples.add(Array<Index, 3>{0, 2, 3}, 0, 5);
  triples.add(Array<Index, 3>{0, 2, 3}, 1, 6);
  triples.add(Array<Index, 3>{1, 2, 3}, 0, 7);
  triples.add(Array<Index, 3>{1, 2, 3}, 1, 8);
  const std::string path = write_npy<float>("(4, 2)", {1, 2, 3, 4, 5, 6, 7, 8});
  EXPECT_EQ(digest_of_npy(path, 3, 4, 2).digest, triples);
  EXPECT_EQ(digest_of_npy(write_npy<double>("(0,)", {}), 3, 2, 1).digest, Digest());
}

TEST_F(MatrixDigestTest, of_npy_refuses_other_shapes_and_sizes) {
  const std::string path = write_npy<double>("(3,)", {1, 2, 3});
  expect_refused(Failure::malformed, "3 found, 6 expected", [&] { digest_of_npy(path, 2, 4, 1); });
  expect_refused(Failure::malformed, "3 x 4 expected", [&] { digest_of_npy(path, 2, 3, 4); });
  const std::string cut = write_npy<double>("(3,)", {1, 2});
  expect_refused(Failure::malformed, "2 values found", [&] { digest_of_npy(cut, 2, 3, 1); });
}

TEST_F(MatrixDigestTest, of_square_has_what_is_above_the_diagonal) {
  const std::string path = write_npy<double>("(3, 3)", {1, 0.5, 0.25, 0.5, 1, -1, 0.25, -1, 1});
  EXPECT_EQ(digest_of_square(path, 3).digest, digest_of_three(0.5, 0.25, -1));
  EXPECT_EQ(digest_of_square(path, 3).values, 3);
  expect_refused(Failure::malformed, "3 x 3 found", [&] { digest_of_square(path, 4); });
}

TEST_F(MatrixDigestTest, of_square_finds_halves_and_diagonals_that_differ) {
  const std::string halves = write_npy<double>("(2, 2)", {1, 0.5, 0.25, 1});
  expect_refused(Failure::checksum, "below it", [&] { digest_of_square(halves, 2); });
  const std::string diagonal = write_npy<double>("(2, 2)", {1, 0.5, 0.5, 2});
  expect_refused(Failure::checksum, "diagonal differ", [&] { digest_of_square(diagonal, 2); });
}

TEST_F(MatrixDigestTest, of_lsmat_has_the_precision_of_the_run) {
  const std::string path =
      write("x.lsmat.tsv", "\ta\tb\tc\na\t0\t0.1\t0.25\nb\t0.1\t0\t-1\nc\t0.25\t-1\t0\n");
  EXPECT_EQ(digest_of_lsmat(path, 3, false).digest, digest_of_three(0.1, 0.25, -1));
  EXPECT_EQ(digest_of_lsmat(path, 3, true).digest,
            digest_of_three(static_cast<double>(0.1F), 0.25, -1));
  expect_refused(Failure::malformed, "the run has 4 vectors",
                 [&] { digest_of_lsmat(path, 4, false); });
}

TEST_F(MatrixDigestTest, of_lsmat_refuses_what_is_no_matrix) {
  const std::string path = write("x.lsmat.tsv", "\ta\tb\na\t0\t0.1\n");
  expect_refused(Failure::malformed, "no row of 'b'", [&] { digest_of_lsmat(path, 2, false); });
}

}  // namespace
}  // namespace encke::job
