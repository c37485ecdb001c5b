// A .pgen that is damaged is refused, or read: nothing else happens.
#include <encke/io/pgen/pgen.hpp>
#include <encke/io/pgen/pgen_index.hpp>
#include <filesystem>
#include <fstream>

#include "support/files.hpp"
#include "support/inputs/pgen_file.hpp"

namespace encke::io {
namespace {

using test::PgenForm;

constexpr Index variants = 9;
constexpr Index samples = 67;
const std::vector<unsigned> types = {0, 2, 3, 1, 2, 4, 3, 6, 7};

class MalformedPgen : public testing::Test {
 protected:
  MalformedPgen() {
    files_.write("x.pvar", test::pvar_text(variants));
    files_.write("x.psam", test::psam_text(samples));
  }
  PgenFiles names() const {
    return {files_.path("x.pgen"), files_.path("x.pvar"), files_.path("x.psam")};
  }

  void write(const test::PgenBytes& bytes) const {
    files_.write("x.pgen", bytes.pgen);
    if (!bytes.index.empty()) files_.write("x.pgen.pgi", bytes.index);
  }
  /// Overwrites a byte of a file.
  void put(const std::string& name, std::size_t at, char byte) const {
    std::fstream file(files_.path(name), std::ios::in | std::ios::out | std::ios::binary);
    file.seekp(static_cast<std::streamoff>(at));
    file.put(byte);
  }
  /// Reads the files: the packed vectors as text, or nothing where they are refused.
  std::string outcome() const {
    try {
      const auto source = open_pgen(names(), {}, Multiallelics::ref);
      const PackedVectors vectors = source->read(source->whole());
      EXPECT_EQ(vectors.vectors(), variants);
      EXPECT_EQ(vectors.fields(), samples);
      std::string text;
      for (const auto piece : vectors.buffers()) {
        text.append(reinterpret_cast<const char*>(piece.data()), piece.size());
      }
      return text;
    } catch (const MalformedInput& error) {
      EXPECT_NE(std::string(error.what()).find("x.pgen"), std::string::npos) << error.what();
      return "";
    }
  }
  /// Ends a file earlier and earlier; it must be refused.
  void shorten(const std::string& name, std::size_t size) const {
    while (size-- > 0) {
      std::filesystem::resize_file(files_.path(name), size);
      EXPECT_EQ(outcome(), "") << name << " of " << size << " bytes";
    }
  }
  /// Flips bits of each byte of a file; returns how many are refused of those that are.
  Index flip(const std::string& name, const std::string& bytes) const {
    Index refused = 0;
    for (std::size_t at = 0; at < bytes.size(); ++at) {
      for (const int bits : {1 << at % 8, 0xff}) {
        put(name, at, static_cast<char>(bytes[at] ^ bits));
        refused += outcome().empty() ? 1 : 0;
      }
      put(name, at, bytes[at]);
    }
    return refused;
  }
  void refuse(const std::string& bytes, std::initializer_list<std::string_view> words) const {
    files_.write("x.pgen", bytes);
    expect_error([&] { read_all(open_pgen(names())); }, Failure::malformed, words);
  }

  const test::Genotypes genotypes_ = test::random_genotypes(variants, samples, 0.05, 3);
  TemporaryFiles files_;
};

TEST_F(MalformedPgen, IsRefusedWhereverItEnds) {
  for (const unsigned mode : {0x01U, 0x02U, 0x03U, 0x10U, 0x11U, 0x20U}) {
    const auto bytes = test::pgen_bytes(genotypes_, types, {.mode = mode, .reference = 3});
    write(bytes);
    ASSERT_NE(outcome(), "") << mode;
    if (!bytes.index.empty()) {
      shorten("x.pgen.pgi", bytes.index.size());
      write(bytes);
    }
    shorten("x.pgen", bytes.pgen.size());
  }
}

// What a genotype is cannot be checked; all else either is refused or does not matter.
TEST_F(MalformedPgen, IsRefusedOrReadWhateverByteIsFlipped) {
  for (const unsigned mode : {0x02U, 0x10U, 0x11U, 0x20U}) {
    const auto bytes = test::pgen_bytes(genotypes_, types, {.mode = mode, .reference = 3});
    write(bytes);
    const std::string expected = outcome();
    ASSERT_NE(expected, "") << mode;
    EXPECT_GT(flip("x.pgen", bytes.pgen), 20) << mode;
    if (!bytes.index.empty()) {
      EXPECT_GT(flip("x.pgen.pgi", bytes.index), 50);
    }
    EXPECT_EQ(outcome(), expected);
  }
}

TEST_F(MalformedPgen, NamesWhatIsWrongWithItsHeader) {
  const std::string good = test::pgen_bytes(genotypes_, types).pgen;
  const auto changed = [&](std::size_t at, int byte) {
    std::string bytes = good;
    bytes[at] = static_cast<char>(byte);
    return bytes;
  };
  refuse("", {"x.pgen", "empty"});
  refuse("BC", {"x.pgen: byte 0", "not a .pgen", "42 43"});
  refuse(changed(2, 0), {"byte 2", "sample-major", "--make-pgen"});
  refuse(changed(2, 5), {"byte 2", "0x05", "unknown storage mode"});
  refuse(changed(3, 15), {"byte 3", "15 variants in the header, 9 in the file"});
  refuse(changed(7, 71), {"byte 7", "71 samples in the header, 67 in the file"});
  refuse(changed(11, 0x48), {"byte 11", "unknown form of header"});
  refuse(changed(12, 99), {"bytes 99 to", "by the header"});
  refuse(changed(19, 0x7f), {"byte 12", "beyond the end"});
  refuse(changed(20, 0x22), {"byte 20", "variant 1", "refers to the one before"});
  refuse(changed(21, 0x15), {"byte 21", "variant 3", "type 5"});
  refuse(good + "x", {"by the header"});
  refuse(test::pgen_bytes(genotypes_, {}, {.mode = 0x02}).pgen + "x", {"bytes found", "expected"});
  refuse(test::pgen_bytes(genotypes_, {}, {.mode = 0x01}).pgen + "x", {"157 bytes found", "156"});
}

TEST_F(MalformedPgen, IsRefusedBeforeMemoryIsTakenForWhatItClaims) {
  const std::string path =
      files_.write("y.pgen", std::string("\x6c\x1b\x10") + "\xff\xff\xff\xff" + "\xff\xff\xff\x7f" +
                                 "\x47" + std::string(100, '\0'));
  InputFile file(path);
  expect_error(
      [&] {
        PgenIndex(file, nullptr, {0xffffffffL, 0x7fffffffL});
      },
      Failure::malformed, {"y.pgen", "112 bytes found", "at least"});
}

TEST_F(MalformedPgen, NeedsItsIndexFile) {
  const auto bytes = test::pgen_bytes(genotypes_, types, {.mode = 0x20});
  files_.write("x.pgen", bytes.pgen);
  expect_error([&] { open_pgen(names()); }, Failure::open, {"x.pgen.pgi"});
  std::string other = bytes.index;
  other[2] = 0x31;
  files_.write("x.pgen.pgi", other);
  expect_error([&] { open_pgen(names()); }, Failure::malformed, {"x.pgen.pgi", "0x31 found, 0x30"});
}

}  // namespace
}  // namespace encke::io
