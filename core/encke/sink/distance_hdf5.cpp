#include <unistd.h>

#include <encke/base/error.hpp>
#include <encke/sink/distance_hdf5.hpp>
#include <utility>
#include <vector>

#if defined(ENCKE_HAS_HDF5)
#include <encke/io/hdf5_file.hpp>
#endif

namespace encke::sink {
namespace {

PosixFile create(const std::string& path) {
#if !defined(ENCKE_HAS_HDF5)
  throw Error(Failure::inconsistent,
              path + ": this build cannot write HDF5: build with HDF5 (-DENCKE_HDF5=ON)");
#endif
  return PosixFile::create_unique(path + ".tmp");
}

}  // namespace

DistanceHdf5::DistanceHdf5(const std::string& prefix, Ids ids, std::int64_t memory)
    : path_(prefix + ".h5"), file_(create(path_)), values_(path_, std::move(ids), memory) {}

DistanceHdf5::~DistanceHdf5() {
  if (!committed_) ::unlink(file_.path().c_str());
}

void DistanceHdf5::take(std::span<const Hit<3>>) {
  throw Error(Failure::internal, path() + ": a triple");
}

void DistanceHdf5::finish() {
  write();
  file_.sync();
  OutputSet alone;
  (set_ != nullptr ? *set_ : alone).add(std::move(file_), path_);
  committed_ = true;
  if (set_ == nullptr) alone.commit();
}

std::int64_t DistanceHdf5::memory() const {
  constexpr std::int64_t library = 4 << 20;  // HDF5's own, and a row in the file's type
  return values_.memory() + library + static_cast<Index>(values_.ids().size()) * 8;
}

#if defined(ENCKE_HAS_HDF5)

namespace {

using io::Hdf5Handle;

class Writer {
 public:
  explicit Writer(const std::string& path)
      : path_(path),
        file_(H5Fcreate(path.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT), &H5Fclose) {
    check(file_);
  }

  void texts(const char* name, const std::vector<const char*>& all) {
    const Hdf5Handle type(H5Tcopy(H5T_C_S1), &H5Tclose);
    check(H5Tset_size(type, H5T_VARIABLE));
    check(H5Tset_cset(type, H5T_CSET_UTF8));
    const hsize_t extent = all.size();
    const Hdf5Handle space(H5Screate_simple(1, &extent, nullptr), &H5Sclose);
    const Hdf5Handle set = create(name, type, space);
    if (!all.empty()) check(H5Dwrite(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, all.data()));
  }

  /// One text of fixed length, as the readers of the layout expect for the header.
  void header(const char* name, const std::string& text) {
    const Hdf5Handle type(H5Tcopy(H5T_C_S1), &H5Tclose);
    check(H5Tset_size(type, text.size()));
    check(H5Tset_strpad(type, H5T_STR_NULLPAD));
    const hsize_t one = 1;
    const Hdf5Handle space(H5Screate_simple(1, &one, nullptr), &H5Sclose);
    const Hdf5Handle set = create(name, type, space);
    check(H5Dwrite(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, text.data()));
  }

  void matrix(Condensed& values) {
    const auto n = static_cast<hsize_t>(values.info().vectors);
    const hsize_t extents[2] = {n, n};
    const Hdf5Handle space(H5Screate_simple(2, extents, nullptr), &H5Sclose);
    const bool narrow = values.info().float32;
    const Hdf5Handle set = create("matrix", narrow ? H5T_IEEE_F32LE : H5T_IEEE_F64LE, space);
    const hsize_t one[2] = {1, n};
    const Hdf5Handle memory(H5Screate_simple(2, one, nullptr), &H5Sclose);
    if (n == 0) return;
    values.for_each_row([&](Index i, std::span<const double> row) {
      const hsize_t start[2] = {static_cast<hsize_t>(i), 0};
      check(H5Sselect_hyperslab(space, H5S_SELECT_SET, start, nullptr, one, nullptr));
      check(H5Dwrite(set, H5T_NATIVE_DOUBLE, memory, space, H5P_DEFAULT, row.data()));
    });
  }

  void close() { file_.close(path_); }

 private:
  Hdf5Handle create(const char* name, hid_t type, hid_t space) {
    const Hdf5Handle properties(H5Pcreate(H5P_DATASET_CREATE), &H5Pclose);
    check(H5Pset_obj_track_times(properties, false));  // the same values give the same bytes
    Hdf5Handle set(H5Dcreate2(file_, name, type, space, H5P_DEFAULT, properties, H5P_DEFAULT),
                   &H5Dclose);
    check(set);
    return set;
  }
  void check(hid_t result) const {
    if (result < 0) throw Error(Failure::write, path_ + ": cannot write (HDF5)");
  }

  io::Hdf5Silence silence_;
  std::string path_;
  Hdf5Handle file_;
};

}  // namespace

void DistanceHdf5::write() {
  Writer writer(file_.path());
  writer.header("format", "BDSM");
  writer.header("version", "2020.06");
  std::vector<const char*> ids;
  for (const auto& id : values_.ids()) ids.push_back(id.c_str());
  writer.texts("order", ids);
  writer.matrix(values_);
  writer.close();
}

#else

void DistanceHdf5::write() {}

#endif

}  // namespace encke::sink
