#include <cstdlib>
#include <encke/sink/checksum.hpp>
#include <limits>
#include <sstream>

#include "support/scratch.hpp"

namespace {

using encke::Failure;
using encke::Hit;
using encke::SinkInfo;
using encke::sink::Checksum;
using encke::test::all_hits;
using encke::test::failure_of;
using encke::test::run;
using encke::test::shuffled;

template <int Way>
std::string checksum(const SinkInfo& info, const std::vector<Hit<Way>>& hits) {
  Checksum sink;
  run(sink, info, hits);
  return sink.text();
}

// Facts: values and checksum that CoMet printed for 6 analytic vectors of 7 fields (czekanowski),
// and for 4 of 2 fields (ccc).
const std::vector<Hit<2>> czekanowski_pairs{
    {{0, 1}, 0, 7.34693877551020447e-01}, {{0, 2}, 0, 8.07692307692307709e-01},
    {{0, 3}, 0, 5.11627906976744207e-01}, {{0, 4}, 0, 6.52173913043478271e-01},
    {{0, 5}, 0, 5.71428571428571397e-01}, {{1, 2}, 0, 7.63636363636363669e-01},
    {{1, 3}, 0, 6.08695652173913082e-01}, {{1, 4}, 0, 6.53061224489795866e-01},
    {{1, 5}, 0, 6.92307692307692291e-01}, {{2, 3}, 0, 4.89795918367346927e-01},
    {{2, 4}, 0, 6.53846153846153855e-01}, {{2, 5}, 0, 6.18181818181818166e-01},
    {{3, 4}, 0, 6.97674418604651181e-01}, {{3, 5}, 0, 7.82608695652173947e-01},
    {{4, 5}, 0, 7.34693877551020447e-01}};

TEST(Checksum, of_pairs_is_that_of_the_predecessor) {
  EXPECT_EQ(checksum({2, 1, 6}, czekanowski_pairs), "0-234491656352-622563114167923272");
}

TEST(Checksum, of_alleles_of_pairs_is_that_of_the_predecessor) {
  constexpr double in_128ths[] = {60, 72, 0,  60, 72, 60, 60, 0,  30, 90, 50, 30,
                                  30, 50, 90, 30, 0,  60, 60, 72, 60, 72, 0,  60};
  auto hits = all_hits<2>(4, 4);
  ASSERT_EQ(hits.size(), std::size(in_128ths));
  for (std::size_t h = 0; h < hits.size(); ++h) hits[h].value = in_128ths[h] / 128;
  EXPECT_EQ(checksum({2, 4, 4}, hits), "0-245201878478-801640733671948288");
}

TEST(Checksum, of_alleles_of_triples_is_that_of_the_predecessor) {
  constexpr double in_512ths[] = {60,  100, 108, 60,  0,  0,   120, 0,   0,   120, 60,
                                  108, 0,   0,   100, 60, 60,  108, 0,   120, 100, 60,
                                  0,   0,   0,   60,  0,  100, 120, 108, 0,   60};
  auto hits = all_hits<3>(4, 8);
  ASSERT_EQ(hits.size(), std::size(in_512ths));
  for (std::size_t h = 0; h < hits.size(); ++h) hits[h].value = in_512ths[h] / 512;
  EXPECT_EQ(checksum({3, 8, 4}, hits), "0-20352394550-918734323983581184");
}

TEST(Checksum, does_not_depend_on_the_order_of_arrival) {
  EXPECT_EQ(checksum({2, 1, 6}, shuffled(czekanowski_pairs)), "0-234491656352-622563114167923272");
}

TEST(Checksum, of_no_values_and_of_zeros_is_zero) {
  EXPECT_EQ(checksum<2>({2, 4, 6}, {}), "0-0-0");
  EXPECT_EQ(checksum<2>({2, 4, 6}, {{{0, 1}, 3, 0.0}, {{2, 3}, 3, -0.0}}), "0-0-0");
}

TEST(Checksum, tells_cells_and_vectors_apart) {
  const std::string one = checksum<2>({2, 4, 6}, {{{0, 1}, 1, 0.5}});
  EXPECT_NE(one, checksum<2>({2, 4, 6}, {{{0, 1}, 2, 0.5}}));
  EXPECT_NE(one, checksum<2>({2, 4, 6}, {{{0, 2}, 1, 0.5}}));
}

TEST(Checksum, carries_into_all_its_digits) {
  // S grows by w * 2^60 * 15/16 a value, w the same each time: compare with 2^21 times that.
  const std::vector<Hit<3>> hits(1 << 21, Hit<3>{{1, 2, 4}, 5, 15.0});
  const std::string one = checksum<3>({3, 8, 6}, {hits.front()});
  const auto digit = [](const std::string& text, int which) {
    std::istringstream stream(text);
    std::string part;
    for (int i = 0; i <= which; ++i) std::getline(stream, part, '-');
    return std::stoull(part);
  };
  ASSERT_EQ(digit(one, 0), 0u);
  const std::uint64_t d1 = digit(one, 1);
  const std::uint64_t d0 = digit(one, 2);
  const std::uint64_t carry = d0 >> 39;  // d0 * 2^21 / 2^60
  const std::uint64_t mask = (1ULL << 60) - 1;
  const std::uint64_t sum1 = (d1 << 21) + carry;
  EXPECT_EQ(checksum({3, 8, 6}, hits), std::to_string(sum1 >> 60) + "-" +
                                           std::to_string(sum1 & mask) + "-" +
                                           std::to_string((d0 << 21) & mask));
}

TEST(Checksum, refuses_values_for_which_it_is_not_defined) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  for (const double value : {-0.5, 16.0, nan}) {
    const auto [failure, message] = failure_of([&] {
      checksum<2>({2, 1, 6}, {{{0, 1}, 0, value}});
    });
    EXPECT_EQ(failure, Failure::inconsistent) << value;
    EXPECT_NE(message.find("from 0 to below 16"), std::string::npos) << message;
  }
  const auto [failure, message] = failure_of([&] {
    checksum<3>({3, 8, 9}, {{{0, 1, 2}, 0, 0.5}, {{1, 4, 7}, 5, -1.5e-9}});
  });
  EXPECT_EQ(failure, Failure::inconsistent);
  EXPECT_NE(message.find(": -1.5e-09 found in cell 5 of the vectors 1, 4, 7"), std::string::npos)
      << message;
  Checksum sink;
  EXPECT_EQ(failure_of([&] { sink.begin({2, 3, 6}); }).first, Failure::inconsistent);
}

