#if defined(ENCKE_HAS_HDF5)
#include <gtest/gtest.h>
#include <hdf5.h>

#include <encke/file/hdf5/reader.hpp>

#include "support/files.hpp"

namespace encke::io {
namespace {

/// A two-dimensional data set "m" as other programs store it: big-endian, in chunks, compressed.
class Hdf5Rows : public ::testing::Test {
 protected:
  std::string write(hid_t type, bool chunks, hsize_t rows = 3, hsize_t columns = 2) {
    const std::string path = files_.path("m.h5");
    const Hdf5Handle file(H5Fcreate(path.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT),
                          &H5Fclose);
    const hsize_t extents[2] = {rows, columns};
    const Hdf5Handle space(H5Screate_simple(2, extents, nullptr), &H5Sclose);
    const Hdf5Handle properties(H5Pcreate(H5P_DATASET_CREATE), &H5Pclose);
    const hsize_t chunk[2] = {2, 2};
    if (chunks) {
      H5Pset_chunk(properties, 2, chunk);
      H5Pset_deflate(properties, 6);
    }
    const Hdf5Handle set(H5Dcreate2(file, "m", type, space, H5P_DEFAULT, properties, H5P_DEFAULT),
                         &H5Dclose);
    const double values[] = {1, 2, 3, 4, 5, 6.5};
    if (rows * columns == 6) {
      H5Dwrite(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, values);
    }
    return path;
  }
  static std::vector<double> read(const std::string& path, const char* name = "m") {
    const Hdf5Reader reader(path, 0, "a matrix");
    std::vector<double> all;
    reader.rows(
        name, [&](std::span<const double> row) { all.insert(all.end(), row.begin(), row.end()); });
    return all;
  }
  TemporaryFiles files_;
};

TEST_F(Hdf5Rows, OfAnyTypeAndLayoutAreTheSame) {
  const std::vector<double> expected = {1, 2, 3, 4, 5, 6.5};
  for (const bool chunks : {false, true}) {
    for (const hid_t type : {H5T_IEEE_F64LE, H5T_IEEE_F32LE, H5T_IEEE_F64BE, H5T_IEEE_F32BE}) {
      EXPECT_EQ(read(write(type, chunks)), expected) << chunks;
    }
  }
  EXPECT_EQ(Hdf5Reader(write(H5T_IEEE_F64LE, true), 0).extents("m"),
            (std::pair<Index, Index>(3, 2)));
}

TEST_F(Hdf5Rows, OtherSetsAreRefused) {
  const std::string path = write(H5T_STD_I32LE, false);
  expect_error([&] { read(path); }, Failure::malformed, {"'m'", "another type"});
  expect_error([&] { read(path, "n"); }, Failure::malformed, {"'n'", "a matrix expected"});
  expect_error([&] { Hdf5Reader(path, 0).extent("m"); }, Failure::malformed, {"one dimension"});
  const std::string large = write(H5T_IEEE_F64LE, true, 1 << 20, 1 << 20);
  expect_error([&] { read(large); }, Failure::malformed, {"elements, more than"});
  const std::string never_written = write(H5T_IEEE_F64LE, false, 4, 4);
  expect_error([&] { read(never_written); }, Failure::malformed, {"which the file does not have"});
}

}  // namespace
}  // namespace encke::io
#endif
