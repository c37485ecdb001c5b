#include <encke/io/table/biom_table.hpp>
#include <encke/pack/packers.hpp>

#include "support/files.hpp"

namespace encke::io {
namespace {

std::string biom(const std::string& data) {
  return R"({"rows":[{"id":"a"},{"id":"b"},{"id":"c"}],"columns":[{"id":"S"},{"id":"T"}],)"
         R"("shape":[3,2],"matrix_type":"sparse","data":[)" +
         data + "]}";
}

std::vector<std::vector<double>> reals_of(Source& source, const ReadRange& part) {
  const PackedVectors vectors = source.read(part);
  std::vector<std::vector<double>> rows;
  for (Index v = 0; v < vectors.vectors(); ++v) {
    rows.emplace_back();
    for (Index f = 0; f < vectors.fields(); ++f) rows.back().push_back(pack::real(vectors, v, f));
  }
  return rows;
}

using Rows = std::vector<std::vector<double>>;

TEST(OpenBiomTable, HasSamplesOrFeaturesAsVectors) {
  const TemporaryFiles files;
  const auto path = files.write("t.biom", biom("[0,0,1.5],[1,1,3],[2,0,7],[2,1,1]"));
  const auto samples = open_biom_table(path, Element::float64);
  EXPECT_EQ(samples->names(), (std::vector<std::string>{"S", "T"}));
  EXPECT_EQ(reals_of(*samples, samples->whole()), (Rows{{1.5, 0, 7}, {0, 3, 1}}));
  EXPECT_EQ(reals_of(*samples, {{1, 2}, {1, 2}}), (Rows{{3}}));
  const auto features = open_biom_table(path, Element::float64, Compare::features);
  EXPECT_EQ(features->names(), (std::vector<std::string>{"a", "b", "c"}));
  EXPECT_EQ(reals_of(*features, features->whole()), (Rows{{1.5, 0}, {0, 3}, {7, 1}}));
  EXPECT_EQ(features->files().size(), 1u);
}

TEST(OpenBiomTable, HasAsBitsWhatIsThere) {
  const TemporaryFiles files;
  const auto path = files.write("t.biom", biom("[0,0,0.5],[1,1,300],[2,0,0]"));
  const auto source = open_biom_table(path, Element::bit);
  const PackedVectors vectors = source->read(source->whole());
  EXPECT_EQ(pack::bit(vectors, 0, 0), 1);
  EXPECT_EQ(pack::bit(vectors, 0, 2), 0);
  EXPECT_EQ(pack::bit(vectors, 1, 1), 1);
  EXPECT_EQ(vectors.missing(), 0);
}

TEST(OpenBiomTable, RefusesWhatTheElementsDoNotHoldWithItsIds) {
  const TemporaryFiles files;
  const auto path = files.write("t.biom", biom("[0,0,2],[1,1,8]"));
  const auto source = open_biom_table(path, Element::count3);
  expect_error([&] { source->read(source->whole()); }, Failure::malformed,
               {"t.biom", "'T', 'b': 8 found", "from 0 to 7"});
}

TEST(OpenBiomTable, RefusesATableWithoutSamples) {
  const TemporaryFiles files;
  const auto path = files.write(
      "t.biom",
      R"({"rows":[{"id":"a"}],"columns":[],"shape":[1,0],"matrix_type":"sparse","data":[]})");
  expect_error([&] { open_biom_table(path, Element::bit); }, Failure::malformed, {"t.biom"});
}

TEST(OpenBiomTable, TellsHowManyFeaturesTheFileHas) {
  const TemporaryFiles files;
  const auto path = files.write("t.biom", biom("[0,0,9],[1,0,9],[1,1,3]"));
  const TableSelection common = {.rare = {.min_samples = 2}};
  const auto samples = open_biom_table(path, Element::float64, Compare::samples, common);
  EXPECT_EQ(samples->fields(), 1);
  EXPECT_EQ(samples->fields_in_file(), 3);
  EXPECT_EQ(samples->remarks(),
            (std::vector<std::string>{"features in 2 samples or more: 1 of 3"}));
  const auto features = open_biom_table(path, Element::float64, Compare::features, common);
  EXPECT_EQ(features->names(), (std::vector<std::string>{"b"}));
  EXPECT_EQ(features->vectors_in_file(), 3);
  EXPECT_EQ(features->fields_in_file(), 2);
}

TEST(OpenBiomTable, TakesSubsamplesFirst) {
  const TemporaryFiles files;
  const auto path = files.write("t.biom", biom("[0,0,9],[1,0,9],[1,1,3]"));
  const auto source = open_biom_table(path, Element::float64, Compare::features,
                                      {.subsample = {.depth = 4, .seed = 1}});
  EXPECT_EQ(source->vectors(), 3);
  ASSERT_EQ(source->fields(), 1);  // T has 3 counts
  const auto rows = reals_of(*source, source->whole());
  EXPECT_EQ(rows[0][0] + rows[1][0], 4);
  ASSERT_EQ(source->remarks().size(), 1u);
  EXPECT_NE(source->remarks()[0].find("1 of 2 samples"), std::string::npos);
}

}  // namespace
}  // namespace encke::io
