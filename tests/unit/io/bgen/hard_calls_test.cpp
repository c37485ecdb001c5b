#include <gtest/gtest.h>

#include <encke/io/bgen/hard_calls.hpp>
#include <vector>

namespace encke::io {
namespace {

/// A sample's ploidy, 0x80 more where it is missing, and its probabilities.
using Sample = std::vector<int>;

std::vector<std::byte> block(const std::vector<Sample>& samples, int phased = 0, int bits = 8) {
  std::vector<int> bytes = {static_cast<int>(samples.size()), 0, 0, 0, 2, 0, 1, 2};
  for (const Sample& sample : samples) bytes.push_back(sample[0]);
  bytes.push_back(phased);
  bytes.push_back(bits);
  for (const Sample& sample : samples) bytes.insert(bytes.end(), sample.begin() + 1, sample.end());
  std::vector<std::byte> all;
  for (const int byte : bytes) all.push_back(static_cast<std::byte>(byte));
  return all;
}

/// Copies of A1 of each sample, '.' where missing; or what is wrong.
std::string calls(HardCalls& reader, const std::vector<std::byte>& bytes, Index samples) {
  std::vector<std::uint8_t> row(static_cast<std::size_t>(divide_up(samples, 4)), 0xff);
  if (const auto wrong = reader.read(bytes, samples, row.data())) return *wrong;
  std::string copies;
  for (Index s = 0; s < samples; ++s) {
    copies += "2.10"[row[static_cast<std::size_t>(s / 4)] >> (2 * (s % 4)) & 3];
  }
  return copies;
}

std::string calls(const std::vector<Sample>& samples, BgenReference reference, double threshold,
                  int phased = 0) {
  HardCalls reader(reference, threshold);
  return calls(reader, block(samples, phased), std::ssize(samples));
}

TEST(HardCalls, AreTheNearestCopiesOfTheAlleleThatIsNotTheReference) {
  const std::vector<Sample> samples = {{2, 255, 0},  {2, 0, 255}, {2, 0, 0},
                                       {0x82, 0, 0}, {2, 250, 5}, {2, 3, 249}};
  EXPECT_EQ(calls(samples, BgenReference::last, 0.1), "210.21");
  EXPECT_EQ(calls(samples, BgenReference::unknown, 0.1), "210.21");
  EXPECT_EQ(calls(samples, BgenReference::first, 0.1), "012.01");
}

TEST(HardCalls, AreMissingWhereTheDosageIsFurtherThanTheThreshold) {
  // copies of the first allele: 0.098, 0.102, 0.902, 0.498, 0.502
  const std::vector<Sample> samples = {
      {2, 0, 25}, {2, 0, 26}, {2, 0, 230}, {2, 0, 127}, {2, 0, 128}};
  EXPECT_EQ(calls(samples, BgenReference::last, 0.1), "0.1..");
  EXPECT_EQ(calls(samples, BgenReference::last, 0.499), "00101");
  EXPECT_EQ(calls(samples, BgenReference::first, 0.499), "22121");
  EXPECT_EQ(calls(samples, BgenReference::last, 0), ".....");
  HardCalls reader(BgenReference::last, 0.1);
  calls(reader, block(samples), 5);
  EXPECT_EQ(reader.uncertain(), 3);
}

TEST(HardCalls, AreReadOfHaplotypesAndHaploids) {
  EXPECT_EQ(
      calls({{2, 255, 0}, {2, 255, 255}, {2, 0, 0}, {2, 255, 250}}, BgenReference::last, 0.1, 1),
      "1202");
  HardCalls reader(BgenReference::last, 0.1);
  EXPECT_EQ(calls(reader, block({{1, 255}, {2, 0, 255}, {1, 0}, {0x81, 0}}), 4), "210.");
  EXPECT_EQ(reader.haploid(), 2);
  EXPECT_EQ(reader.phased(), 0);
  calls(reader, block({{1, 255}}, 1), 1);
  EXPECT_EQ(reader.phased(), 1);
}

TEST(HardCalls, RefuseBlocksThatAreWrong) {
  HardCalls reader(BgenReference::last, 0.1);
  const auto good = block({{2, 255, 0}, {2, 0, 0}});
  EXPECT_EQ(calls(reader, good, 3), "genotypes of 2 samples, 3 expected");
  EXPECT_EQ(calls(reader, good, 1), "genotypes of 2 samples, 1 expected");
  EXPECT_EQ(calls(reader, {good.begin(), good.end() - 1}, 2), "its genotypes end early");
  auto more = good;
  more.push_back({});
  EXPECT_EQ(calls(reader, more, 2), "more genotypes than samples");
  EXPECT_EQ(calls(reader, block({{2, 200, 56}}), 1), "probabilities whose sum is above 1");
  EXPECT_EQ(calls(reader, block({{3, 200, 6, 1}}), 1),
            "a genotype of 3 alleles, one or two expected");
  EXPECT_EQ(calls(reader, block({{2, 0, 0}}, 2), 1), "neither phased (1) nor not (0)");
  EXPECT_EQ(calls(reader, block({{2, 0, 0}}, 0, 16), 1), "probabilities of 16 bits, 8 expected");
  auto alleles = good;
  alleles[4] = std::byte{3};
  EXPECT_EQ(calls(reader, alleles, 2),
            "its genotypes are of another number of alleles than it has");
}

}  // namespace
}  // namespace encke::io
