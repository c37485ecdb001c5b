// Tables of the alleles of markers: vectors of one allele each, and what is refused.
#include <encke/io/table/allele_row.hpp>
#include <encke/io/table/allele_table.hpp>
#include <encke/pack/packers.hpp>
#include <random>
#include <string>

#include "support/files.hpp"

namespace encke::io {
namespace {

/// The copies of a vector's allele, a digit a sample; 3 where missing.
std::string copies(const PackedVectors& vectors, Index v) {
  std::string text;
  for (Index f = 0; f < vectors.fields(); ++f) {
    text += static_cast<char>('0' + pack::genotype(vectors, v, f));
  }
  return text;
}

TEST(AlleleTable, MakesAVectorOfEachAllele) {
  const TemporaryFiles files;
  const auto source = open_allele_table(
      files.write("t",
                  "#ID\ta\tb\tc\td\r\nm1\tA/C\tC/C\t./.\tA|A\r\n"
                  "m2\t152/98\t98/98\t98/X\tNA\r\nall\t./.\t.|.\tNA\tNA\r\nm:3\t1/1\t1/1\t1/"
                  "1\t1/1\r\n"));
  EXPECT_EQ(source->names(),
            (std::vector<std::string>{"m1:A", "m1:C", "m2:98", "m2:152", "m2:X", "m:3:1"}));
  const auto vectors = source->read(source->whole());
  const char* const expected[] = {"1032", "1230", "1213", "1003", "0013", "2222"};
  EXPECT_EQ(copies(vectors, 0), "1032");
  EXPECT_EQ(copies(vectors, 1), "1230");
  for (Index v = 2; v < 6; ++v) EXPECT_EQ(copies(vectors, v), expected[v]) << v;
  EXPECT_EQ(source->remarks().size(), 2U);
  EXPECT_NE(source->remarks()[1].find("left out: 1"), std::string::npos);
  EXPECT_EQ(markers_of(source->names()), (std::vector<std::uint32_t>{0, 0, 1, 1, 1, 2}));
}

TEST(AlleleTable, GivesTheSameVectorsInPartsAsInOnePiece) {
  const TemporaryFiles files;
  std::mt19937 random(3);
  std::string text = "id";
  for (int s = 0; s < 70; ++s) text += "\ts" + std::to_string(s);
  for (int m = 0; m < 30; ++m) {
    text += "\nm" + std::to_string(m);
    const unsigned alleles = 1 + random() % 6;
    for (int s = 0; s < 70; ++s) {
      const auto code = [&] { return std::to_string(random() % alleles); };
      text += random() % 9 == 0 || m == 4 ? "\t./." : '\t' + code() + '/' + code();
    }
  }
  const auto source = open_allele_table(files.write("t", text));
  const auto whole = source->read(source->whole());
  for (const Range vectors : {Range{0, 16}, {16, 48}, {48, source->vectors()}, {8, 9}}) {
    for (const Range fields : {Range{0, 70}, {0, 64}, {64, 70}}) {
      const auto part = source->read({vectors, fields});
      for (Index v = 0; v < vectors.size(); ++v) {
        const auto row = copies(whole, vectors.begin + v);
        ASSERT_EQ(copies(part, v), row.substr(static_cast<std::size_t>(fields.begin),
                                              static_cast<std::size_t>(fields.size())));
      }
    }
  }
}

TEST(AlleleTable, TakesAsManyAllelesAsAMarkerMayHave) {
  const TemporaryFiles files;
  std::string header = "id", row = "m";
  for (int s = 0; s < most_alleles; ++s) {
    header += "\ts";
    row += "\t" + std::to_string(s) + '/' + std::to_string(s);
  }
  EXPECT_EQ(open_allele_table(files.write("t", header + '\n' + row))->vectors(), most_alleles);
  expect_error([&] { open_allele_table(files.write("u", header + "\ts\n" + row + "\t1/x\n")); },
               Failure::malformed, {"u:2:257: ", "'x'", "255"});
}

TEST(AlleleTable, NamesTheLineAndColumnOfABadCell) {
  const TemporaryFiles files;
  const std::pair<const char*, const char*> cells[] = {{"", "empty cell"},
                                                       {"A", "'A' found, of 1 allele"},
                                                       {"A/C/T", "of 3 alleles"},
                                                       {"A|C/T", "of 3 alleles"},
                                                       {"./A", "one allele lacks"},
                                                       {"A/.", "one allele lacks"},
                                                       {"/A", "one allele lacks"},
                                                       {"A/", "one allele lacks"},
                                                       {"/", "one allele lacks"},
                                                       {"A/x:y", "'x:y' found"},
                                                       {"-9", "of 1 allele"},
                                                       {"0", "of 1 allele"},
                                                       {"A/C ", "'C ' found, a code without"},
                                                       {"A/ C", "' C' found"},
                                                       {"A C/T", "'A C' found"}};
  for (const auto& [cell, words] : cells) {
    const auto path =
        files.write("t", std::string("id\ta\tb\nm1\tA/A\tC/C\nm2\tA/C\t") + cell + '\n');
    expect_error([&] { open_allele_table(path); }, Failure::malformed, {"t:3:3: ", words});
  }
}

TEST(AlleleTable, RefusesWhatIsNotSuchATable) {
  const TemporaryFiles files;
  const auto refused = [&](const std::string& text, std::initializer_list<std::string_view> words) {
    const auto path = files.write("t", text);
    expect_error([&] { open_allele_table(path); }, Failure::malformed, words);
  };
  refused("", {"t: ", "empty"});
  refused("id\n", {"t:1: ", "no samples"});
  refused("id\ta\n", {"no markers"});
  refused("id\ta\nm\t./.\n", {"no markers with alleles"});
  refused("id\ta\nm\tA/C\tA/C\n", {"t:2: 3 cells found, 2 expected"});
  refused("id\ta\tb\nm\tA/C\n", {"t:2: 2 cells found, 3 expected"});
  refused("id\ta\n\tA/C\n", {"t:2:1: ", "name"});
  refused("id\ta\nm\tA/C\nm\tA/C\n", {"t:3:1: ", "'m' comes a second time"});
  refused("id\ta\nm\tA/C\n\nn\tA/C\n", {"t:3: ", "empty line"});
  expect_error([&] { open_allele_table(files.path("none")); }, Failure::open, {"none"});
}

}  // namespace
}  // namespace encke::io
