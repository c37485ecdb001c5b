// Every cut and every flipped byte of a small file is an error, or does not matter.
#include <encke/io/vcf/records.hpp>

#if defined(ENCKE_HAS_HTSLIB)

#include <gtest/gtest.h>

#include <encke/base/error.hpp>

#include "support/files.hpp"
#include "support/inputs/vcf_file.hpp"

namespace encke::io {
namespace {

const std::string vcf =
    "##fileformat=VCFv4.2\n"
    "##FORMAT=<ID=GT,Number=1,Type=String,Description=\"g\">\n"
    "##contig=<ID=1>\n"
    "#CHROM\tPOS\tID\tREF\tALT\tQUAL\tFILTER\tINFO\tFORMAT\ta\tb\tc\td\te\n"
    "1\t10\trs1\tA\tG\t.\tPASS\t.\tGT\t0/0\t0/1\t1/1\t0/0\t./.\n"
    "1\t20\trs2\tA\tC\t.\tPASS\t.\tGT\t0/0\t0/1\t1/1\t0/1\t0/0\n";

class DamagedVcf : public testing::Test {
 protected:
  /// All names and genotypes, without the temporary file of a whole reading.
  static std::string result(const std::string& path, const std::string& region = "") {
    VariantFile file(path);
    const VcfHeader header = read_vcf_header(path, file.header());
    if (!region.empty()) file.restrict_to(region);
    const auto records = open_records(file, path, header);
    const auto samples = static_cast<Index>(header.samples.size());
    std::string row(static_cast<std::size_t>(divide_up(samples, 4)), '\0');
    std::string all;
    CallRules rules;
    while (records->next()) {
      auto* const codes = reinterpret_cast<std::uint8_t*>(row.data());
      records->site().has_calls ? void(records->read_calls(rules, codes))
                                : set_missing(samples, codes);
      all += std::string(records->site().id) + ' ' + row;
    }
    return all;
  }
  /// A new file: where one is written over, some file systems wait for the disk.
  std::string write(const std::string& name, const std::string& bytes) const {
    std::filesystem::remove(files_.path(name));
    return files_.write(name, bytes);
  }
  /// Tries bytes that are not those of the file. `checked`: they have checksums.
  void expect_error_or(const std::string& good, const std::string& damaged, bool checked,
                       const std::string& region = "") const {
    const std::string path = write("damaged", damaged);
    std::string found;
    try {
      found = result(path, region);
    } catch (const Error& error) {
      const bool right = error.failure() == Failure::malformed ||
                         (!checked && error.failure() == Failure::inconsistent);
      EXPECT_TRUE(right) << error.what();
      return;
    }
    if (checked) {
      EXPECT_EQ(found, good);
    }
  }

  TemporaryFiles files_;
};

TEST_F(DamagedVcf, ThatIsCompressedIsRefusedOrReadAsItWas) {
  const std::string plain = files_.write("x.vcf", vcf);
  for (const auto& path : {test::bgzip(plain), test::make_bcf(plain)}) {
    const std::string good = result(path);
    const std::string bytes = bytes_of(path);
    for (std::size_t at = 0; at < bytes.size(); ++at) {
      expect_error([&] { result(write("cut", bytes.substr(0, at))); }, Failure::malformed, {"cut"});
      std::string damaged = bytes;
      for (const int flip : {1, 0xff}) {
        damaged[at] = static_cast<char>(bytes[at] ^ flip);
        expect_error_or(good, damaged, true);
      }
    }
  }
}

TEST_F(DamagedVcf, WithoutChecksumsDoesNoHarm) {
  const std::string plain = files_.write("x.vcf", vcf);
  for (const auto& path : {plain, test::make_bcf(plain, false)}) {
    const std::string bytes = bytes_of(path);
    for (std::size_t at = 0; at < bytes.size(); ++at) {
      expect_error_or("", bytes.substr(0, at), false);
      std::string damaged = bytes;
      for (const int flip : {1, 0xff}) {
        damaged[at] = static_cast<char>(bytes[at] ^ flip);
        expect_error_or("", damaged, false);
      }
    }
  }
}

TEST_F(DamagedVcf, IndexIsRefusedOrLeadsToTheSameRecords) {
  const std::string plain = files_.write("x.vcf", vcf);
  for (const auto& path : {test::bgzip(plain), test::make_bcf(plain)}) {
    test::make_index(path);
    write("damaged", bytes_of(path));
    const std::string bytes = bytes_of(path + ".csi");
    const std::string good = result(path, "1");
    for (std::size_t at = 0; at < bytes.size(); ++at) {
      std::string damaged = bytes;
      damaged[at] = static_cast<char>(bytes[at] ^ 0xff);
      write("damaged.csi", damaged);
      expect_error_or(good, bytes_of(path), true, "1");
    }
  }
}

}  // namespace
}  // namespace encke::io

#endif
