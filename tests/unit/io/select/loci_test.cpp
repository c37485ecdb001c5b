#include <encke/io/select/loci.hpp>

#include "support/files.hpp"

namespace encke::io {
namespace {

class LociTest : public testing::Test {
 protected:
  LociTest() {
    for (const char* const chromosome : {"chr1", "X", "3"}) {
      for (const char* const position : {"5", "10", "10", "30"}) {
        sites_.add(0, chromosome, position, "A/C");
      }
    }
  }

  /// "name:begin-end" of each locus, and how many have no variant.
  std::string loci(const std::string& text) {
    const Loci found = read_loci(files_.write("loci", text), sites_);
    std::string all;
    for (const Locus& locus : found.loci) {
      all += locus.name + ':' + std::to_string(locus.variants.begin) + '-' +
             std::to_string(locus.variants.end) + ' ';
    }
    return all + std::to_string(found.empty);
  }

  TemporaryFiles files_;
  Sites sites_{"x.bim"};
};

TEST_F(LociTest, hold_both_of_their_ends) {
  EXPECT_EQ(loci("1 5 10 a\n"), "a:0-3 0");
  EXPECT_EQ(loci("1 6 29\n"), "1_6_29:1-3 0");
  EXPECT_EQ(loci("#CHR FROM TO\nchrX\t1\t9\tgene\textra\n\n23 30 30\r\n"),
            "gene:4-5 23_30_30:7-8 0");
  EXPECT_EQ(loci(""), "0");
}

TEST_F(LociTest, are_in_the_order_of_their_variants_and_may_overlap) {
  EXPECT_EQ(loci("3 0 100 c\n1 10 100 b\n1 0 10 a\n1 10 10 in\n"), "a:0-3 b:1-4 in:1-3 c:8-12 0");
}

TEST_F(LociTest, may_have_no_variants) { EXPECT_EQ(loci("1 31 99\n4 1 2\n3 1 5 c\n"), "c:8-9 2"); }

TEST_F(LociTest, are_refused_with_their_line) {
  const auto refused = [&](const std::string& text, std::initializer_list<std::string_view> words) {
    expect_error([&] { loci(text); }, Failure::malformed, words);
  };
  refused("1 2 3\n1 2\n", {"loci:2", "2 columns found, CHR FROM TO expected"});
  refused("1 x 3\n", {"loci:1", "'x' found"});
  refused("1 3 -4\n", {"loci:1", "'-4' found"});
  refused("1 4 3\n", {"loci:1", "from 4 to 3"});
  refused("1 1 2 a\n1 3 4 a\n", {"loci:2", "a second locus 'a'"});
  for (const std::string name : {"../a", ".a", "a/b", "a*"}) {
    refused("1 1 2 " + name + "\n", {"loci:1", "the name", name});
  }
}

}  // namespace
}  // namespace encke::io
