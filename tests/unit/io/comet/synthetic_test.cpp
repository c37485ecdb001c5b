#include <algorithm>
#include <encke/io/comet/synthetic.hpp>
#include <encke/pack/packers.hpp>
#include <string>

#include "support/files.hpp"

namespace encke::io {
namespace {

// Codes (GenotypeCode::packed) of genotypes that were made with missing values, "00 01 …" a line.
std::string codes(const PackedVectors& vectors) {
  std::string s;
  for (Index v = 0; v < vectors.vectors(); ++v) {
    for (Index f = 0; f < vectors.fields(); ++f) {
      constexpr const char* code[] = {"00", "01", "11", "10"};
      s += (f == 0 ? "" : " ") + std::string(code[pack::genotype(vectors, v, f)]);
    }
    s += '\n';
  }
  return s;
}

std::vector<double> vector_of(const Dataset& data, Index vector) {
  std::vector<double> values;
  for (Index f = 0; f < data.vectors.fields(); ++f)
    values.push_back(pack::real(data.vectors, vector, f));
  return values;
}

TEST(Synthetic, RandomGenotypesAreTheKnownOnes) {
  const Dataset data = make_synthetic({.vectors = 6, .fields = 7});

  EXPECT_EQ(codes(data.vectors),
            "11 01 11 01 11 01 11\n01 11 01 11 00 10 00\n10 00 10 00 10 00 10\n"
            "00 10 00 10 00 10 00\n10 00 10 00 10 00 10\n00 10 00 10 00 10 00\n");
  EXPECT_EQ(data.names, (std::vector<std::string>{"0", "1", "2", "3", "4", "5"}));
  EXPECT_EQ(data.vectors_in_file, 6);
  EXPECT_EQ(data.fields_in_file, 7);
}

TEST(Synthetic, AnalyticGenotypesAreTheKnownOnes) {
  const Dataset data =
      make_synthetic({.problem = TestProblem::analytic, .vectors = 4, .fields = 2});

  EXPECT_EQ(codes(data.vectors), "00 01\n10 11\n01 00\n11 10\n");
}

TEST(Synthetic, RandomRealsAreTheKnownOnesOfEachPrecision) {
  const Dataset twice = make_synthetic({.element = Element::float64, .vectors = 6, .fields = 7});
  const Dataset single = make_synthetic({.element = Element::float32, .vectors = 6, .fields = 7});

  EXPECT_EQ(vector_of(twice, 0),
            (std::vector<double>{1055280, 4135183, 7215097, 2515585, 5595499, 895987, 3975901}));
  EXPECT_EQ(vector_of(single, 1),
            (std::vector<double>{440987, 147268, 339762, 46044, 238538, 431032, 137313}));
}

TEST(Synthetic, AnalyticRealsAreTheKnownOnes) {
  const Dataset data = make_synthetic(
      {.problem = TestProblem::analytic, .element = Element::float64, .vectors = 6, .fields = 7});

  EXPECT_EQ(vector_of(data, 0), (std::vector<double>{1, 5, 3, 2, 2, 6, 4}));
  EXPECT_EQ(vector_of(data, 5), (std::vector<double>{6, 2, 4, 5, 5, 1, 3}));
}

TEST(Synthetic, AnalyticRealsOf3WayRunsAreSmallerWhereSumsWouldNotBeExact) {
  const auto largest = [](int way) {
    const Dataset data = make_synthetic({.problem = TestProblem::analytic,
                                         .element = Element::float32,
                                         .vectors = 1000,
                                         .fields = 1 << 15,
                                         .way = way});
    double most = 0;
    for (Index v = 0; v < 1000; ++v) most = std::max(most, pack::real(data.vectors, v, 0));
    return most;
  };

  EXPECT_EQ(largest(2), 255);  // 2^24 / (2 * 2^15), less one
  EXPECT_EQ(largest(3), 127);
}

TEST(Synthetic, Code10IsHetOnRequest) {
  const Dataset dense = make_synthetic({.vectors = 6, .fields = 7, .missing = MissingCode::het});

  EXPECT_EQ(dense.vectors.missing(), 0);
  EXPECT_EQ(pack::genotype(dense.vectors, 2, 0), 1);
}

TEST(Synthetic, CountersBeyondOnePeriodOfTheGeneratorRepeat) {
  constexpr Index period = 714025;
  const Dataset data = make_synthetic({.vectors = 2, .fields = period});

  for (Index f = 0; f < period; f += 1013) {
    EXPECT_EQ(pack::genotype(data.vectors, 0, f), pack::genotype(data.vectors, 1, f));
  }
}

TEST(Synthetic, ProblemsHaveNames) {
  EXPECT_EQ(problem_named("random"), TestProblem::random);
  EXPECT_EQ(problem_named("analytic"), TestProblem::analytic);
  EXPECT_EQ(problem_named("Random"), std::nullopt);
}

TEST(Synthetic, SpecificationsOutOfRangeAreRefused) {
  const auto refused = [](const Synthetic& what, std::string_view words) {
    expect_error([&] { make_synthetic(what); }, Failure::command_line, {words});
  };
  refused({.vectors = 0, .fields = 5}, "0 vectors of 5 fields, at least 1 of 1 expected");
  refused({.vectors = 5, .fields = 0}, "5 vectors of 0 fields");
  refused({.vectors = -5, .fields = 1}, "-5 vectors");
  refused({.vectors = 5, .fields = 5, .way = 4}, "way 4, 2 or 3 expected");
  refused({.vectors = 5, .fields = 5, .mantissa_digits = 11}, "11 mantissa digits");
  refused({.element = Element::float32, .vectors = 1, .fields = (1 << 24) + 1},
          "16777217 fields, at most 16777216 expected for reals");
}

TEST(Synthetic, ExtentsThatVectorsCannotHaveAreRefusedBeforeAnythingIsMade) {
  constexpr Index huge = Index{1} << 62;
  for (const TestProblem problem : {TestProblem::random, TestProblem::analytic}) {
    const auto refused = [&](Element element, Index vectors, Index fields, std::string_view words) {
      const Synthetic what{
          .problem = problem, .element = element, .vectors = vectors, .fields = fields};
      expect_error([&] { make_synthetic(what); }, Failure::command_line, {words});
    };
    refused(Element::genotype, 1, Index{1} << 28, "268435456 fields, at most 268435455 expected");
    refused(Element::genotype, 1, huge, "at most 268435455 expected for genotypes");
    refused(Element::float64, 1, huge, "at most 16777216 expected for reals");
    refused(Element::float32, huge, 1, "at most 4294967295 expected");
    refused(Element::genotype, Index{1} << 32, 1, "4294967296 vectors, at most 4294967295");
  }
}

TEST(Synthetic, ExtentsThatNoMemoryCanHoldAreOutOfMemory) {
  for (const TestProblem problem : {TestProblem::random, TestProblem::analytic}) {
    const Synthetic what{.problem = problem,
                         .element = Element::float64,
                         .vectors = (Index{1} << 32) - 1,
                         .fields = 1 << 24};
    EXPECT_THROW(make_synthetic(what), OutOfMemory);
  }
}

}  // namespace
}  // namespace encke::io
