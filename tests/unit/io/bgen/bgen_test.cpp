#include <gtest/gtest.h>

#include <cstring>
#include <encke/io/bgen/bgen.hpp>
#include <encke/io/bgen/bgen_file.hpp>
#include <encke/io/bgen/sample_file.hpp>
#include <encke/pack/packers.hpp>

#include "support/files.hpp"
#include "support/inputs/packed.hpp"

namespace encke::io {
namespace {

std::string number(std::uint64_t value, std::size_t bytes) {
  std::string text(bytes, '\0');
  std::memcpy(text.data(), &value, bytes);
  return text;
}

std::string sized(const std::string& text, std::size_t bytes) {
  return number(text.size(), bytes) + text;
}

/// zlib's stream of what gzip's holds (RFC 1950 and 1952).
std::string zlib_packed(const std::string& bytes) {
  const std::string gzip = test::gzipped(bytes);
  if (gzip.empty()) return "";
  std::uint32_t a = 1, b = 0;
  for (const char c : bytes) {
    a = (a + static_cast<unsigned char>(c)) % 65521;
    b = (b + a) % 65521;
  }
  std::string sum = number(b << 16 | a, 4);
  std::reverse(sum.begin(), sum.end());
  return "\x78\x9c" + gzip.substr(10, gzip.size() - 18) + sum;
}

/// What a BGEN is made of.
struct Form {
  int packing = 0;  ///< 0 none, 1 zlib, 2 zstd
  int layout = 2;
  bool ids = true;
  int alleles = 2;
  std::string first_id = "rs1";
};

/// Genotypes of three samples: 255 times the probabilities of two copies, and of one, of allele 1.
std::string variant(const Form& form, const std::string& id, const std::string& probabilities) {
  std::string plain = number(3, 4) + number(2, 2) + "\2\2" + "\2\2\2" + number(0, 1) + "\x08";
  plain += probabilities;
  const std::string packed = form.packing == 0   ? plain
                             : form.packing == 1 ? zlib_packed(plain)
                                                 : test::zstd_packed(plain);
  std::string all = sized("", 2) + sized(id, 2) + sized("7", 2) + number(4711, 4) +
                    number(static_cast<std::uint64_t>(form.alleles), 2);
  for (int a = 0; a < form.alleles; ++a) all += sized(std::string(1, "GACT"[a]), 4);
  if (form.packing == 0) return all + sized(plain, 4);
  return all + number(packed.size() + 4, 4) + number(plain.size(), 4) + packed;
}

std::string bgen(const Form& form) {
  using namespace std::string_literals;
  std::string ids;
  if (form.ids) {
    ids = number(3, 4) + sized("a", 2) + sized("b", 2) + sized("c", 2);
    ids = number(ids.size() + 4, 4) + ids;
  }
  const auto flags = static_cast<std::uint64_t>(form.packing | form.layout << 2) |
                     (form.ids ? std::uint64_t{1} << 31 : 0);
  const std::string header =
      number(24, 4) + number(2, 4) + number(3, 4) + "bgen" + "free" + number(flags, 4);
  return number(header.size() + ids.size(), 4) + header + ids +
         variant(form, form.first_id, "\xff\0\0\xff\0\0"s) +
         variant(form, "rs2", "\0\x80\xff\0\0\xfe"s);
}

class Bgen : public testing::Test {
 protected:
  static std::string text(const Dataset& data) {
    std::string s;
    for (Index v = 0; v < data.vectors.vectors(); ++v) {
      for (Index f = 0; f < data.vectors.fields(); ++f) {
        s += "012."[pack::genotype(data.vectors, v, f)];
      }
      s += '\n';
    }
    return s;
  }
  Dataset read(const std::string& path, const BgenRules& rules = {},
               GenotypeWishes wishes = {}) const {
    wishes.temporary = files_.path("out.input");
    return read_bgen(path, rules, wishes);
  }
  std::string write(const Form& form = {}) const { return files_.write("x.bgen", bgen(form)); }
  /// A new file: where one is written over, some file systems wait for the disk.
  std::string write_new(const std::string& name, const std::string& bytes) const {
    std::filesystem::remove(files_.path(name));
    return files_.write(name, bytes);
  }

