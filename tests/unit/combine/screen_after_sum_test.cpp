#include <algorithm>
#include <encke/combine/screen_after_sum.hpp>
#include <encke/metric/ccc.hpp>
#include <encke/run/run.hpp>
#include <encke/sink/checksum.hpp>
#include <set>

#include "support/definitions.hpp"
#include "support/devices/field_group_cases.hpp"
#include "support/values.hpp"

// Tallies that were summed over parts of the fields: what is marked, and what is evaluated.

namespace {

using encke::AlleleBits;
using encke::AlleleCounts;
using encke::Array;
using encke::Ccc;
using encke::Element;
using encke::Evidence;
using encke::Index;
using encke::Minima;
using encke::Operand;
using encke::OverlapBound;
using encke::Range;
using encke::Screen;
using encke::TallyTile;
using encke::WeightBound;
using encke::test::FieldProblem;

/// The tuples that are marked, and how many were seen.
template <int Way>
class Marked final : public encke::TallyVisitor {
 public:
  explicit Marked(bool every) : every_(every) {}
  void visit(const TallyTile& tile, int) override {
    const std::lock_guard lock(mutex_);
    ASSERT_NE(tile.candidates, nullptr);
    ASSERT_EQ(tile.candidate_stride % 8, 0);
    for (Index r = 0; r < tile.rows.size(); ++r) {
      for (Index c = 0; c < tile.candidate_stride; ++c) {
        const Index row = tile.rows.begin + r, col = tile.cols.begin + c;
        const bool marked = tile.candidates[r * tile.candidate_stride + c] != 0;
        const bool beyond = c >= tile.cols.size();
        EXPECT_FALSE(beyond && marked);
        if (beyond || tile.pivot >= row || row >= col) continue;
        ++seen;
        if (marked) tuples.insert({tile.pivot, row, col});
      }
    }
  }
  bool every_tile() const override { return every_; }

  std::set<std::array<Index, 3>> tuples;
  Index seen = 0;

