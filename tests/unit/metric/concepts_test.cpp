#include <gtest/gtest.h>

#include <encke/metric/builtin.hpp>

// What the concepts take and what they refuse, decided when this file is compiled.

namespace {

using encke::AlleleBits;
using encke::AlleleCounts;
using encke::Bit;
using encke::Ccc;
using encke::Contraction;
using encke::ContractionId;
using encke::Duo;
using encke::Evidence;
using encke::HasOverlapScreen;
using encke::HasWeightScreen;
using encke::MetricFor;
using encke::Minima;
using encke::Ps;
using encke::Sorenson;

static_assert(Contraction<AlleleCounts> && Contraction<AlleleBits> && Contraction<Minima>);
static_assert(MetricFor<Ccc, 2> && MetricFor<Ccc, 3> && HasWeightScreen<Ccc>);
static_assert(MetricFor<Ps, 2> && MetricFor<Ps, 3> && !HasWeightScreen<Ps>);
static_assert(MetricFor<Duo, 2> && MetricFor<Duo, 3> && HasWeightScreen<Duo> &&
              !HasOverlapScreen<Duo>);
static_assert(MetricFor<Sorenson, 2> && MetricFor<Sorenson, 3> && !HasWeightScreen<Sorenson>);
static_assert(HasOverlapScreen<Sorenson> && HasOverlapScreen<Ps> && !HasOverlapScreen<Ccc>);

struct NoIdentity : Minima {
  static constexpr int id = 1;
};
struct NoChannels : Minima {
  static constexpr int channels = 0;
};
struct FoldsToInt : Minima {
  static int fold(double, double) { return 0; }
};
struct NoAccumulator {
  static constexpr ContractionId id = ContractionId::minima;
  using element = double;
  using scalar = double;
  static constexpr int channels = 1;
  static double read(double x, int) { return x; }
  static double fold(double a, double) { return a; }
};
static_assert(!Contraction<NoIdentity> && !Contraction<NoChannels> && !Contraction<FoldsToInt> &&
              !Contraction<NoAccumulator> && !Contraction<int>);

struct PairsOnly {
  using contraction = AlleleCounts;
  template <int Way>
  requires(Way == 2) static constexpr int cells = 1;
  template <int Way>
  requires(Way == 2) double value(const Evidence<AlleleCounts, Way>&, int) const { return 0; }
};
static_assert(MetricFor<PairsOnly, 2> && !MetricFor<PairsOnly, 3> && !HasWeightScreen<PairsOnly>);

struct NoCells {
  using contraction = AlleleCounts;
  template <int Way>
  double value(const Evidence<AlleleCounts, Way>&, int) const {
    return 0;
  }
};
struct ZeroCells : NoCells {
  template <int Way>
  static constexpr int cells = 0;
};
struct FloatValue {
  using contraction = AlleleCounts;
  template <int Way>
  static constexpr int cells = 1;
  template <int Way>
  float value(const Evidence<AlleleCounts, Way>&, int) const {
    return 0;
  }
};
struct NotConst {
  using contraction = AlleleCounts;
  template <int Way>
  static constexpr int cells = 1;
  template <int Way>
  double value(const Evidence<AlleleCounts, Way>&, int) {
    return 0;
  }
};
struct OtherEvidence {
  using contraction = AlleleCounts;
  template <int Way>
  static constexpr int cells = 1;
  template <int Way>
  double value(const Evidence<Minima, Way>&, int) const {
    return 0;
  }
};
static_assert(!MetricFor<NoCells, 2> && !MetricFor<ZeroCells, 2> && !MetricFor<FloatValue, 2> &&
              !MetricFor<NotConst, 2> && !MetricFor<OtherEvidence, 2>);

TEST(Contractions, read_the_copies_of_an_allele_and_nothing_where_missing) {
  using encke::Genotype;
  constexpr Genotype all[] = {Genotype::hom0, Genotype::het, Genotype::hom1, Genotype::missing};
  constexpr int allele0[] = {2, 1, 0, 0}, allele1[] = {0, 1, 2, 0};
  for (int g = 0; g < 4; ++g) {
    EXPECT_EQ(AlleleCounts::read(all[g], 0), allele0[g]);
    EXPECT_EQ(AlleleCounts::read(all[g], 1), allele1[g]);
  }
}

TEST(Contractions, read_whether_a_bit_is_the_channels_and_nothing_where_missing) {
  constexpr Bit all[] = {Bit::zero, Bit::one, Bit::missing};
  constexpr int zero[] = {1, 0, 0}, one[] = {0, 1, 0};
  for (int b = 0; b < 3; ++b) {
    EXPECT_EQ(AlleleBits::read(all[b], 0), zero[b]);
    EXPECT_EQ(AlleleBits::read(all[b], 1), one[b]);
  }
}

TEST(Contractions, fold_in_any_order_to_the_same) {
  for (int a = 0; a < 3; ++a) {
    for (int b = 0; b < 3; ++b) {
      for (int c = 0; c < 3; ++c) {
        EXPECT_EQ(AlleleCounts::fold(a, b), AlleleCounts::fold(b, a));
        EXPECT_EQ(AlleleCounts::fold(AlleleCounts::fold(a, b), c),
                  AlleleCounts::fold(a, AlleleCounts::fold(b, c)));
        EXPECT_EQ(Minima::fold(a, b), Minima::fold(b, a));
        EXPECT_EQ(Minima::fold(Minima::fold(a, b), c), Minima::fold(a, Minima::fold(b, c)));
      }
    }
  }
}

}  // namespace