  TemporaryFiles files_;
};

TEST_F(Bgen, IsReadHoweverItIsCompressed) {
  for (const int packing : {0, 1, 2}) {
    if (packing == 1 && test::gzipped("x").empty()) continue;
    if (packing == 2 && test::zstd_packed("x").empty()) continue;
    const Dataset data = read(write({.packing = packing}));
    EXPECT_EQ(text(data), "210\n.21\n");
    EXPECT_EQ(data.names, (std::vector<std::string>{"rs1", "rs2"}));
    EXPECT_EQ(data.files.size(), 1u);
    EXPECT_EQ(text(read(write({.packing = packing}), {.reference = BgenReference::first})),
              "012\n.01\n");
  }
}

TEST_F(Bgen, HasTheSamplesOfAFileOrItsOwn) {
  const auto sample = [&](const std::string& lines) {
    return files_.write("x.sample", "ID_1 ID_2 missing sex\n0 0 0 D\n" + lines);
  };
  const std::string three = sample("f a 0 1\nf b 0 2\ng c 0 1\n");
  const auto people = read_sample_file(three);
  EXPECT_TRUE(people[0].male && !people[0].female);
  EXPECT_TRUE(!people[1].male && people[1].female);
  const Subset subset{.keep = files_.write("keep", "f b\nc\n")};
  const Dataset data = read(write({.ids = false}), {.sample = three}, {.subset = subset});
  EXPECT_EQ(text(data), "10\n21\n");
  ASSERT_EQ(data.files.size(), 3u);
  EXPECT_EQ(data.files[1].path, three);
  EXPECT_EQ(text(read(write(), {}, {.subset = subset})), "0\n1\n");  // of its own, the family is 0

  expect_error([&] { read(write({.ids = false})); }, Failure::inconsistent, {"--sample expected"});
  const auto refused = [&](const std::string& path, Failure failure,
                           std::initializer_list<std::string_view> words) {
    expect_error([&] { read(write(), {.sample = path}); }, failure, words);
  };
  refused(sample("f a 0 1\n"), Failure::inconsistent, {"x.sample: 1 samples, 3 expected"});
  refused(sample("f a 0 1\nf b 0 2\nf a 0 1\n"), Failure::malformed, {":5: ", "second time"});
  refused(sample("f\n"), Failure::malformed, {":3: ", "one column found"});
  refused(sample(""), Failure::malformed, {"no samples"});
  refused(files_.write("y", "FID IID\n0 0\na b\n"), Failure::malformed, {":1: ", "ID_1"});
  refused(files_.write("y", "ID_1 ID_2\na b\n"), Failure::malformed, {":2: ", "0 0"});
}

TEST_F(Bgen, NamesVariantsWithoutAnId) {
  EXPECT_EQ(read(write({.first_id = "."})).names[0], "7:4711:A:G");
  const Dataset data = read(write({.first_id = ""}), {.reference = BgenReference::first});
  EXPECT_EQ(data.names[0], "7:4711:G:A");
  EXPECT_NE(std::find(data.remarks.begin(), data.remarks.end(),
                      files_.path("x.bgen") +
                          ": variants without an id, which are named CHROM:POS:REF:ALT: 1"),
            data.remarks.end());
}

TEST_F(Bgen, OfOtherKindsIsRefused) {
  expect_error([&] { read(write({.layout = 1})); }, Failure::inconsistent,
               {"layout 1", "2 expected"});
  expect_error([&] { read(write({.alleles = 3})); }, Failure::inconsistent,
               {"variant 'rs1' has 3 alleles", "plink2 --max-alleles 2"});
  expect_error([&] { read(files_.write("x.bgen", bgen({}) + "x")); }, Failure::malformed,
               {"the end of the file expected"});
  expect_error([&] { read(files_.write("x.bgen", "")); }, Failure::malformed, {"empty"});
  expect_error([&] { read(files_.path("nothing.bgen")); }, Failure::open, {"nothing.bgen"});
}

/// Codes of all genotypes, without the temporary file of a whole reading.
std::string codes_in(const std::string& path) {
  BgenFile file(path);
  HardCalls calls(BgenReference::last, 0.1);
  std::string all;
  for (Index v = 0; v < file.variants(); ++v) {
    const BgenVariant variant = file.next();
    std::uint8_t row = 0;
    if (file.samples() != 3) file.refuse(variant, "three samples expected");
    if (const auto wrong = calls.read(variant.block, 3, &row)) file.refuse(variant, *wrong);
    all += std::to_string(row) + ' ';
  }
  file.check_end();
  return all;
}

TEST_F(Bgen, ThatIsDamagedIsRefusedOrReadAsItWas) {
  for (const int packing : {0, 1, 2}) {
    if (packing == 1 && test::gzipped("x").empty()) continue;
    if (packing == 2 && test::zstd_packed("x").empty()) continue;
    const std::string bytes = bgen({.packing = packing});
    const std::string good = codes_in(files_.write("good.bgen", bytes));
    for (std::size_t at = 0; at < bytes.size(); ++at) {
      const std::string cut = write_new("cut.bgen", bytes.substr(0, at));
      expect_error([&] { codes_in(cut); }, Failure::malformed, {"cut.bgen"});
      for (const int flip : {1, 0x80, 0xff}) {
        std::string damaged = bytes;
        damaged[at] = static_cast<char>(damaged[at] ^ flip);
        const std::string path = write_new("damaged.bgen", damaged);
        try {
          const std::string found = codes_in(path);
          if (packing != 0) {  // what is compressed has a checksum
            EXPECT_EQ(found, good) << at;
          }
        } catch (const Error& error) {
          const bool right =
              error.failure() == Failure::malformed || error.failure() == Failure::inconsistent;
          EXPECT_TRUE(right) << error.what();
        }
      }
    }
  }
}

}  // namespace
}  // namespace encke::io
