#include <gtest/gtest.h>

#include <encke/base/error.hpp>
#include <encke/io/vcf/calls.hpp>
#include <random>

#include "support/files.hpp"

namespace encke::io::calls_test {
namespace {

const RefuseCall refuse = [](Index sample, const std::string& why) {
  throw Error(Failure::malformed, std::to_string(sample) + ": " + why);
};

/// Copies of A1 of each sample, '.' where missing.
std::string text(const std::vector<std::uint8_t>& row, Index samples) {
  std::string copies;
  for (Index s = 0; s < samples; ++s) {
    copies += "2.10"[row[static_cast<std::size_t>(s / 4)] >> (2 * (s % 4)) & 3];
  }
  return copies;
}

struct Read {
  std::string copies;
  bool phased = false;
  CallRules rules{};
};

Read read(const std::string& columns, HalfCall half = HalfCall::error, Index field = 0,
          Index alts = 1) {
  const Index samples = 1 + std::count(columns.begin(), columns.end(), '\t');
  Read result{.rules = {.half_call = half}};
  std::vector<std::uint8_t> row(static_cast<std::size_t>(divide_up(samples, 4)), 0xff);
  result.phased =
      read_text_calls(columns, field, samples, {alts, refuse}, result.rules, row.data());
  result.copies = text(row, samples);
  return result;
}

Read read_binary(const std::vector<int>& numbers, Index width, Index ploidy, Index alts = 1,
                 HalfCall half = HalfCall::error) {
  std::vector<std::uint8_t> bytes;
  for (const int number : numbers) {
    for (Index b = 0; b < width; ++b) bytes.push_back(static_cast<std::uint8_t>(number >> (8 * b)));
  }
  const Index samples = std::ssize(numbers) / ploidy;
  Read result{.rules = {.half_call = half}};
  std::vector<std::uint8_t> row(static_cast<std::size_t>(divide_up(samples, 4)), 0xff);
  result.phased =
      read_binary_calls(bytes, width, ploidy, samples, {alts, refuse}, result.rules, row.data());
  result.copies = text(row, samples);
  return result;
}

TEST(TextCalls, AreCopiesOfEveryAlleleButTheReference) {
  EXPECT_EQ(read("0/0\t0/1\t1/0\t1/1\t./.").copies, "0112.");
  EXPECT_EQ(read("0/0\t0/2\t2/1\t12/0\t.", HalfCall::error, 0, 12).copies, "0121.");
}

TEST(TextCalls, LoseTheirPhase) {
  EXPECT_FALSE(read("0/0\t0/1").phased);
  const Read phased = read("0|0\t0|1\t1|0\t1|1\t.|.");
  EXPECT_TRUE(phased.phased);
  EXPECT_EQ(phased.copies, "0112.");
  EXPECT_TRUE(read("0/0\t0/1\t0/0\t0/1\t0/0\t0/1\t0/0\t0|1").phased);
}

TEST(TextCalls, OfOneAlleleCountAsTwo) {
  const Read haploid = read("0\t1\t.\t0/1");
  EXPECT_EQ(haploid.copies, "02.1");
  EXPECT_EQ(haploid.rules.haploid_calls, 2);
}

TEST(TextCalls, OfWhichHalfIsMissingAreReadAsTheRulesSay) {
  expect_error([] { read("0/0\t./1"); }, Failure::malformed, {"1: half a call", "--vcf-half-call"});
  const std::string calls = "./1\t1/.\t0|.\t.|0\t./.";
  EXPECT_EQ(read(calls, HalfCall::missing).copies, ".....");
  EXPECT_EQ(read(calls, HalfCall::haploid).copies, "2200.");
  EXPECT_EQ(read(calls, HalfCall::reference).copies, "1100.");
  EXPECT_EQ(read(calls, HalfCall::missing).rules.half_calls, 4);
}

TEST(TextCalls, MayHaveOtherFieldsAround) {
  EXPECT_EQ(read("0/1:3:a\t1/1\t./.:.\t0/0:7").copies, "12.0");
  EXPECT_EQ(read("3:0/1:a\t4:1/1\t5\t.:0/0", HalfCall::error, 1).copies, "12.0");
}

TEST(TextCalls, ThatAreWrongAreRefusedWithTheSample) {
  const auto wrong = [](const std::string& columns, std::initializer_list<std::string_view> words) {
    expect_error([&] { read(columns); }, Failure::malformed, words);
  };
  wrong("0/0\t0/1/1", {"1: ", "more than two alleles"});
  wrong("0/2", {"0: allele 2 found, 0 to 1 expected"});
  wrong("0/0\tx/1", {"1: call 'x/1' found"});
  wrong("0/", {"'0/'"});
  wrong("", {"''"});
  wrong("0/-1", {"'0/-1'"});
  wrong("99999999999", {"'99999999999'"});
  CallRules rules;
  std::uint8_t row = 0;
  expect_error(
      [&] {
        read_text_calls("0/0\t0/0", 0, 3, {1, refuse}, rules, &row);
      },
      Failure::malformed, {"1: the record ends here"});
  expect_error(
      [&] {
        read_text_calls("0/0\t0/0\t0/0", 0, 2, {1, refuse}, rules, &row);
      },
      Failure::malformed, {"1: the record goes on"});
}

/// Fast ways must give what one call alone gives, wherever it stands.
TEST(TextCalls, DoNotDependOnTheirNeighbours) {
  std::mt19937_64 random(7);
  const std::vector<std::string> forms = {"0/0", "0/1", "1/1", "1|0", "./.", "1", "0/1:5", "."};
  for (int round = 0; round < 300; ++round) {
    const std::size_t some = round % 3 == 0 ? forms.size() : 4;
    std::string columns, copies;
    const std::size_t samples = 1 + random() % 40;
    for (std::size_t s = 0; s < samples; ++s) {
      const std::string& form =
          forms[random() % 9 == 0 ? random() % forms.size() : random() % some];
      columns += (s == 0 ? "" : "\t") + form;
      copies += read(form).copies;
    }
    ASSERT_EQ(read(columns).copies, copies) << columns;
  }
}

TEST(BinaryCalls, AreThoseOfTheText) {
  // 0/0 0/1 1|0 1|1 ./. 0/0
  EXPECT_EQ(read_binary({2, 2, 2, 4, 4, 3, 4, 5, 0, 0, 2, 2}, 1, 2).copies, "0112.0");
  EXPECT_TRUE(read_binary({2, 2, 2, 4, 4, 3, 4, 5}, 1, 2).phased);
  EXPECT_FALSE(read_binary({2, 2, 2, 4, 4, 2, 4, 4}, 1, 2).phased);
  EXPECT_EQ(read_binary({2, 4, 0, 4}, 1, 1).copies, "02.2");
  EXPECT_EQ(read_binary({2, 4, 4, -127, 2, -127, 0, 0}, 1, 2).copies, "120.");
  EXPECT_EQ(read_binary({2, 4, 4, -127, 2, -127, 0, 0}, 1, 2).rules.haploid_calls, 2);
  EXPECT_EQ(read_binary({2, 4, -127, 4, 4, -127}, 1, 3).copies, "12");
  EXPECT_EQ(read_binary({2, 402, 4, 2, 0, 1}, 2, 2, 200).copies, "11.");
  EXPECT_EQ(read_binary({2, 402, 4, -2147483647}, 4, 2, 200).copies, "12");
  EXPECT_EQ(read_binary({2, 0, 0, 4}, 1, 2, 1, HalfCall::reference).copies, "01");
}

TEST(BinaryCalls, ThatAreWrongAreRefused) {
  expect_error(
      [] {
        read_binary({2, 4, 4}, 1, 3);
      },
      Failure::malformed, {"0: ", "more than two alleles"});
  expect_error([] { read_binary({2, 6}, 1, 2); }, Failure::malformed, {"allele 2 found"});
  expect_error([] { read_binary({2, 0}, 1, 2); }, Failure::malformed, {"half a call"});
}

TEST(BinaryCalls, DoNotDependOnTheirNeighbours) {
  std::mt19937_64 random(8);
  const std::vector<std::vector<int>> forms = {{2, 2}, {2, 4}, {4, 5},    {4, 3},
                                               {0, 0}, {0, 1}, {4, -127}, {2, -127}};
  for (int round = 0; round < 300; ++round) {
    std::vector<int> numbers;
    std::string copies;
    const std::size_t samples = 1 + random() % 40;
    for (std::size_t s = 0; s < samples; ++s) {
      const auto& form = forms[random() % 7 == 0 ? random() % forms.size() : random() % 4];
      numbers.insert(numbers.end(), form.begin(), form.end());
      copies += read_binary(form, 1, 2).copies;
    }
    ASSERT_EQ(read_binary(numbers, 1, 2).copies, copies);
    ASSERT_EQ(read_binary(numbers, 1, 2).copies, copies);
  }
}

TEST(MissingCalls, FillARow) {
  std::vector<std::uint8_t> row(2, 0xff);
  set_missing(5, row.data());
  EXPECT_EQ(text(row, 5), ".....");
  EXPECT_EQ(row[1], 1);
}

}  // namespace
}  // namespace encke::io::calls_test
