// BIOM 2 files as others store them, and what is refused of them.
#if defined(ENCKE_HAS_HDF5)

#include <cstring>
#include <encke/io/tree/biom.hpp>

#include "support/files.hpp"
#include "support/inputs/biom_file.hpp"

namespace encke::io {
namespace {

using encke::test::BiomStyle;
using encke::test::write_biom;

void expect_table(const SparseTable& table, int samples) {
  ASSERT_EQ(std::ssize(table.samples), samples);
  EXPECT_EQ(table.observations, (std::vector<std::string>{"o0", "o1", "o2"}));
  ASSERT_EQ(std::ssize(table.begin), samples + 1);
  ASSERT_EQ(std::ssize(table.count), 2 * samples);
  for (int s = 0; s < samples; ++s) {
    const auto at = static_cast<std::size_t>(s);
    EXPECT_EQ(table.samples[at], "S" + std::to_string(s));
    EXPECT_EQ(table.begin[at + 1], 2 * (s + 1));
    EXPECT_EQ(table.observation[2 * at], s % 3);
    EXPECT_EQ(table.observation[2 * at + 1], (s + 1) % 3);
    EXPECT_EQ(table.count[2 * at], s + 1);
    EXPECT_EQ(table.count[2 * at + 1], 1);
  }
}

TEST(BiomLayout, does_not_matter) {
  const struct {
    const char* name;
    BiomStyle style;
    int samples = 10;
  } cases[] = {
      {"contiguous", {}},
      {"many collections of texts", {}, 2000},
      {"chunked", {.chunk = 4}},
      {"a chunk larger than the set", {.chunk = 64}},
      {"deflate", {.chunk = 4, .deflate = true}},
      {"shuffle", {.chunk = 4, .shuffle = true}},
      {"shuffle and deflate", {.chunk = 300, .shuffle = true, .deflate = true}, 1000},
      {"cut chunks as they are",
       {.chunk = 4, .shuffle = true, .deflate = true, .skip_cut_chunks = true}},
      {"fixed ids", {.fixed_ids = true}},
      {"fixed ids, deflate", {.chunk = 3, .deflate = true, .fixed_ids = true}},
      {"fletcher32", {.chunk = 4, .fletcher32 = true, .fixed_ids = true}},
      {"compact", {.compact = true, .fixed_ids = true}},
      {"big-endian", {.big_endian = true}},
      {"whole counts", {.chunk = 7, .shuffle = true, .deflate = true, .whole_counts = true}},
  };
  const TemporaryFiles files;
  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    const auto path = files.path("t.biom");
    write_biom(path, c.style, c.samples);
    const auto table = read_biom(path);
    expect_table(table, c.samples);
    EXPECT_EQ(table.file.path, path);
    EXPECT_EQ(table.file.bytes, std::ssize(bytes_of(path)));
  }
}

TEST(BiomLayout, that_only_the_library_reads_is_refused_for_texts_of_variable_length) {
  const TemporaryFiles files;
  const auto path = files.path("t.biom");
  write_biom(path, {.compact = true});
  expect_error([&] { read_biom(path); }, Failure::malformed, {path, "sample/ids", "h5repack"});
}

/// Each byte in turn is changed where the texts lie: a table with other ids, or a refusal.
TEST(BiomLayout, damaged_texts_are_a_refusal_or_other_texts) {
  const TemporaryFiles files;
  const auto path = files.path("t.biom");
  write_biom(path, {});
  const std::string whole = bytes_of(path);
  const std::size_t heap = whole.find("GCOL");
  ASSERT_NE(heap, std::string::npos);
  long refused = 0;
  for (std::size_t at = heap; at < heap + 200; ++at) {
    for (const char change : {'\x01', '\x40', '\xff'}) {
      std::string damaged = whole;
      damaged[at] = static_cast<char>(damaged[at] ^ change);
      files.write("t.biom", damaged);
      try {
        const auto table = read_biom(path);
        EXPECT_EQ(table.samples.size(), 10U);
      } catch (const Error& error) {
        EXPECT_EQ(error.failure(), Failure::malformed) << error.what();
        ++refused;
      }
    }
  }
  EXPECT_GT(refused, 200);
}

/// What a wrong size made HDF5 1.10.8 write behind its memory by: one of a text in the heap, and
/// one of the reference to it.
TEST(BiomLayout, a_text_with_a_wrong_size_is_refused) {
  const TemporaryFiles files;
  const auto path = files.path("t.biom");
  write_biom(path, {});
  const std::string whole = bytes_of(path);
  const auto number = [&](std::size_t at, std::size_t bytes) {
    std::uint64_t value = 0;
    std::memcpy(&value, whole.data() + at, bytes);
    return value;
  };
  const auto refuse = [&](std::size_t at, std::size_t bytes, std::uint64_t value) {
    std::string damaged = whole;
    std::memcpy(damaged.data() + at, &value, bytes);
    files.write("t.biom", damaged);
    expect_error([&] { read_biom(path); }, Failure::malformed, {path});
  };
  const std::size_t heap = whole.find("GCOL");
  ASSERT_NE(heap, std::string::npos);
  int texts = 0;
  // Objects: number, references, 4 bytes, size; the bytes, up to a multiple of 8.
  for (std::size_t at = heap + 16; number(at, 2) != 0; ++texts) {
    const std::uint64_t size = number(at + 8, 8);
    for (const std::uint64_t more : {std::uint64_t{1} << 20, std::uint64_t{0x414e} << 32}) {
      refuse(at + 8, 8, size + more);
    }
    // The reference: size, the heap's place, the object's number.
    std::string reference(16, '\0');
    const auto length = static_cast<std::uint32_t>(size);
    const auto object = static_cast<std::uint32_t>(number(at, 2));
    const std::uint64_t address = heap;
    std::memcpy(reference.data(), &length, 4);
    std::memcpy(reference.data() + 4, &address, 8);
    std::memcpy(reference.data() + 12, &object, 4);
    const std::size_t there = whole.find(reference);
    ASSERT_NE(there, std::string::npos);
    refuse(there, 4, size + (1 << 20));
    at += 16 + (size + 7) / 8 * 8;
  }
  EXPECT_EQ(texts, 13);  // 10 samples, 3 observations
}

TEST(BiomLayout, a_chunk_that_inflates_to_less_or_more_is_damaged) {
  const TemporaryFiles files;
  const auto path = files.path("t.biom");
  const hsize_t first = 0;
  std::vector<std::vector<unsigned char>> streams = {
      {0x78, 0x9c, 0x03, 0x00, 0x00, 0x00, 0x00, 0x01},               // no bytes
      {0x78, 0x9c, 0x4b, 0x04, 0x00, 0x00, 0x62, 0x00, 0x62},         // "a"
      {0x78, 0x9c, 0x4b, 0x4c, 0xa4, 0x3d, 0x00, 0x00, 0x2e, 0x26}};  // cut short
  for (const auto& stream : streams) {
    write_biom(path, {.chunk = 16, .deflate = true});
    const hid_t file = H5Fopen(path.c_str(), H5F_ACC_RDWR, H5P_DEFAULT);
    const hid_t set = H5Dopen2(file, "sample/ids", H5P_DEFAULT);
    ASSERT_GE(H5Dwrite_chunk(set, H5P_DEFAULT, 0, &first, stream.size(), stream.data()), 0);
    H5Dclose(set);
    H5Fclose(file);
    expect_error([&] { read_biom(path); }, Failure::malformed, {path, "sample/ids", "damaged"});
  }
}

/// Puts a data set of 10 numbers in place of the counts, stored as `creation` says.
void replace_counts(const std::string& path, hid_t creation) {
  const hid_t file = H5Fopen(path.c_str(), H5F_ACC_RDWR, H5P_DEFAULT);
  H5Ldelete(file, "sample/matrix/data", H5P_DEFAULT);
  const hsize_t size = 20;
  const hid_t space = H5Screate_simple(1, &size, nullptr);
  const hid_t set = H5Dcreate2(file, "sample/matrix/data", H5T_IEEE_F64LE, space, H5P_DEFAULT,
                               creation, H5P_DEFAULT);
  ASSERT_GE(set, 0);
  H5Dclose(set);
  H5Sclose(space);
  H5Pclose(creation);
  H5Fclose(file);
}

TEST(BiomLayout, in_other_files_is_refused) {
  const TemporaryFiles files;
  const auto path = files.path("t.biom");
  const auto other = files.write("other", std::string(160, '\1'));

  write_biom(path, {});
  const hid_t external = H5Pcreate(H5P_DATASET_CREATE);
  H5Pset_external(external, other.c_str(), 0, 160);
  replace_counts(path, external);
  expect_error([&] { read_biom(path); }, Failure::malformed, {path, "data", "other files"});

  write_biom(path, {});
  write_biom(other, {});
  const hid_t view = H5Pcreate(H5P_DATASET_CREATE);
  const hsize_t size = 20;
  const hid_t space = H5Screate_simple(1, &size, nullptr);
  H5Pset_virtual(view, space, other.c_str(), "sample/matrix/data", space);
  H5Sclose(space);
  replace_counts(path, view);
  expect_error([&] { read_biom(path); }, Failure::malformed, {path, "data", "other files"});

  write_biom(path, {});
  const hid_t file = H5Fopen(path.c_str(), H5F_ACC_RDWR, H5P_DEFAULT);
  H5Ldelete(file, "sample/matrix/data", H5P_DEFAULT);
  ASSERT_GE(H5Lcreate_external(other.c_str(), "sample/matrix/data", file, "sample/matrix/data",
                               H5P_DEFAULT, H5P_DEFAULT),
            0);
  H5Fclose(file);
  expect_error([&] { read_biom(path); }, Failure::malformed, {path, "data", "no such data set"});
}

TEST(BiomLayout, memory_is_asked_for_before_it_is_taken) {
  const TemporaryFiles files;
  const auto path = files.path("t.biom");
  write_biom(path, {.chunk = 4096, .deflate = true}, 100'000);
  const auto stored = std::ssize(bytes_of(path));
  for (const std::int64_t memory : {stored / 2, stored * 2}) {
    expect_error([&] { read_biom(path, memory); }, Failure::memory, {path, "MiB needed"});
  }
  EXPECT_EQ(read_biom(path, 64 << 20).samples.size(), 100'000U);
}

TEST(BiomLayout, ids_need_the_memory_of_their_texts_and_not_of_the_file) {
  const TemporaryFiles files;
  const auto path = files.path("t.biom");
  write_biom(path, {}, 100'000);
  const auto stored = std::ssize(bytes_of(path));
  // with the counts, in two processes: the bytes of the file for each list of ids would be 32 MB
  // more
  const std::int64_t enough = stored + (32 << 20);
  EXPECT_EQ(read_biom(path, enough).samples.size(), 100'000U);
  expect_error([&] { read_biom(path, stored + (8 << 20)); }, Failure::memory, {path});
}

}  // namespace
}  // namespace encke::io

#endif
