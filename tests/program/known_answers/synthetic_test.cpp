#include <gtest/gtest.h>

#include <algorithm>
#include <encke/metric/builtin.hpp>
#include <encke/sink/checksum.hpp>

#include "predecessor.hpp"
#include "support/values.hpp"

// Facts about CoMet's synthetic problems that hold without any file: checksums over all values
// that it printed, and some of the values. Reals of these problems are whole numbers whose sums
// are exact in the precision that is followed, so that PS agrees to the bit in single, too.

namespace encke::test::synthetic_test {
namespace {

using encke::Hit;
using encke::Index;
using encke::io::TestProblem;
using encke::test::PredecessorCase;

struct Fact {
  const char* metric;
  bool sparse;
  int way;
  TestProblem problem;
  Index fields;
  Index vectors;
  bool single;
  const char* checksum;
  double threshold = -1;  ///< values that do not pass count as 0
};

constexpr Fact facts[] = {
    {"czekanowski", false, 2, TestProblem::random, 1000, 200, false,
     "0-211027146673478-211263876210385648"},
    {"czekanowski", false, 3, TestProblem::random, 300, 48, false,
     "0-204767269326937-4411972637102840"},
    {"ccc", false, 2, TestProblem::random, 1000, 200, false,
     "0-633761016438027-547530380716347820"},
    {"ccc", false, 3, TestProblem::random, 300, 48, false, "0-367528906581296-379643000097687093"},
    {"ccc", true, 2, TestProblem::random, 1000, 200, false, "0-633618144341328-110408017510272963"},
    {"ccc", true, 3, TestProblem::random, 300, 48, false, "0-367435811939671-172336214584944132"},
    {"czekanowski", false, 2, TestProblem::random, 1000, 200, true,
     "0-210999188287820-778706465157283840"},
    {"czekanowski", false, 3, TestProblem::random, 300, 48, true,
     "0-204758071170971-250202654108549120"},
    {"ccc", false, 2, TestProblem::random, 1000, 200, true, "0-633761016392821-626685891556933632"},
    {"ccc", false, 3, TestProblem::random, 300, 48, true, "0-367528906450622-808800412747431936"},
    {"ccc", true, 2, TestProblem::random, 1000, 200, true, "0-633618144186664-627617425646419968"},
    {"ccc", true, 3, TestProblem::random, 300, 48, true, "0-367435811873636-306566715209154560"},
    {"ccc", false, 2, TestProblem::random, 1000, 200, false, "0-56189130571848-272546621373858280",
     0.65},
    {"ccc", false, 2, TestProblem::random, 1000, 200, true, "0-56189130594369-123447749612929024",
     0.65},
    {"ccc", true, 2, TestProblem::random, 1000, 200, false, "0-290659984316217-219128724214226176",
     0.65},
    {"ccc", true, 2, TestProblem::random, 1000, 200, true, "0-290659984290891-592211402400202752",
     0.65},
    {"ccc", true, 2, TestProblem::analytic, 73, 17, false, "0-4227274663425-142159831232602714"},
    {"ccc", true, 2, TestProblem::analytic, 73, 17, true, "0-4227274659256-230716070195888128"},
    {"ccc", true, 2, TestProblem::random, 73, 17, false, "0-4081338514728-310958911379968933"},
    {"ccc", true, 2, TestProblem::random, 73, 17, true, "0-4081338525932-859547569305419776"},
    {"ccc", true, 3, TestProblem::analytic, 73, 17, false, "0-14167855604840-138117307287890084"},
    {"ccc", true, 3, TestProblem::analytic, 73, 17, true, "0-14167855633001-804920141992165376"},
    {"ccc", true, 3, TestProblem::random, 73, 17, false, "0-13633622914944-692593262106146055"},
    {"ccc", true, 3, TestProblem::random, 73, 17, true, "0-13633622908339-484708535263821824"},
    {"ccc", false, 2, TestProblem::analytic, 2, 4, false, "0-245201878478-801640733671948288"},
    {"ccc", false, 2, TestProblem::analytic, 73, 17, false, "0-4259149873059-1107215311309559044"},
    {"ccc", false, 2, TestProblem::analytic, 73, 17, true, "0-4259149871987-668545659657256960"},
    {"ccc", false, 2, TestProblem::random, 73, 17, false, "0-4186574843090-567659987219304834"},
    {"ccc", false, 2, TestProblem::random, 73, 17, true, "0-4186574850255-550791705238962176"},
    {"ccc", false, 3, TestProblem::analytic, 2, 4, false, "0-20352394550-918734323983581184"},
    {"ccc", false, 3, TestProblem::analytic, 73, 17, false, "0-14242625066073-951067668702023694"},
    {"ccc", false, 3, TestProblem::analytic, 73, 17, true, "0-14242625051877-724968367865200640"},
    {"ccc", false, 3, TestProblem::random, 73, 17, false, "0-13900982113883-952344950121163267"},
    {"ccc", false, 3, TestProblem::random, 73, 17, true, "0-13900982109068-1036544062645075968"},
    {"czekanowski", false, 2, TestProblem::analytic, 2, 4, false,
     "0-82898256547-645082804690974176"},
    {"czekanowski", false, 2, TestProblem::analytic, 73, 17, false,
     "0-1327841361534-1035054375219682872"},
    {"czekanowski", false, 2, TestProblem::analytic, 73, 17, true,
     "0-1327841368264-946394836787789824"},
    {"czekanowski", false, 2, TestProblem::random, 73, 17, false,
     "0-1370340144397-748263662887383324"},
    {"czekanowski", false, 2, TestProblem::random, 73, 17, true,
     "0-1370318616257-993217253841305600"},
    {"czekanowski", false, 3, TestProblem::analytic, 2, 4, false, "0-84749404949-5538720434861296"},
    {"czekanowski", false, 3, TestProblem::analytic, 73, 17, false,
     "0-7982598502781-886610647714984232"},
    {"czekanowski", false, 3, TestProblem::analytic, 73, 17, true,
     "0-7982598489718-584410298681655296"},
    {"czekanowski", false, 3, TestProblem::random, 73, 17, false,
     "0-8019220992860-1050207395925506280"},
    {"czekanowski", false, 3, TestProblem::random, 73, 17, true,
     "0-8019130377166-695953365317713920"},
};

encke::Plan plan_of(const PredecessorCase& c) {
  auto plan = encke::test::plan_for(c.way);
  if (c.single) plan.precision = encke::Precision::float32;
  return plan;
}

TEST(SyntheticProblems, have_the_checksums_that_the_predecessor_printed) {
  for (const Fact& fact : facts) {
    const auto c = encke::test::predecessor_case(fact.metric, fact.sparse, fact.way, fact.problem,
                                                 fact.fields, fact.vectors, fact.single);
    const auto data = encke::io::make_synthetic(c.data);
    auto plan = plan_of(c);
    if (fact.threshold >= 0) plan.threshold = encke::above(fact.threshold);
    encke::sink::Checksum checksum;
    if (c.metric == "ccc") {
      run(encke::Ccc{.missing = c.sparse}, data.vectors, plan, checksum);
    } else if (c.metric == "duo") {
      run(encke::Duo{.missing = c.sparse}, data.vectors, plan, checksum);
    } else {
      run(encke::Ps{}, data.vectors, plan, checksum);
    }
    EXPECT_EQ(checksum.text(), fact.checksum)
        << fact.metric << (fact.sparse ? " sparse " : " ") << fact.way << "-way, " << fact.vectors
        << " x " << fact.fields << (fact.single ? " single" : " double");
  }
}

struct Value {
  const char* metric;
  bool sparse;
  int way;
  bool single;
  std::uint32_t index[3];
  std::uint32_t cell;
  double value;
};

// random, 17 vectors of 73 fields
constexpr Value values[] = {
    {"ccc", false, 2, false, {4, 7}, 1, 0x1.5a218f693674dp-1},
    {"ccc", false, 2, false, {5, 13}, 2, 0x1.cde5b31a1d8f4p-2},
    {"ccc", false, 2, false, {1, 12}, 1, 0x1.7858d42aabfc8p-2},
    {"ccc", true, 2, false, {8, 10}, 1, 0x1.32516ddfa6c34p-1},
    {"ccc", true, 2, false, {11, 13}, 2, 0x1.08d5149013df7p-1},
    {"ccc", true, 2, false, {2, 11}, 2, 0x1.7633d5046cb8ap-1},
    {"ccc", false, 3, false, {0, 9, 10}, 2, 0x1.b7dd585e4b377p-3},
    {"ccc", false, 3, false, {0, 6, 10}, 0, 0x1.cf504d3154bbdp-3},
    {"ccc", false, 3, false, {0, 2, 8}, 2, 0x1.016bbe0948a10p-2},
    {"ccc", true, 3, false, {4, 6, 13}, 1, 0x0.0p+0},
    {"ccc", true, 3, false, {7, 8, 11}, 4, 0x1.22f793c7d9346p-3},
    {"ccc", true, 3, false, {2, 10, 12}, 2, 0x0.0p+0},
    {"czekanowski", false, 2, false, {0, 16}, 0, 0x1.07f8b07d04cbdp-1},
    {"czekanowski", false, 2, false, {3, 15}, 0, 0x1.66631d88d56b6p-1},
    {"czekanowski", false, 2, false, {14, 15}, 0, 0x1.a4fd6ec2fcec4p-1},
    {"czekanowski", false, 3, false, {6, 11, 16}, 0, 0x1.7e3a824b26324p-1},
    {"czekanowski", false, 3, false, {3, 9, 12}, 0, 0x1.757eae8e7c0d1p-1},
    {"czekanowski", false, 3, false, {2, 8, 12}, 0, 0x1.835f7b8fbe2e8p-1},
    {"czekanowski", false, 3, true, {1, 6, 13}, 0, 0x1.656ffc0000000p-1},
    {"czekanowski", false, 3, true, {0, 11, 15}, 0, 0x1.6d26760000000p-1},
    {"czekanowski", false, 3, true, {2, 6, 14}, 0, 0x1.6fd4700000000p-1},
};

template <int Way>
double value_of(const PredecessorCase& c, const Value& wanted) {
  const auto data = encke::io::make_synthetic(c.data);
  const auto hits =
      c.metric == "ccc"
          ? encke::test::values_of<Way>(encke::Ccc{.missing = c.sparse}, data.vectors, plan_of(c))
          : encke::test::values_of<Way>(encke::Ps{}, data.vectors, plan_of(c));
  const auto found = std::find_if(hits.begin(), hits.end(), [&](const Hit<Way>& hit) {
    return std::equal(hit.index.begin(), hit.index.end(), wanted.index) && hit.cell == wanted.cell;
  });
  return found == hits.end() ? -1 : found->value;
}

TEST(SyntheticProblems, have_the_values_that_the_predecessor_wrote_to_the_bit) {
  for (const Value& v : values) {
    const auto c = encke::test::predecessor_case(v.metric, v.sparse, v.way, TestProblem::random, 73,
                                                 17, v.single);
    const double found = v.way == 2 ? value_of<2>(c, v) : value_of<3>(c, v);
    EXPECT_EQ(found, v.value) << v.metric << " " << v.way << "-way, cell " << v.cell;
  }
}

}  // namespace
}  // namespace encke::test::synthetic_test
