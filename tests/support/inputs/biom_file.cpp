#include "biom_file.hpp"

#if defined(ENCKE_HAS_HDF5)

#include <stdexcept>

namespace encke::test {
namespace {

hid_t checked(hid_t result) {
  if (result < 0) throw std::runtime_error("the file of a test cannot be written (HDF5)");
  return result;
}

class BiomWriter {
 public:
  BiomWriter(const std::string& path, const BiomStyle& style)
      : style_(style),
        file_(checked(H5Fcreate(path.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT))) {
    for (const char* group : {"sample", "sample/matrix", "observation"}) {
      H5Gclose(checked(H5Gcreate2(file_, group, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT)));
    }
  }
  BiomWriter(const BiomWriter&) = delete;
  BiomWriter& operator=(const BiomWriter&) = delete;
  ~BiomWriter() { H5Fclose(file_); }

  void ids(const char* name, const std::vector<std::string>& ids) {
    constexpr std::size_t width = 8;
    const hid_t type = H5Tcopy(H5T_C_S1);
    H5Tset_size(type, style_.fixed_ids ? width : H5T_VARIABLE);
    std::vector<const char*> pointers;
    std::string texts;
    for (const auto& id : ids) {
      pointers.push_back(id.c_str());
      texts += id + std::string(width - id.size(), '\0');
    }
    const void* const data =
        style_.fixed_ids ? static_cast<const void*>(texts.data()) : pointers.data();
    put(name, type, type, ids.size(), data);
    H5Tclose(type);
  }

  void numbers(const char* name, hid_t stored, const std::vector<int>& values) {
    put(name, stored, H5T_NATIVE_INT, values.size(), values.data());
  }

  void shape(int observations, int samples) {
    const int values[] = {observations, samples};
    const hsize_t size = 2;
    const hid_t space = H5Screate_simple(1, &size, nullptr);
    const hid_t shape =
        checked(H5Acreate2(file_, "shape", H5T_STD_I32LE, space, H5P_DEFAULT, H5P_DEFAULT));
    H5Awrite(shape, H5T_NATIVE_INT, values);
    H5Aclose(shape);
    H5Sclose(space);
  }

 private:
  hid_t creation() const {
    const hid_t made = H5Pcreate(H5P_DATASET_CREATE);
    if (style_.compact) H5Pset_layout(made, H5D_COMPACT);
    if (style_.chunk == 0) return made;
    H5Pset_chunk(made, 1, &style_.chunk);
    if (style_.skip_cut_chunks) H5Pset_chunk_opts(made, H5D_CHUNK_DONT_FILTER_PARTIAL_CHUNKS);
    if (style_.shuffle) H5Pset_shuffle(made);
    if (style_.deflate) H5Pset_deflate(made, 4);
    if (style_.fletcher32) H5Pset_fletcher32(made);
    return made;
  }

  void put(const char* name, hid_t stored, hid_t given, hsize_t size, const void* data) {
    const hsize_t most = H5S_UNLIMITED;  // a chunk may be larger than such a set
    const hid_t space = H5Screate_simple(1, &size, style_.chunk > 0 ? &most : nullptr);
    const hid_t properties = creation();
    const hid_t set =
        checked(H5Dcreate2(file_, name, stored, space, H5P_DEFAULT, properties, H5P_DEFAULT));
    checked(H5Dwrite(set, given, H5S_ALL, H5S_ALL, H5P_DEFAULT, data));
    H5Dclose(set);
    H5Pclose(properties);
    H5Sclose(space);
  }

  BiomStyle style_;
  hid_t file_;
};

}  // namespace

void write_biom(const std::string& path, const BiomStyle& style, int samples) {
  BiomWriter file(path, style);
  std::vector<std::string> ids;
  std::vector<int> begin = {0};
  std::vector<int> observations;
  std::vector<int> counts;
  for (int s = 0; s < samples; ++s) {
    ids.push_back("S" + std::to_string(s));
    begin.push_back(2 * (s + 1));
    observations.insert(observations.end(), {s % 3, (s + 1) % 3});
    counts.insert(counts.end(), {s + 1, 1});
  }
  file.ids("sample/ids", ids);
  file.ids("observation/ids", {"o0", "o1", "o2"});
  const hid_t whole = style.big_endian ? H5T_STD_I32BE : H5T_STD_I32LE;
  const hid_t real = style.big_endian ? H5T_IEEE_F32BE : H5T_IEEE_F64LE;
  file.numbers("sample/matrix/indptr", whole, begin);
  file.numbers("sample/matrix/indices", whole, observations);
  file.numbers("sample/matrix/data", style.whole_counts ? H5T_STD_U16LE : real, counts);
  file.shape(3, samples);
}

}  // namespace encke::test

#endif
