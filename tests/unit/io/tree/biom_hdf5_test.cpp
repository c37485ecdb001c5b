#if defined(ENCKE_HAS_HDF5)

#include <hdf5.h>

#include <cmath>
#include <encke/io/tree/biom.hpp>

#include "support/files.hpp"

namespace encke::io {
namespace {

/// What a table's file has; each test spoils one of it.
struct Parts {
  std::vector<std::int32_t> shape{2, 3};
  std::vector<const char*> samples{"A", "B", "C"};
  std::vector<const char*> observations{"o1", "o2"};
  std::vector<std::int32_t> indptr{0, 2, 2, 3};
  std::vector<std::int32_t> indices{1, 0, 0};
  std::vector<double> data{5, 1.5, 7};
};

template <class T>
void put(hid_t file, const char* name, hid_t type, const std::vector<T>& values) {
  const hsize_t size = values.size();
  const hid_t space = H5Screate_simple(1, &size, nullptr);
  const hid_t set = H5Dcreate2(file, name, type, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
  if (size > 0) H5Dwrite(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data());
  H5Dclose(set);
  H5Sclose(space);
}

/// A data set of `size` elements of which none is stored.
void put_bomb(hid_t file, const char* name, hsize_t size) {
  const hid_t space = H5Screate_simple(1, &size, nullptr);
  const hid_t chunked = H5Pcreate(H5P_DATASET_CREATE);
  const hsize_t chunk = 1024;
  H5Pset_chunk(chunked, 1, &chunk);
  H5Dclose(H5Dcreate2(file, name, H5T_NATIVE_INT32, space, H5P_DEFAULT, chunked, H5P_DEFAULT));
  H5Pclose(chunked);
  H5Sclose(space);
}

std::string write(const std::string& path, const Parts& parts, hsize_t bomb = 0) {
  const hid_t file = H5Fcreate(path.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
  for (const char* group : {"sample", "sample/matrix", "observation"}) {
    H5Gclose(H5Gcreate2(file, group, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT));
  }
  const hid_t text = H5Tcopy(H5T_C_S1);
  H5Tset_size(text, H5T_VARIABLE);
  put(file, "sample/ids", text, parts.samples);
  put(file, "observation/ids", text, parts.observations);
  put(file, "sample/matrix/indptr", H5T_NATIVE_INT32, parts.indptr);
  if (bomb > 0) {
    put_bomb(file, "sample/matrix/indices", bomb);
    put_bomb(file, "sample/matrix/data", bomb);
  } else {
    put(file, "sample/matrix/indices", H5T_NATIVE_INT32, parts.indices);
    put(file, "sample/matrix/data", H5T_NATIVE_DOUBLE, parts.data);
  }
  H5Tclose(text);
  if (!parts.shape.empty()) {
    const hsize_t size = parts.shape.size();
    const hid_t space = H5Screate_simple(1, &size, nullptr);
    const hid_t shape =
        H5Acreate2(file, "shape", H5T_NATIVE_INT32, space, H5P_DEFAULT, H5P_DEFAULT);
    H5Awrite(shape, H5T_NATIVE_INT32, parts.shape.data());
    H5Aclose(shape);
    H5Sclose(space);
  }
  H5Fclose(file);
  return path;
}

TEST(BiomHdf5, reads_a_table_sample_by_sample) {
  const TemporaryFiles files;
  const auto table = read_biom(write(files.path("t.biom"), {}));
  EXPECT_EQ(table.samples, (std::vector<std::string>{"A", "B", "C"}));
  EXPECT_EQ(table.observations, (std::vector<std::string>{"o1", "o2"}));
  EXPECT_EQ(table.begin, (std::vector<Index>{0, 2, 2, 3}));
  EXPECT_EQ(table.observation, (std::vector<std::int32_t>{1, 0, 0}));
  EXPECT_EQ(table.count, (std::vector<double>{5, 1.5, 7}));
}

TEST(BiomHdf5, refuses_spoilt_tables) {
  const struct {
    Parts parts;
    std::string_view why;
  } cases[] = {
      {{.indptr = {0, 2, 1, 3}}, "falls from 2 to 1 at sample 1"},
      {{.indptr = {1, 2, 2, 3}}, "runs from 1 to 3, 0 to 3 expected"},
      {{.indptr = {0, 2, 2, 4}}, "runs from 0 to 4, 0 to 3 expected"},
      {{.indptr = {0, 2, 3}}, "do not fit together"},
      {{.indptr = {}}, "do not fit together"},
      {{.indices = {1, 2, 0}}, "observation 2 of 2"},
      {{.indices = {-1, 0, 0}}, "observation -1 of 2"},
      {{.indices = {1, 1, 0}}, "observation 1 comes twice"},
      {{.indices = {1, 0}}, "do not fit together"},
      {{.data = {5, -1, 7}}, "the count -1"},
      {{.data = {5, std::nan(""), 7}}, "the count nan"},
      {{.data = {5, HUGE_VAL, 7}}, "the count inf"},
      {{.data = {5, 1}}, "do not fit together"},
      {{.samples = {"A", "B", "A"}}, "a second sample with the id 'A'"},
      {{.observations = {"o1", "o1"}}, "a second observation with the id 'o1'"},
      {{.shape = {2, 4}}, "the shape 2 x 4 of 2 observations and 3 samples"},
      {{.shape = {2}}, "two whole numbers expected"},
      {{.shape = {}}, "no such attribute"},
  };
  const TemporaryFiles files;
  for (const auto& c : cases) {
    SCOPED_TRACE(c.why);
    const auto path = write(files.path("t.biom"), c.parts);
    expect_error([&] { read_biom(path); }, Failure::malformed, {path, c.why});
  }
}

TEST(BiomHdf5, refuses_extents_that_nothing_stored_can_fill_before_taking_memory) {
  const TemporaryFiles files;
  Parts parts;
  parts.indptr = {0, 2, 2, 2'000'000'000};
  const auto path = write(files.path("t.biom"), parts, hsize_t{1} << 45);
  expect_error([&] { read_biom(path); }, Failure::malformed,
               {path, "35184372088832 elements, more than the 0 bytes stored can hold"});
}

TEST(BiomHdf5, refuses_hdf5_that_is_no_table_and_files_cut_short) {
  const TemporaryFiles files;
  const auto path = files.path("t.biom");
  H5Fclose(H5Fcreate(path.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT));
  expect_error([&] { read_biom(path); }, Failure::malformed, {path, "BIOM 2 table expected"});
  write(path, {});
  std::filesystem::resize_file(path, std::filesystem::file_size(path) / 2);
  expect_error([&] { read_biom(path); }, Failure::malformed, {path, "damaged or incomplete"});
}

}  // namespace
}  // namespace encke::io

#endif