/// Values of a *.metrics.txt: `i j [k] [iE jE kE] value`.
template <int Way>
std::vector<Hit<Way>> read_metrics(std::ifstream file, int cells) {
  std::vector<Hit<Way>> hits;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with('#')) continue;
    std::istringstream columns(line);
    Hit<Way> hit{};
    for (int v = 0; v < Way; ++v) columns >> hit.index[v];
    for (int v = 0, allele = 0; cells > 1 && v < Way; ++v) {
      columns >> allele;
      hit.cell = 2 * hit.cell + static_cast<std::uint32_t>(allele);
    }
    columns >> hit.value;
    EXPECT_TRUE(columns) << line;
    hits.push_back(hit);
  }
  return hits;
}

TEST(Checksum, of_every_known_answer_is_that_of_the_predecessor) {
  const char* const shared = std::getenv("ENCKE_SHARED");
  if (shared == nullptr) GTEST_SKIP() << "ENCKE_SHARED names no directory with known answers";
  int cases = 0;
  for (const auto& entry :
       std::filesystem::directory_iterator(std::filesystem::path(shared) / "known-answers")) {
    const std::string name = entry.path().string();
    const auto suffix = name.rfind(".metrics.txt");
    if (suffix == std::string::npos) continue;
    ++cases;
    const std::string stem = name.substr(0, suffix);
    const int way = stem.find("_3way_") != std::string::npos ? 3 : 2;
    const bool one_cell = stem.find("czekanowski") != std::string::npos;
    const SinkInfo info{way, one_cell ? 1 : encke::ipow(2, way),
                        std::stoll(stem.substr(stem.rfind("_nv") + 3))};
    std::string expected;
    std::ifstream(stem + ".checksum.txt") >> expected;
    const std::string actual =
        way == 2 ? checksum(info, read_metrics<2>(std::ifstream(name), info.cells))
                 : checksum(info, read_metrics<3>(std::ifstream(name), info.cells));
    EXPECT_EQ(actual, expected) << stem;
  }
  EXPECT_GE(cases, 60);
}

}  // namespace
