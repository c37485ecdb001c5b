// What ranks share of the work on a file, without ranks.
#include <encke/file/input_file.hpp>
#include <encke/io/select/genotype_filters.hpp>
#include <encke/io/select/rate_filter.hpp>
#include <random>
#include <string>

#include "support/files.hpp"

namespace encke::io::shares_test {
namespace {

constexpr std::size_t chunk = FileDigest::chunk_bytes;

std::string random_bytes(std::size_t size, unsigned seed) {
  std::mt19937_64 random(seed);
  std::string bytes(size, '\0');
  for (char& byte : bytes) byte = static_cast<char>(random());
  return bytes;
}

std::string digest_of(const std::string& bytes) {
  FileDigest digest;
  digest.add(std::as_bytes(std::span(bytes)));
  return FileDigest::text(digest.sum(), static_cast<Index>(bytes.size()));
}

TEST(FileDigest, IsTheSameForAnyNumberOfShares) {
  for (const std::size_t size : {std::size_t{0}, std::size_t{1}, chunk, 2 * chunk + 12345}) {
    const TemporaryFiles files;
    const std::string bytes = random_bytes(size, 1);
    const std::string path = files.write("f", bytes);
    const std::string expected = InputFile(path).record().digest;
    EXPECT_EQ(expected, digest_of(bytes)) << size;
    for (Index n = 1; n <= 5; ++n) {
      const InputFile file(path);
      std::uint64_t sum = 0;
      for (Index k = 0; k < n; ++k) sum += digest_share(file, {k, n});
      EXPECT_EQ(FileDigest::text(sum, file.size()), expected) << size << " in " << n << " shares";
    }
  }
}

TEST(FileDigest, TellsFilesApart) {
  const std::string bytes = random_bytes(2 * chunk, 2);
  std::string flipped = bytes;
  flipped[chunk] ^= 1;
  const std::string swapped = bytes.substr(chunk) + bytes.substr(0, chunk);

  EXPECT_NE(digest_of(flipped), digest_of(bytes));
  EXPECT_NE(digest_of(swapped), digest_of(bytes));
  EXPECT_NE(digest_of(bytes + '\0'), digest_of(bytes));
  EXPECT_NE(digest_of(std::string(chunk, '\0')), digest_of(std::string(2 * chunk, '\0')));
}

TEST(InputFile, TakesBytesIntoTheDigestInPassingInWhateverOrderTheyAreRead) {
  const std::string bytes = random_bytes(100'000, 3);
  const TemporaryFiles files;
  const std::string path = files.write("f", bytes);
  std::vector<std::byte> buffer(50'000);

  InputFile in_order(path);
  in_order.read_in_passing(0, buffer);
  in_order.read_in_passing(50'000, buffer);
  EXPECT_TRUE(in_order.is_digested());

  InputFile mixed(path);
  mixed.read_in_passing(50'000, buffer);  // leaves a gap
  EXPECT_EQ(std::to_integer<char>(buffer[7]), bytes[50'007]);
  mixed.read_in_passing(0, std::span(buffer).first(30'000));
  mixed.read_in_passing(20'000, buffer);  // some of it again
  mixed.read_in_passing(0, buffer);
  EXPECT_FALSE(mixed.is_digested());

  EXPECT_EQ(in_order.record().digest, digest_of(bytes));
  EXPECT_EQ(mixed.record().digest, digest_of(bytes));
}

TEST(RateFilter, LeavesTheSameRowsInAnyNumberOfShares) {
  constexpr Index variants = 203;
  constexpr Index samples = 101;
  const TemporaryFiles files;
  const std::string path = files.write("set.bed", "\x6c\x1b\x01" + random_bytes(variants * 26, 4));
  CodedRows all{.offset = 3,
                .rows = Kept(variants, 1),
                .samples = Kept(samples, 1),
                .code = GenotypeCode::bed};
  all.rows[5] = 0;
  all.samples[50] = 0;
  const Subset subset{.geno = 0.27, .maf = 0.46};
  const auto drop = [&](Index n) {
    InputFile bed(path);
    Kept kept = all.rows;
    for (Index k = 0; k < n; ++k) {
      RateFilter filter(subset,
                        counted_samples(subset, std::vector<SampleId>(samples), all.samples));
      feed_of_bed(bed, all, false)(Slice{k, n}.of({0, variants}), all.rows,
                                   [&](Index v, const std::uint8_t* codes) {
                                     if (!filter.keeps(Ploidy::diploid, codes))
                                       kept[static_cast<std::size_t>(v)] = 0;
                                   });
    }
    return kept;
  };

  const Kept alone = drop(1);

  EXPECT_GT(count_kept(alone), 10);
  EXPECT_LT(count_kept(alone), variants - 10);
  for (const Index n : {2, 3, 7, 300}) EXPECT_EQ(drop(n), alone) << n << " shares";
}

}  // namespace
}  // namespace encke::io::shares_test
