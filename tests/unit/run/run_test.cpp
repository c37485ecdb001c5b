#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <encke/metric/builtin.hpp>
#include <encke/run/runtime.hpp>
#include <encke/sink/choose/top.hpp>

#include "support/genotypes.hpp"
#include "support/values.hpp"

namespace {

using encke::Ccc;
using encke::Element;
using encke::Evidence;
using encke::Failure;
using encke::Hit;
using encke::Index;
using encke::PackedVectors;
using encke::Plan;
using encke::Progress;
using encke::Ps;
using encke::SinkInfo;
using encke::test::error_of;
using encke::test::pack;
using encke::test::random_genotypes;
using encke::test::report_of;
using encke::test::values_of;

PackedVectors some_genotypes(Index vectors = 60) {
  return pack(random_genotypes(vectors, 40, 0.01, 1));
}

/// Notes what is asked of it, and fails where it is asked to.
class Recorder final : public encke::Sink {
 public:
  struct Trouble {};  // not derived from std::exception

  explicit Recorder(int fail_at = -1) : fail_at_(fail_at) {}
  void begin(const SinkInfo& told) override {
    ++begins;
    info = told;
  }
  void take(std::span<const Hit<2>> batch) override { note(batch.size()); }
  void take(std::span<const Hit<3>> batch) override { note(batch.size()); }
  void finish() override { ++finishes; }

  int begins = 0, finishes = 0;
  std::size_t hits = 0;
  bool overlapped = false;
  SinkInfo info;

 private:
  void note(std::size_t count) {
    overlapped = overlapped || inside_.exchange(true) || begins != 1 || finishes != 0;
    if (taken_++ == fail_at_) throw Trouble{};
    hits += count;
    inside_ = false;
  }