 private:
  bool every_;
  std::mutex mutex_;
};

/// Visits all tiles, summed over two parts of the fields.
template <class C, int Way>
void visit_sums(const FieldProblem& problem, const Screen& screen, Marked<Way>& to) {
  const auto& whole = problem.whole();
  const auto margins = encke::test::margins_of<C>(whole);
  const auto backend = encke::make_backend("auto", {});
  const encke::Partition partition(problem.vectors, Way == 2 ? 80 : 32);
  const std::vector<bool> missing(static_cast<std::size_t>(partition.blocks()),
                                  whole.missing() > 0);
  encke::ScreenAfterSum<C, Way> screened(to, &screen, margins, backend->workers());
  encke::FieldGroup<C, Way> group(
      {}, missing, *backend, nullptr, screened, [](const auto&) {}, [](const auto&) {});
  const Index cut = std::is_same_v<C, Minima> ? 4096 : problem.fields / 3;
  const auto first = problem.pack_fields({0, cut});
  const auto second = problem.pack_fields({cut, problem.fields});
  for (Index id = 0; id < encke::tile_count<Way>(partition); ++id) {
    const auto tile = encke::tile_from_id<Way>(partition, id);
    std::vector<Array<Operand, Way>> parts(2);
    for (int v = 0; v < Way; ++v) {
      parts[0][v] = {&first, tile.ranges[v], 0};
      parts[1][v] = {&second, tile.ranges[v], 0};
    }
    group.contract(tile, parts);
  }
  group.finish();
}

/// How far a tuple passes: the largest of joint * weights / sum / floor, or of overlaps.
template <class C, int Way>
double ratio(const OverlapBound& bound, const Array<Index, Way>& index,
             const std::vector<typename C::accumulator>& values) {
  constexpr int cells = std::is_same_v<C, Minima> ? 1 : encke::ipow(2, Way);
  double sizes = 0, overlap = static_cast<double>(values[cells - 1]);
  for (const Index v : index) sizes += bound.size[v];
  if (Way == 3) overlap = -overlap;
  for (std::size_t pair = 0; Way == 3 && pair < 3; ++pair) {
    constexpr std::size_t pair_cells = std::is_same_v<C, Minima> ? 1 : 4;
    overlap += static_cast<double>(values[cells + pair * pair_cells + pair_cells - 1]);
  }
  return overlap / sizes / static_cast<double>(bound.floor);
}

template <class C, int Way>
double ratio(const WeightBound& bound, const Array<Index, Way>& index,
             const std::vector<typename C::accumulator>& values) {
  constexpr int cells = encke::ipow(2, Way);
  double sum = 0, most = 0;
  for (int c = 0; c < cells; ++c) sum += static_cast<double>(values[static_cast<std::size_t>(c)]);
  for (int c = 0; c < cells; ++c) {
    auto value = static_cast<double>(values[static_cast<std::size_t>(c)]);
    for (int v = 0; v < Way; ++v) {
      value *= static_cast<double>(bound.weight[c >> (Way - 1 - v) & 1][index[v]]);
    }
    most = std::max(most, value);
  }
  return sum > 0 ? most / sum / static_cast<double>(bound.floor) : 0;
}

/// Sets the floor such that about a fifth of the tuples may pass.
template <class C, int Way, class Bound>
void expect_marks(const FieldProblem& problem, Screen& screen, Bound& bound) {
  SCOPED_TRACE(problem.name + ", " + std::to_string(Way) + "-way");
  const auto& whole = problem.whole();
  encke::test::TallyRecord<C, Way> record(encke::test::margins_of<C>(whole));
  Array<Operand, Way> blocks;
  for (int v = 0; v < Way; ++v) blocks[v] = {&whole, {0, problem.vectors}, 0};
  encke::make_backend("auto", {})->contract(blocks, nullptr, record);
  bound.floor = 1;
  std::vector<double> ratios;
  for (const auto& [index, values] : record.values()) {
    ratios.push_back(ratio<C, Way>(bound, index, values));
  }
  std::sort(ratios.begin(), ratios.end());
  bound.floor = static_cast<float>(ratios[ratios.size() / 5 * 4]);

  Marked<Way> all(true), some(false);
  visit_sums<C, Way>(problem, screen, all);
  visit_sums<C, Way>(problem, screen, some);
  EXPECT_EQ(all.seen, encke::tuple_count(Way, problem.vectors));
  EXPECT_EQ(all.tuples, some.tuples);

  Index passing = 0;
  for (const auto& [index, values] : record.values()) {
    const double by = ratio<C, Way>(bound, index, values);
    const bool marked =
        all.tuples.contains({Way == 3 ? index[0] : -1, index[Way - 2], index[Way - 1]});
    ASSERT_TRUE(marked || by <= 1 + 1e-5) << by;
    ASSERT_TRUE(!marked || by >= 1 - 1e-5) << by;
    passing += by > 1 ? 1 : 0;
  }
  EXPECT_GT(passing, 0);
  EXPECT_LT(passing, all.seen);
}

TEST(ScreenAfterSum, marks_what_may_pass_by_weights) {
  std::vector<float> weight[2];
  for (int v = 0; v < 90; ++v) {
    weight[0].push_back(0.3F + 0.5F * static_cast<float>(v % 7) / 7);
    weight[1].push_back(0.9F - 0.7F * static_cast<float>(v % 11) / 11);
  }
  Screen screen;
  auto& bound = screen.emplace<WeightBound>();
  for (int a = 0; a < 2; ++a) bound.weight[a] = weight[a].data();
  for (const double rate : {0.0, 0.1}) {
    const auto problem = [&](Element element, int way) {
      return encke::test::genotype_problem(element, way == 2 ? 90 : 40, 70, rate);
    };
    expect_marks<AlleleCounts, 2>(problem(Element::genotype, 2), screen, bound);
    expect_marks<AlleleBits, 2>(problem(Element::bit, 2), screen, bound);
    expect_marks<AlleleCounts, 3>(problem(Element::genotype, 3), screen, bound);
    expect_marks<AlleleBits, 3>(problem(Element::bit, 3), screen, bound);
  }
}

TEST(ScreenAfterSum, marks_what_may_pass_by_overlap) {
  const auto bits = encke::test::genotype_problem(Element::bit, 40, 70, 0.05);
  const auto reals = encke::test::real_problem(Element::float64, 30, 5000);
  const auto check = [](const FieldProblem& problem, auto contraction) {
    using C = decltype(contraction);
    std::vector<double> size;
    for (const auto& margin : encke::test::margins_of<C>(problem.whole())) {
      size.push_back(static_cast<double>(margin.back()));
    }
    Screen screen;
    auto& bound = screen.emplace<OverlapBound>();
    bound.size = size.data();
    expect_marks<C, 2>(problem, screen, bound);
    expect_marks<C, 3>(problem, screen, bound);
  };
  check(bits, AlleleBits{});
  check(reals, Minima{});
}

/// CCC, and how often it was evaluated.
struct CountedCcc : Ccc {
  std::atomic<Index>* evaluations = nullptr;
  template <int Way>
  double value(const Evidence<AlleleCounts, Way>& seen, int cell) const {
    if (cell == 0) ++*evaluations;
    return Ccc::value<Way>(seen, cell);
  }
};

TEST(ScreenAfterSum, spare_a_run_the_evaluation_of_what_is_rejected) {
  const auto problem = encke::test::genotype_problem(Element::genotype, 60, 120, 0.05, 0);
  const auto& whole = problem.whole();
  const auto first = problem.pack_fields({0, 50}), second = problem.pack_fields({50, 120});
  const encke::Partition partition(60, 32);
  for (const int way : {2, 3}) {
    std::vector<double> values;
    const auto keep = [&](const auto& hits) {
      for (const auto& hit : hits) values.push_back(hit.value);
    };
    encke::run(Ccc{}, whole, {.way = way}, keep);
    std::sort(values.begin(), values.end());
    const encke::Plan plan{.way = way, .threshold = encke::above(values[values.size() - 30])};
    const auto hits_of = [&](std::vector<const encke::PackedVectors*> parts, Index& evaluated) {
      std::atomic<Index> evaluations = 0;
      CountedCcc metric;
      metric.evaluations = &evaluations;
      encke::sink::Checksum sink;
      const encke::RankVectors mine{partition, 120, {0, 60}, std::move(parts)};
      const auto report = encke::run(metric, mine, plan, encke::Grid(), sink);
      evaluated = evaluations;
      return std::pair(report.hits, report.digest.text());
    };
    Index by_backend = 0, summed = 0;
    const auto expected = hits_of({&whole}, by_backend);
    EXPECT_EQ(hits_of({&first, &second}, summed), expected);
    EXPECT_GT(expected.first, 0);
    EXPECT_LE(summed, by_backend);  // the form of complete vectors, which comes first, bounds less
    EXPECT_LT(by_backend, encke::tuple_count(way, 60) / 4);
  }
}

}  // namespace
