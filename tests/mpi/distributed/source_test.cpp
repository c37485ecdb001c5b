#include <gtest/gtest.h>
#include <unistd.h>

#include <encke/comm/agree.hpp>
#include <encke/io/plink/plink.hpp>
#include <encke/metric/ccc.hpp>
#include <encke/pack/packers.hpp>
#include <encke/run/run_source.hpp>
#include <encke/schedule/slice.hpp>
#include <encke/sink/collect.hpp>
#include <encke/sink/format/edges.hpp>
#include <filesystem>
#include <fstream>
#include <random>
#include <sstream>

#include "mpi/solve.hpp"
#include "mpi/world.hpp"
#include "support/values.hpp"

namespace encke::io {
namespace {

using test::world;

// A PLINK data set that the root writes and all ranks see.
class SourceOnRanks : public testing::Test {
 protected:
  static constexpr Index variants = 300;
  static constexpr Index samples = 61;

  void SetUp() override {
    const auto directory =
        std::filesystem::temp_directory_path() / ("encke-mpi-source-" + std::to_string(::getpid()));
    prefix_ = world().broadcast((directory / "set").string(), 0);
    if (world().is_root()) {
      std::filesystem::create_directories(directory);
      write_set();
    }
    world().barrier();
  }
  void TearDown() override {
    world().barrier();
    if (world().is_root()) {
      std::filesystem::remove_all(std::filesystem::path(prefix_).parent_path());
    }
  }

  void write_set() const {
    std::mt19937 random(5);
    std::ofstream bed(prefix_ + ".bed", std::ios::binary);
    bed.write("\x6c\x1b\x01", 3);
    for (Index i = 0; i < variants * divide_up(samples, 4); ++i) {
      bed.put(static_cast<char>(random()));
    }
    std::ofstream bim(prefix_ + ".bim");
    for (Index v = 0; v < variants; ++v) bim << "1 v" << v << " 0 1 A C\n";
    std::ofstream fam(prefix_ + ".fam");
    for (Index s = 0; s < samples; ++s) fam << "f i" << s << " 0 0 1 1\n";
  }

  std::string prefix_;
};

TEST_F(SourceOnRanks, selects_by_rates_as_one_process_does) {
  const Subset subset{.geno = 0.3, .maf = 0.45};

  const auto source = open_plink(prefix_, subset, MissingCode::missing, Element::genotype, world());
  const auto alone = open_plink(prefix_, subset);

  EXPECT_GT(alone->vectors(), 10);
  EXPECT_LT(alone->vectors(), variants - 10);
  EXPECT_EQ(source->names(), alone->names());
  EXPECT_EQ(source->remarks(), alone->remarks());
}

TEST_F(SourceOnRanks, refuses_one_file_for_the_sinks_of_several) {
  if (world().size() == 1) GTEST_SKIP() << "one rank";
  const auto source = open_plink(prefix_, {}, MissingCode::missing, Element::genotype, world());
  const Plan plan{.threshold = above(0.7)};
  {
    sink::Edges one(prefix_ + "-one");
    const Error error = test::error_of([&] { run(Ccc{}, *source, plan, one, world()); });
    EXPECT_EQ(error.failure(), Failure::inconsistent);
    EXPECT_NE(std::string(error.what()).find("-one.edges.tsv: several ranks"), std::string::npos);
  }
  sink::Edges own(prefix_ + "-" + std::to_string(world().rank()));
  run(Ccc{}, *source, plan, own, world());
  EXPECT_TRUE(std::filesystem::exists(own.path()));
}

TEST_F(SourceOnRanks, gives_each_rank_its_part) {
  const Slice mine = {world().rank(), world().size()};

  const auto source = open_plink(prefix_, {}, MissingCode::missing, Element::genotype, world());
  const ReadRange part = {mine.of({0, variants}), mine.of({0, samples})};
  const PackedVectors read = source->read(part);
  const PackedVectors whole = read_plink(prefix_).vectors;

  for (Index v = 0; v < read.vectors(); ++v) {
    for (Index f = 0; f < read.fields(); ++f) {
      ASSERT_EQ(pack::genotype(read, v, f),
                pack::genotype(whole, part.vectors.begin + v, part.fields.begin + f));
    }
  }
}

TEST_F(SourceOnRanks, digests_do_not_depend_on_the_number_of_ranks) {
  if (world().is_root()) {  // three chunks
    std::filesystem::resize_file(prefix_ + ".bed", 3 + 300 * (16 << 11));
    std::ofstream fam(prefix_ + ".fam");
    for (Index s = 0; s < (16 << 13); ++s) fam << "f i" << s << " 0 0 1 1\n";
  }
  world().barrier();

  const auto files =
      open_plink(prefix_, {}, MissingCode::missing, Element::genotype, world())->files(world());
  const auto text_of = [](const std::vector<FileRecord>& some) {
    std::ostringstream text;
    for (const auto& file : some)
      text << file.path << ' ' << file.bytes << ' ' << file.digest << '\n';
    return text.str();
  };
  EXPECT_EQ(text_of(files),
            test::on_root(world(), [&] { return text_of(open_plink(prefix_)->files()); }));
}

TEST_F(SourceOnRanks, all_ranks_throw_what_is_wrong_with_the_input) {
  if (world().is_root()) std::ofstream(prefix_ + ".bim") << "1 v0 0 1 A\n";
  world().barrier();
  for (const std::string& prefix : {prefix_, prefix_ + "-absent"}) {
    EXPECT_THROW(open_plink(prefix, {}, MissingCode::missing, Element::genotype, world()), Error);
  }
  world().barrier();  // all ranks are still in step
}

TEST_F(SourceOnRanks, all_ranks_throw_where_no_variant_is_left) {
  try {
    open_plink(prefix_, {.geno = 0}, MissingCode::missing, Element::genotype, world());
    ADD_FAILURE() << "accepted";
  } catch (const Error& error) {
    EXPECT_EQ(error.failure(), Failure::inconsistent);
  }
}

TEST_F(SourceOnRanks, is_computed_in_one_call_as_one_process_does) {
  const Subset subset{.geno = 0.3, .maf = 0.45};  // some triples, not millions
  const auto text_of = [](const Report& report) {
    std::ostringstream text;
    text << report.digest.text() << ' ' << report.hits << ' ' << report.tuples << ' '
         << report.values;
    for (const auto count : report.histogram.counts) text << ' ' << count;
    return text.str();
  };
  const auto one = open_plink(prefix_, subset);
  const auto all = open_plink(prefix_, subset, MissingCode::missing, Element::genotype, world());
  for (const int way : {2, 3}) {
    const Plan plan{.way = way, .threshold = above(way == 2 ? 0.3 : 0.35), .histogram_width = 0.01};
    const std::string expected = test::on_root(world(), [&] {
      sink::Collect whole;
      return text_of(run(Ccc{}, *one, plan, whole));
    });
    sink::Collect mine;
    const Report found = run(Ccc{}, *all, plan, mine, world());
    EXPECT_EQ(text_of(found), expected);
    EXPECT_GT(found.hits, 0);
    const auto hits = static_cast<std::int64_t>(mine.pairs().size() + mine.triples().size());
    std::int64_t sum[] = {hits};
    world().sum(sum);
    EXPECT_EQ(sum[0], found.hits);
  }
}

}  // namespace
}  // namespace encke::io
