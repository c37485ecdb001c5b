// Whole tasks of ordination as a user of the library starts them: files, what an observer adds, and
// that nothing is left of one that ends early.
#include <gtest/gtest.h>

#include <encke/host/processors.hpp>
#include <encke/ordination/output/texts.hpp>
#include <encke/ordination/read_distances.hpp>
#include <encke/ordination/task/task.hpp>
#include <fstream>

#include "support/files.hpp"
#include "support/scratch.hpp"

namespace encke::ordination {
namespace {

using Names = std::vector<std::string>;

class OrdinationTask : public test::Scratch {
 protected:
  OrdinationTask() {
    write("d", "\ta\tb\tc\td\na\t0\t1\t5\t6\nb\t1\t0\t4\t5\nc\t5\t4\t0\t1\nd\t6\t5\t1\t0\n");
    write("m", "id\tside\na\tleft\nb\tleft\nc\tright\nd\t\n");
    request_.distances = path("d");
    request_.out = path("out");
  }
  void write(const std::string& name, std::string_view text) {
    std::ofstream(path(name), std::ios::binary) << text;
  }
  void use_groups() {
    request_.metadata = path("m");
    request_.column = "side";
  }
  void test_groups() {
    use_groups();
    request_.tests = true;
    request_.methods = {GroupMethod::permanova, GroupMethod::permdisp};
  }
  Names names_of(const Names& paths) const {
    Names names;
    for (const auto& path : paths) names.push_back(std::filesystem::path(path).filename());
    return names;
  }

  Request request_;
  Observer observer_;
};

/// Adds two files, and stops a task where it is asked for the nth time whether to.
class TwoTexts final : public Observer {
 public:
  explicit TwoTexts(int stops_at = 0) : left_(stops_at) {}
  void check_stop() override {
    if (--left_ == 0) throw Error(Failure::stopped, "stopped");
  }
  Names text_endings() const override { return {".one", ".two"}; }
  Names texts(const Outcome& outcome) const override {
    return {std::to_string(outcome.samples) + " samples", std::to_string(outcome.outputs.size())};
  }

 private:
  int left_;
};

TEST_F(OrdinationTask, WritesTheTextsOfTheCoordinates) {
  const Outcome outcome = perform(request_, observer_);
  EXPECT_EQ(names_of(outcome.outputs), (Names{"out.pcoa.tsv", "out.eigenvalues.tsv"}));
  EXPECT_EQ(files(), (Names{"d", "m", "out.eigenvalues.tsv", "out.pcoa.tsv"}));
  const Pcoa expected = pcoa(read_distances(path("d")), {});
  EXPECT_EQ(bytes_of(path("out.pcoa.tsv")), coordinates_text(expected));
  EXPECT_EQ(bytes_of(path("out.eigenvalues.tsv")), eigenvalues_text(expected));
  EXPECT_EQ(outcome.samples, 4);
  EXPECT_EQ(outcome.threads, count_processors());
  ASSERT_EQ(outcome.inputs.size(), 1U);
  EXPECT_EQ(outcome.inputs[0].path, path("d"));
  ASSERT_EQ(outcome.remarks.size(), 1U);  // fewer axes than 10
}

TEST_F(OrdinationTask, WritesWhatThePathsSay) {
  request_.ordination_format = request_.scatter = true;
  use_groups();
  const Outcome outcome = perform(request_, observer_);
  EXPECT_EQ(outcome.outputs, result_paths(request_));
  EXPECT_EQ(names_of(outcome.outputs),
            (Names{"out.ordination.txt", "out.eigenvalues.tsv", "out.scatter.svg"}));
  EXPECT_EQ(names_of(input_paths(request_)), (Names{"d", "m"}));
  EXPECT_EQ(outcome.grouping.names, (Names{"left", "right", "unknown"}));
  for (const auto& path : outcome.outputs) EXPECT_NE(bytes_of(path), "") << path;
}

TEST_F(OrdinationTask, ComparesGroupsOfTheSamplesThatHaveOne) {
  test_groups();
  request_.drop_unknown = true;
  const Outcome outcome = perform(request_, observer_);
  EXPECT_EQ(outcome.samples, 3);
  EXPECT_EQ(outcome.grouping.sizes, (std::vector<Index>{2, 1}));
  ASSERT_EQ(outcome.tests.size(), 2U);
  EXPECT_EQ(outcome.tests[0].method, GroupMethod::permanova);
  EXPECT_EQ(bytes_of(path("out.group_test.tsv")), tests_text(outcome.tests, outcome.grouping));
  EXPECT_EQ(names_of(outcome.outputs), (Names{"out.group_test.tsv", "out.groups.tsv"}));
}

TEST_F(OrdinationTask, PublishesTheTextsOfAnObserverWithTheResults) {
  TwoTexts observer;
  const Outcome outcome = perform(request_, observer);
  EXPECT_EQ(bytes_of(path("out.one")), "4 samples");
  EXPECT_EQ(bytes_of(path("out.two")), "4");
  EXPECT_EQ(names_of(outcome.outputs),
            (Names{"out.pcoa.tsv", "out.eigenvalues.tsv", "out.one", "out.two"}));
}

TEST_F(OrdinationTask, LeavesNothingWhereItEndsEarly) {
  const Names before = files();
  for (const int stops_at : {1, 2}) {
    TwoTexts observer(stops_at);
    io::expect_error([&] { perform(request_, observer); }, Failure::stopped, {"stopped"});
    EXPECT_EQ(files(), before);
  }
  request_.memory = 0;
  EXPECT_THROW(perform(request_, observer_), OutOfMemory);
  request_.memory = {};
  test_groups();
  io::expect_error([&] { perform(request_, observer_); }, Failure::inconsistent, {"side"});
  EXPECT_EQ(files(), before);
}

}  // namespace
}  // namespace encke::ordination
