#include <gtest/gtest.h>

#include <encke/pack/steps/split_bytes.hpp>
#include <random>
#include <vector>

namespace encke {
namespace {

struct SplitOfBytes {
  std::vector<std::uint64_t> signs, mask;
  std::vector<Index> counts;
  bool allowed;

  SplitOfBytes(SplitBytes form, const ByteGenotypes& from)
      : signs(size(from) * 2), mask(size(from)) {
    const Index words = divide_up(from.fields, 64);
    std::vector<CodePlanes> planes;
    for (Index g = 0; g < divide_up(from.vectors, 8); ++g) {
      planes.push_back({signs.data() + g * words * 16, mask.data() + g * words * 8});
    }
    allowed = form(from, planes.data());
    for (Index v = 0; v < from.vectors; ++v) {
      const CodePlanes& p = planes[static_cast<std::size_t>(v / 8)];
      counts.insert(counts.end(), {p.nonzero[v % 8], p.negative[v % 8], p.missing[v % 8]});
    }
  }
  static std::size_t size(const ByteGenotypes& from) {
    return static_cast<std::size_t>(divide_up(from.vectors, 8) * divide_up(from.fields, 64) * 8);
  }
  /// The bit of a field in plane 0 (nonzero), 1 (negative) or 2 (present).
  bool bit(const ByteGenotypes& from, Index v, Index f, int plane) const {
    const Index word = v / 8 * divide_up(from.fields, 64) + f / 64;
    const Index at = plane == 2 ? word * 8 + v % 8 : word * 16 + plane * 8 + v % 8;
    const auto& words = plane == 2 ? mask : signs;
    return (words[static_cast<std::size_t>(at)] >> (f % 64) & 1) != 0;
  }
};

/// 0, 1, 2 and bytes from 128 on.
std::vector<std::uint8_t> random_bytes(Index count) {
  std::mt19937 random(3);
  std::vector<std::uint8_t> bytes(static_cast<std::size_t>(count));
  for (auto& byte : bytes) {
    const auto r = random();
    byte = static_cast<std::uint8_t>(r % 5 == 0 ? 128 + r / 5 % 128 : r % 3);
  }
  return bytes;
}

const std::vector<std::uint8_t> bytes = random_bytes(200 * 300);

ByteGenotypes genotypes(Index vectors, Index fields, bool rows) {
  if (rows) return {bytes.data(), vectors, fields, 300, 1};
  return {bytes.data(), vectors, fields, 1, 200};
}

TEST(SplitBytes, a_plain_form_says_what_each_byte_is) {
  for (const bool rows : {true, false}) {
    const ByteGenotypes from = genotypes(77, 130, rows);
    const SplitOfBytes split(split_bytes_forms().front(), from);
    EXPECT_TRUE(split.allowed);
    for (Index v = 0; v < from.vectors; ++v) {
      Index sums[3] = {};
      for (Index f = 0; f < from.fields; ++f) {
        const int x = from.data[v * from.vector_stride + f * from.field_stride];
        const bool expected[3] = {x == 0 || x == 2, x == 0, x < 128};
        for (int p = 0; p < 3; ++p) {
          ASSERT_EQ(split.bit(from, v, f, p), expected[p]) << v << " " << f << " " << p;
        }
        sums[0] += expected[0];
        sums[1] += expected[1];
        sums[2] += !expected[2];
      }
      for (int p = 0; p < 3; ++p) {
        EXPECT_EQ(split.counts[static_cast<std::size_t>(v * 3 + p)], sums[p]);
      }
    }
  }
}

TEST(SplitBytes, every_form_that_this_cpu_runs_gives_the_same_bits_and_counts) {
  const auto forms = split_bytes_forms();
  for (const Index vectors : {1, 7, 8, 9, 63, 64, 65, 190}) {
    for (const Index fields : {1, 7, 8, 63, 64, 65, 129, 200}) {
      for (const bool rows : {true, false}) {
        const ByteGenotypes from = genotypes(vectors, fields, rows);
        const SplitOfBytes plain(forms.front(), from);
        for (const auto form : forms) {
          const SplitOfBytes other(form, from);
          ASSERT_TRUE(other.allowed);
          ASSERT_EQ(other.counts, plain.counts) << vectors << " " << fields;
          for (Index v = 0; v < vectors; ++v) {
            for (Index f = 0; f < divide_up(fields, 64) * 64; ++f) {
              for (int p = 0; p < 3; ++p) {
                ASSERT_EQ(other.bit(from, v, f, p), plain.bit(from, v, f, p));
                ASSERT_FALSE(f >= fields && plain.bit(from, v, f, p)) << f;
              }
            }
          }
        }
      }
    }
  }
}

TEST(SplitBytes, bytes_from_3_to_127_are_refused_wherever_they_are) {
  std::vector<std::uint8_t> changed(20 * 70, 2);
  for (const auto form : split_bytes_forms()) {
    for (int value = 0; value < 256; ++value) {
      for (const Index at : {0, 69, 64 * 20 - 1, 20 * 70 - 1}) {
        changed[static_cast<std::size_t>(at)] = static_cast<std::uint8_t>(value);
        const bool allowed = value < 3 || value > 127;
        EXPECT_EQ(SplitOfBytes(form, {changed.data(), 20, 70, 70, 1}).allowed, allowed) << value;
        EXPECT_EQ(SplitOfBytes(form, {changed.data(), 20, 70, 1, 20}).allowed, allowed) << value;
        changed[static_cast<std::size_t>(at)] = 2;
      }
    }
  }
}

}  // namespace
}  // namespace encke
