#include <gtest/gtest.h>

#include <encke/base/error.hpp>
#include <encke/job/request/metric_table.hpp>

namespace encke::job {
namespace {

TEST(Metrics, LargestValueOfCompleteGenotypesIsAttained) {
  Request o;
  o.metric = "ccc";
  const MetricRow& ccc = find_metric("ccc");
  EXPECT_DOUBLE_EQ(ccc.largest(o, true), 1);  // both alleles at frequency 1/2, always together
  o.way = 3;
  EXPECT_DOUBLE_EQ(ccc.largest(o, true), 4.5 * 0.375 * 0.75 * 0.75 * 0.75);
  o.gamma = 0;
  EXPECT_DOUBLE_EQ(ccc.largest(o, true), 4.5);  // one allele alone
  EXPECT_DOUBLE_EQ(ccc.largest(o, false), 4.5);
}

TEST(Metrics, ElementsOfGenotypesDoNotDependOnThePrecision) {
  Request o;
  o.precision = Precision::float32;
  o.metric = "ccc";
  EXPECT_EQ(element_of(o), Element::genotype);
  o.metric = "ps";
  EXPECT_EQ(element_of(o), Element::float32);
  EXPECT_THROW(find_metric("pp"), Error);
}

}  // namespace
}  // namespace encke::job
