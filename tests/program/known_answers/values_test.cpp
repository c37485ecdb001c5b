#include "support/values.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <encke/io/comet/packed_file.hpp>
#include <encke/metric/builtin.hpp>
#include <encke/pack/packers.hpp>
#include <encke/sink/checksum.hpp>
#include <encke/sink/tee.hpp>
#include <map>

#include "predecessor.hpp"

// The values, inputs and checksums that CoMet printed, where the folder of them is at hand.

namespace encke::test::values_test {
namespace {

using encke::Element;
using encke::Hit;
using encke::Index;
using encke::PackedVectors;
using encke::Precision;
using encke::test::Engine;
using encke::test::engines;
using encke::test::plan_for;
using encke::test::PredecessorCase;

class KnownAnswers : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = encke::test::known_answers_folder();
    if (folder_.empty()) GTEST_SKIP() << "ENCKE_SHARED names no folder with known-answers/";
  }

  std::string folder_;
};

template <class Visit>
void with_metric(const PredecessorCase& c, const Visit& visit) {
  if (c.metric == "ccc") {
    visit(encke::Ccc{.missing = c.sparse});
  } else if (c.metric == "duo") {
    visit(encke::Duo{.missing = c.sparse});
  } else {
    visit(encke::Ps{});
  }
}

encke::Plan plan_of(const PredecessorCase& c, const Engine& engine) {
  auto plan = plan_for(c.way, engine);
  if (c.single) plan.precision = Precision::float32;
  plan.threshold = c.selection();
  return plan;
}

template <int Way>
void expect_values(const PredecessorCase& c, const std::string& folder,
                   const PackedVectors& vectors) {
  const auto expected =
      encke::test::read_values<Way>(folder + "/" + c.name + ".metrics.txt", c.codes());
  for (const Engine& engine : engines()) {
    SCOPED_TRACE(c.name + " " + engine.backend + " " + engine.level);
    encke::sink::Collect found;
    encke::sink::Checksum checksum;
    encke::sink::Tee both({&found, &checksum});
    with_metric(c, [&](const auto& metric) { run(metric, vectors, plan_of(c, engine), both); });
    EXPECT_EQ(checksum.text(), c.checksum);
    const auto& hits = encke::test::hits_of<Way>(found);
    ASSERT_EQ(hits.size(), expected.size());
    for (std::size_t i = 0; i < hits.size(); ++i) {
      ASSERT_EQ(hits[i].index, expected[i].index);
      ASSERT_EQ(hits[i].cell, expected[i].cell);
      EXPECT_EQ(std::bit_cast<std::uint64_t>(hits[i].value),
                std::bit_cast<std::uint64_t>(expected[i].value))
          << "value " << i << ": " << hits[i].value << " " << expected[i].value;
    }
  }
}

TEST_F(KnownAnswers, are_the_values_of_every_backend_to_the_bit) {
  const auto cases = encke::test::cases_with_values(folder_);
  EXPECT_GE(cases.size(), 52u);
  for (const auto& c : cases) {
    const auto data = encke::io::make_synthetic(c.data);
    if (c.way == 2) {
      expect_values<2>(c, folder_, data.vectors);
    } else {
      expect_values<3>(c, folder_, data.vectors);
    }
  }
}

void expect_equal(const PackedVectors& found, const PackedVectors& expected) {
  ASSERT_EQ(found.vectors(), expected.vectors());
  ASSERT_EQ(found.fields(), expected.fields());
  for (Index v = 0; v < found.vectors(); ++v) {
    for (Index f = 0; f < found.fields(); ++f) {
      if (found.element() == Element::genotype) {
        ASSERT_EQ(encke::pack::genotype(found, v, f), encke::pack::genotype(expected, v, f))
            << v << " " << f;
      } else if (found.element() == Element::bit) {
        ASSERT_EQ(encke::pack::bit(found, v, f), encke::pack::bit(expected, v, f)) << v << " " << f;
      } else {
        ASSERT_EQ(encke::pack::real(found, v, f), encke::pack::real(expected, v, f))
            << v << " " << f;
      }
    }
  }
}

TEST_F(KnownAnswers, have_inputs_that_are_made_and_read_alike) {
  for (const auto& c : encke::test::cases_with_values(folder_)) {
    SCOPED_TRACE(c.name);
    const std::string path = folder_ + "/" + c.name;
    const auto made = encke::io::make_synthetic(c.data);
    const auto read = encke::io::read_packed(path + ".input.bin", c.data.element, c.data.vectors,
                                             c.data.fields, c.data.missing);
    expect_equal(read.vectors, made.vectors);
    const auto listed = encke::test::read_vectors(path + ".vectors.txt");
    ASSERT_EQ(static_cast<Index>(listed.size()), c.data.vectors);
    const int genotype_of_code[] = {0, 1, c.sparse ? 3 : 1, 2};
    const int bit_of_code[] = {0, 1, c.sparse ? 2 : 0, 1};
    for (std::size_t v = 0; v < listed.size(); ++v) {
      ASSERT_EQ(static_cast<Index>(listed[v].size()), c.data.fields);
      for (std::size_t f = 0; f < listed[v].size(); ++f) {
        const auto i = static_cast<Index>(v), q = static_cast<Index>(f);
        if (c.metric == "ccc") {
          ASSERT_EQ(encke::pack::genotype(made.vectors, i, q),
                    genotype_of_code[static_cast<int>(listed[v][f])]);
        } else if (c.metric == "duo") {
          ASSERT_EQ(encke::pack::bit(made.vectors, i, q),
                    bit_of_code[static_cast<int>(listed[v][f])]);
        } else {
          ASSERT_EQ(encke::pack::real(made.vectors, i, q), listed[v][f]);
        }
      }
    }
  }
}

TEST_F(KnownAnswers, have_the_checksums_of_larger_runs_with_and_without_a_threshold) {
  const auto cases = encke::test::cases_with_checksums(folder_);
  EXPECT_GE(cases.size(), 120u);
  std::map<std::string, std::string> seen;  // of runs that differ only in how they were cut
  for (const auto& c : cases) {
    const std::string key = c.metric + (c.sparse ? "s" : "") + std::to_string(c.way) +
                            (c.single ? "single" : "double") + c.threshold;
    if (!seen.contains(key)) {
      const auto data = encke::io::make_synthetic(c.data);
      encke::sink::Checksum checksum;
      with_metric(c, [&](const auto& metric) {
        run(metric, data.vectors, plan_of(c, {"auto", "auto"}), checksum);
      });
      seen[key] = checksum.text();
    }
    EXPECT_EQ(seen[key], c.checksum) << c.name;
  }
}

}  // namespace
}  // namespace encke::test::values_test
