#include <encke/io/plink/plink.hpp>
#include <encke/pack/packers.hpp>
#include <string>

#include "support/files.hpp"

namespace encke::io {
namespace {

// 6 samples, 2 variants; codes of A1 copies, '.' missing: v1 210012, v2 1.1.10
class Phenotype : public testing::Test {
 protected:
  Phenotype() {
    write_fam("1 2 -9 2 NA 1");
    files.write("set.bim", "1 v1 0 1 A C\n1 v2 0 2 A C\n");
    std::string bed = "\x6c\x1b\x01";
    for (const char* row : {"210012", "1.1.10"}) {
      std::string bytes(2, '\0');
      for (std::size_t s = 0; s < 6; ++s) {
        const int code = row[s] == '2' ? 0 : row[s] == '.' ? 1 : row[s] == '1' ? 2 : 3;
        bytes[s / 4] |= static_cast<char>(code << (2 * (s % 4)));
      }
      bed += bytes;
    }
    files.write("set.bed", bed);
  }

  void write_fam(const std::string& phenotypes) {
    std::string text;
    std::size_t at = 0;
    for (char name = 'a'; name <= 'f'; ++name) {
      const auto end = std::min(phenotypes.find(' ', at), phenotypes.size());
      text += std::string("f ") + name + " 0 0 1 " + phenotypes.substr(at, end - at) + '\n';
      at = end + 1;
    }
    files.write("set.fam", text);
  }

  Dataset read(const PhenotypeSource& source = {}) const {
    return read_plink(files.path("set"), subset, MissingCode::missing, Element::case_control,
                      source);
  }

  /// Genotypes of controls|cases, vectors separated by blanks.
  static std::string text(const Dataset& data) {
    std::string s;
    for (Index v = 0; v < data.vectors.vectors(); ++v) {
      for (int c = 0; c < 2; ++c) {
        for (Index f = data.vectors.class_fields(c).begin; f < data.vectors.class_fields(c).end;
             ++f)
          s += "012."[pack::genotype(data.vectors, v, f)];
        s += c == 0 ? "|" : " ";
      }
    }
    return s;
  }

  TemporaryFiles files;
  Subset subset;
};

TEST_F(Phenotype, of_the_fam_parts_controls_and_cases_and_leaves_the_others_out) {
  const Dataset data = read();
  EXPECT_EQ(text(data), "22|10 10|.. ");
  EXPECT_EQ(data.vectors.missing(), 2);
  EXPECT_EQ(data.fields_in_file, 6);
  EXPECT_NE(data.remarks.front().find("2 controls, 2 cases, 2 samples without one left out"),
            std::string::npos)
      << data.remarks.front();
}

TEST_F(Phenotype, comes_from_the_first_or_a_named_column_of_a_file) {
  const auto file =
      files.write("p", "FID IID X Y\nf d 1 2\nf a 2 1\nf f 2 0\nother z 1 1\nf b 1 2\n");
  EXPECT_EQ(text(read({file, ""})), "10|22 ..|10 ");
  EXPECT_EQ(text(read({file, "Y"})), "2|10 1|.. ");
  const auto plain = files.write("q", "f d 1\nf a 2\n");
  EXPECT_EQ(text(read({plain, ""})), "0|2 .|1 ");
  // a .psam is such a file
  const auto psam = files.write("x.psam",
                                "#FID\tIID\tPAT\tMAT\tSEX\tP\tQ\nf\td\t0\t0\t2\t1\t2\n"
                                "f\ta\t0\t0\t2\t2\t1\nf\tb\t0\t0\t2\tNA\t1\n");
  EXPECT_EQ(text(read({psam, "Q"})), "21|0 1.|. ");
  EXPECT_EQ(text(read({psam, "P"})), "0|2 .|1 ");
  EXPECT_EQ(text(read({psam, ""})), "0|2 .|1 ");
  const auto alone = files.write("r", "#IID T\nd\t1\na\t2\n");
  EXPECT_EQ(text(read({alone, "T"})), "0|2 .|1 ");
}

TEST_F(Phenotype, may_be_the_last_of_thousands_of_columns) {
  std::string names = "FID IID", first = "f d", second = "f a";
  for (int column = 0; column < 5000; ++column) {
    names += " P" + std::to_string(column);
    first += " 2";
    second += " 2";
  }
  const auto file = files.write("p", names + " X\n" + first + " 1\n" + second + " 2\n");
  EXPECT_EQ(text(read({file, "X"})), "0|2 .|1 ");
}

TEST_F(Phenotype, is_of_the_samples_kept) {
  subset.remove = files.write("out", "f a\nf b\n");
  EXPECT_EQ(text(read()), "2|0 0|. ");
}

TEST_F(Phenotype, without_one_of_the_classes_is_refused) {
  for (const char* all : {"1 1 1 1 1 1", "2 2 -9 2 2 2", "0 0 -9 NA 0 0"}) {
    write_fam(all);
    expect_error([&] { read(); }, Failure::inconsistent, {"set.fam", "controls", "cases"});
  }
}

TEST_F(Phenotype, of_which_all_are_unknown_or_controls_is_refused_with_what_may_be_wrong) {
  write_fam("0 1 1 0 1 0");
  expect_error([&] { read(); }, Failure::inconsistent, {"3 controls and 0 cases", "plink2 --1"});
  const auto file = files.write("p", "x1 y1 1\nx2 y2 2\n");
  expect_error(
      [&] {
        read({file, ""});
      },
      Failure::inconsistent, {"6 samples are not in this file", "FID and IID"});
}

TEST_F(Phenotype, that_is_no_class_is_refused_with_its_line) {
  write_fam("1 2 1.5 2 NA 1");
  expect_error([&] { read(); }, Failure::malformed, {"set.fam:3:", "1.5", "--score linear"});
  const auto file = files.write("p", "f a 1\nf b two\n");
  expect_error([&] { read({file, ""}); }, Failure::malformed, {"p:2:", "two"});
}

TEST_F(Phenotype, file_that_does_not_fit_is_refused) {
  const auto short_line = files.write("p", "FID IID X Y\nf a 1\n");
  expect_error([&] { read({short_line, "Y"}); }, Failure::malformed, {"p:2:", "3 columns"});
  expect_error(
      [&] {
        read({short_line, "Z"});
      },
      Failure::inconsistent, {"no phenotype named Z; the columns are FID, IID"});
  const auto twice = files.write("q", "f a 1\nf a 1\n");
  expect_error([&] { read({twice, ""}); }, Failure::malformed, {"q:2:", "second time"});
  const auto nameless = files.write("r", "f a 1\n");
  expect_error([&] { read({nameless, "X"}); }, Failure::inconsistent, {"FID"});
  expect_error([&] { read({files.path("none"), ""}); }, Failure::open, {"none"});
}

}  // namespace
}  // namespace encke::io
