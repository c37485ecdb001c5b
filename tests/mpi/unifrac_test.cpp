// UniFrac on every decomposition gives the digest, and the bytes of the matrix, of one process.

#include <gtest/gtest.h>
#include <unistd.h>

#include <encke/io/tree/branch_table.hpp>
#include <encke/metric/builtin.hpp>
#include <encke/sink/format/matrix/lsmat.hpp>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <random>

#include "solve.hpp"
#include "support/long_run.hpp"
#include "world.hpp"

namespace encke::unifrac_test {
namespace {

using test::Cut;
using test::factorisations;
using test::world;

std::string bytes_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

struct Answer {
  std::string digest;
  std::string matrix;
};

/// A tree of more branches than a segment has fields, and a table of samples whose counts differ
/// much; of all ranks the root writes them.
class UnifracOnRanks : public testing::Test {
 protected:
  static constexpr int tips = 2500;
  static constexpr int samples = 35;

  void SetUp() override {
    const auto stem =
        std::filesystem::temp_directory_path() / ("encke-mpi-tree-" + std::to_string(::getpid()));
    stem_ = world().broadcast(stem.string(), 0);
    if (world().is_root()) write_files();
    world().barrier();
  }
  void TearDown() override {
    world().barrier();
    if (!world().is_root()) return;
    for (const char* end : {".biom", ".nwk"}) std::filesystem::remove(stem_ + end);
  }

  void write_files() const {
    std::mt19937 random(7);
    std::ofstream biom(stem_ + ".biom"), tree(stem_ + ".nwk");
    std::string rows, columns, data, nodes;
    for (int t = 0; t < tips; ++t) {
      const std::string length = ":0." + std::to_string(1 + random() % 999);
      const std::string tip = "t" + std::to_string(t) + length;
      nodes = t == 0 ? tip : "(" + nodes + "," + tip + ")" + length;
      rows += (t > 0 ? ",{\"id\":\"t" : "{\"id\":\"t") + std::to_string(t) + "\"}";
      for (int s = 0; s < samples; ++s) {
        if (random() % 3 != 0) continue;
        data += (data.empty() ? "[" : ",[") + std::to_string(t) + "," + std::to_string(s) + "," +
                std::to_string(1 + random() % (1 << random() % 16)) + "]";
      }
    }
    for (int s = 0; s < samples; ++s) {
      columns += (s > 0 ? ",{\"id\":\"s" : "{\"id\":\"s") + std::to_string(s) + "\"}";
    }
    biom << R"({"rows":[)" << rows << R"(],"columns":[)" << columns << R"(],"shape":[)" << tips
         << "," << samples << R"(],"matrix_type":"sparse","data":[)" << data << "]}";
    tree << nodes << ";";
  }

  std::unique_ptr<io::Source> open(io::BranchForm form, Element element) const {
    return io::open_branches(stem_ + ".biom", stem_ + ".nwk", form, element, 0.3, world());
  }

  /// The answer is whatever `solve` passes to its sink; `solve` returns the digest.
  template <class Solve>
  Answer answer_of(const io::Source& source, const Solve& solve) const {
    const auto ids = std::make_shared<const std::vector<std::string>>(source.names());
    sink::Lsmat matrix(stem_ + "-" + std::to_string(world().rank()), ids, 1 << 10);
    const std::string digest = solve(matrix).text();
    Answer answer{digest, bytes_of(matrix.path())};
    std::filesystem::remove(matrix.path());
    return answer;
  }

  /// Of more than one rank each problem is tried on one decomposition or two, others than the last
  /// problem was: a short run has all decompositions and all problems.
  template <class Metric>
  void expect_same_everywhere(const Metric& metric, io::BranchForm form, Element element) {
    const auto source = open(form, element);
    ASSERT_GT(source->fields(), Minima::segment);
    Plan plan{.way = 2, .digest_all = true};
    const bool narrow = element.width == 32;
    plan.precision = narrow ? Precision::float32 : Precision::float64;
    Answer expected;
    if (world().is_root()) {  // on the others it would only take its processors
      const PackedVectors whole = source->read(source->whole());
      Plan plain = plan;
      plain.backend = "reference";
      expected =
          answer_of(*source, [&](Sink& sink) { return run(metric, whole, plain, sink).digest; });
    }
    int number = 0;
    std::size_t turn = problems++ + static_cast<std::size_t>(world().size());
    const auto all = factorisations(world().size());
    for (const Decomposition& d : all) {
      const Cut cut{16, 1 + number % 3, 1};
      if (!test::has_turn(turn++, all.size() > 1 ? all.size() - 1 : 1)) {
        ++number;
        continue;
      }
      const Answer found = answer_of(*source, [&](Sink& sink) {
        return test::solve(metric, *source, plan, cut, Grid(world(), d), sink).digest;
      });
      ++number;
      if (!world().is_root()) continue;
      EXPECT_EQ(found.digest, expected.digest) << text(d, cut);
      EXPECT_TRUE(found.matrix == expected.matrix) << text(d, cut);
    }
  }

  std::string stem_;
  std::size_t problems = 0;
};

TEST_F(UnifracOnRanks, is_that_of_one_process) {
  for (const Element element : {Element::weighted_bits32, Element::weighted_bits64}) {
    expect_same_everywhere(UnweightedUnifrac{}, io::BranchForm::presence, element);
  }
  for (const Element element : {Element::float32, Element::float64}) {
    expect_same_everywhere(WeightedUnifrac{}, io::BranchForm::abundance, element);
  }
  for (const Element element : {Element::powered32, Element::powered64}) {
    expect_same_everywhere(GeneralizedUnifrac{}, io::BranchForm::powered, element);
  }
  for (const Element element : {Element::adjusted32, Element::adjusted64}) {
    expect_same_everywhere(AdjustedUnifrac{}, io::BranchForm::adjusted_presence, element);
    expect_same_everywhere(AdjustedUnifrac{.of = AdjustedUnifrac::Of::shares},
                           io::BranchForm::adjusted_abundance, element);
  }
}

}  // namespace
}  // namespace encke::unifrac_test