  int fail_at_;
  int taken_ = 0;
  std::atomic<bool> inside_ = false;
};

TEST(Run, tells_the_sink_what_comes_then_passes_hits_then_ends) {
  const auto vectors = some_genotypes();
  for (const int way : {2, 3}) {
    Recorder sink;
    const Plan plan{.way = way, .precision = encke::Precision::float32};
    const auto report = run(Ccc{}, vectors, plan, sink);
    EXPECT_EQ(sink.begins, 1);
    EXPECT_EQ(sink.finishes, 1);
    EXPECT_FALSE(sink.overlapped);
    EXPECT_EQ(static_cast<Index>(sink.hits), report.hits);
    EXPECT_EQ(report.hits, report.values);
    EXPECT_EQ(sink.info.way, way);
    EXPECT_EQ(sink.info.cells, way == 2 ? 4 : 8);
    EXPECT_EQ(sink.info.vectors, 60);
    EXPECT_TRUE(sink.info.all);
    EXPECT_TRUE(sink.info.float32);
  }
}

TEST(Run, of_too_few_vectors_begins_and_ends_without_a_hit) {
  for (const Index n : {0, 1, 2}) {
    const auto vectors = pack(random_genotypes(n, 40, 0, 1));
    Recorder sink;
    const auto report = run(Ccc{}, vectors, {.way = 3}, sink);
    EXPECT_EQ(sink.begins + sink.finishes, 2);
    EXPECT_EQ(report.hits, 0);
    EXPECT_EQ(report.digest, encke::Digest{});
  }
}

TEST(Run, leaves_what_a_sink_throws_as_it_is_and_does_not_end_the_sink) {
  const auto vectors = some_genotypes(300);
  for (const int fail_at : {0, 2}) {
    for (const Index block : {0, 16}) {
      Recorder sink(fail_at);
      EXPECT_THROW(run(Ccc{}, vectors, {.block = block}, sink), Recorder::Trouble);
      EXPECT_EQ(sink.finishes, 0);
    }
  }
  const auto fails = [](std::span<const Hit<2>>) {
    throw encke::Error(Failure::write, "the disk is full");
  };
  const auto error = error_of([&] { run(Ccc{}, vectors, {}, fails); });
  EXPECT_EQ(error.failure(), Failure::write);
  EXPECT_STREQ(error.what(), "the disk is full");
}

/// A metric of pairs only.
struct Together {
  using contraction = encke::AlleleCounts;
  template <int Way>
  requires(Way == 2) static constexpr int cells = 1;
  template <int Way>
  requires(Way == 2) double value(const Evidence<contraction, Way>& seen, int) const {
    double all = 0;
    for (const auto count : seen.joint) all += static_cast<double>(count);
    return all;
  }
};

TEST(Run, refuses_what_does_not_fit_before_the_sink_hears_of_it) {
  const auto genotypes = some_genotypes();
  const auto reals = pack(Element::float32, 4, encke::test::random_reals(20, 4, 1));
  const auto refused = [](const auto& metric, const PackedVectors& vectors, const Plan& plan) {
    Recorder sink;
    const auto error = error_of([&] { run(metric, vectors, plan, sink); });
    EXPECT_EQ(sink.begins, 0);
    EXPECT_STRNE(error.what(), "nothing was thrown");
    return error.failure();
  };
  EXPECT_EQ(refused(Ccc{}, reals, {}), Failure::inconsistent);
  EXPECT_EQ(refused(Ps{}, genotypes, {}), Failure::inconsistent);
  EXPECT_EQ(refused(Together{}, genotypes, {.way = 3}), Failure::inconsistent);
  EXPECT_EQ(refused(Ccc{}, genotypes, {.way = 4}), Failure::inconsistent);
  EXPECT_EQ(refused(Ccc{}, genotypes, {.block = 24}), Failure::command_line);
  EXPECT_EQ(refused(Ccc{}, genotypes, {.backend = "none"}), Failure::command_line);
  EXPECT_EQ(refused(Ccc{}, genotypes, {.backend_options = {"none"}}), Failure::command_line);
  EXPECT_EQ(refused(Ccc{}, genotypes, {.memory = 1000}), Failure::memory);
}

TEST(Run, refuses_a_function_that_cannot_take_the_hits) {
  const auto pairs_only = [](std::span<const Hit<2>>) {};
  const auto error = error_of([&] { run(Ccc{}, some_genotypes(), {.way = 3}, pairs_only); });
  EXPECT_EQ(error.failure(), Failure::inconsistent);
}

TEST(Run, calls_a_function_with_every_hit) {
  const auto vectors = some_genotypes();
  std::vector<Hit<2>> hits;
  run(Ccc{}, vectors, {.threshold = encke::above(0.4)},
      [&](std::span<const Hit<2>> batch) { hits.insert(hits.end(), batch.begin(), batch.end()); });
  std::sort(hits.begin(), hits.end(), encke::precedes);
  EXPECT_EQ(hits, values_of<2>(Ccc{}, vectors, {.threshold = encke::above(0.4)}));
  EXPECT_FALSE(hits.empty());
}

TEST(Run, takes_any_metric_that_fulfils_the_concept) {
  const auto g = random_genotypes(20, 33, 0.2, 2);
  for (const auto& hit : values_of<2>(Together{}, pack(g))) {
    Index present = 0;
    for (Index f = 0; f < g.fields; ++f) {
      present += g.at(hit.index[0], f) != 3 && g.at(hit.index[1], f) != 3 ? 1 : 0;
    }
    EXPECT_EQ(hit.value, 4. * static_cast<double>(present));
  }
}

TEST(Run, reports_progress_that_rises_to_the_end) {
  const auto vectors = some_genotypes(100);
  for (const int way : {2, 3}) {
    std::vector<Progress> seen;
    Plan plan{.way = way, .block = 16};
    plan.progress = [&](const Progress& progress) { seen.push_back(progress); };
    const auto report = report_of(Ccc{}, vectors, plan);
    ASSERT_EQ(static_cast<Index>(seen.size()), report.tiles);
    for (std::size_t i = 0; i < seen.size(); ++i) {
      EXPECT_EQ(seen[i].tuples, report.tuples);
      if (i == 0) continue;
      EXPECT_GT(seen[i].tuples_done, seen[i - 1].tuples_done);
      EXPECT_GE(seen[i].hits, seen[i - 1].hits);
      EXPECT_GE(seen[i].seconds, seen[i - 1].seconds);
    }
    EXPECT_EQ(seen.back().tuples_done, report.tuples);
    EXPECT_LE(seen.back().hits, report.hits);
  }
}

TEST(Run, gives_the_same_in_little_memory) {
  const auto vectors = some_genotypes(200);
  const auto free = report_of(Ccc{}, vectors, {});
  EXPECT_EQ(free.block, 208);
  std::int64_t least = 0;
  try {
    report_of(Ccc{}, vectors, {.memory = 1});
  } catch (const encke::OutOfMemory& error) {
    least = error.bytes_needed();
  }
  const auto tight = report_of(Ccc{}, vectors, {.memory = least});
  EXPECT_LE(tight.block, free.block);
  EXPECT_EQ(tight.digest, free.digest);
}

TEST(Run, reports_the_hits_that_a_choosing_sink_has_kept) {
  const auto vectors = some_genotypes();
  auto sorted = values_of<3>(Ccc{}, vectors);
  std::sort(sorted.begin(), sorted.end(), [](const auto& a, const auto& b) {
    return a.value != b.value ? a.value > b.value : encke::precedes(a, b);
  });
  sorted.resize(50);
  std::sort(sorted.begin(), sorted.end(), encke::precedes);
  encke::Digest digest;
  for (const auto& hit : sorted) digest.add(hit.index, hit.cell, hit.value);
  for (const Index block : {0, 16}) {
    encke::sink::Collect kept;
    encke::sink::Top top(50, kept);
    const auto report = run(Ccc{}, vectors, {.way = 3, .block = block}, top);
    EXPECT_EQ(kept.triples(), sorted);
    EXPECT_EQ(report.hits, 50);
    EXPECT_EQ(report.digest, digest);
  }
}

TEST(Runtime, may_be_made_again_inside_another_and_leaves_it_running) {
  { const encke::Runtime inner(1); }
  const encke::Runtime again;
  EXPECT_EQ(again.threads(), 2);
  EXPECT_GT(report_of(Ccc{}, some_genotypes(), {}).hits, 0);
}

}  // namespace
