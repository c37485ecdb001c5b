#include <encke/io/plink/plink.hpp>
#include <encke/network/sets/frequencies.hpp>

#include "support/common.hpp"
#include "support/files.hpp"
#include "support/genotypes.hpp"
#include "unit/network/small_graphs.hpp"

namespace encke::network {
namespace {

constexpr Index variants = 20;
constexpr Index samples = 150;

class AlleleFrequencies : public ::testing::Test {
 protected:
  explicit AlleleFrequencies(const test::Genotypes& genotypes = test::random_genotypes(variants,
                                                                                       samples, 0.2,
                                                                                       7))
      : genotypes_(genotypes) {
    std::string bed("\x6c\x1b\x01", 3);
    for (const std::uint8_t byte : test::encode(genotypes_, 0, variants, GenotypeCode::bed)) {
      bed += static_cast<char>(byte);
    }
    files_.write("x.bed", bed);
    std::string fam;
    for (Index s = 0; s < samples; ++s) {
      fam += "F" + std::to_string(s) + " I 0 0 0 " + phenotype(s) + "\n";
    }
    files_.write("x.fam", fam);
    write_bim();
  }

  /// Of every seventh sample it is not known.
  static std::string phenotype(Index sample) {
    return sample % 7 == 3 ? "-9" : sample % 3 == 0 ? "2" : "1";
  }

  void write_bim(Index same_as_first = 0) {
    std::string bim;
    for (Index v = 0; v < variants; ++v) {
      bim += "1 rs" + std::to_string(v == same_as_first ? 0 : v) + " 0 1 A C\n";
    }
    files_.write("x.bim", bim);
  }

  std::unique_ptr<io::Source> open() {
    return io::open_plink(files_.path("x"), {}, MissingCode::missing, Element::case_control);
  }

  static Graph alleles_of(const std::string& edges) {
    Graph graph = test::graph_of(edges);
    graph.alleles = true;
    return graph;
  }

  /// By the definition, sample by sample.
  Carriers carriers(const std::string& of_class,
                    const std::vector<std::pair<Index, int>>& alleles) const {
    Carriers found;
    for (Index s = 0; s < samples; ++s) {
      if (phenotype(s) != of_class) continue;
      int known = 0;
      int carried = 0;
      for (const auto& [variant, allele] : alleles) {
        const int copies = genotypes_.at(variant, s);
        if (copies == 3) continue;
        ++known;
        carried += (allele == 1 ? copies : 2 - copies) > 0 ? 1 : 0;
      }
      if (known == 0) continue;
      ++found.samples;
      found.all += carried == known ? 1 : 0;
      found.half += 2 * carried >= known ? 1 : 0;
      found.none += carried == 0 ? 1 : 0;
    }
    return found;
  }

  void refuse(const Graph& graph, std::initializer_list<std::string_view> words) {
    const auto source = open();
    io::expect_error([&] { Frequencies(graph, *source); }, Failure::inconsistent, words);
  }

  const test::Genotypes genotypes_;
  io::TemporaryFiles files_;
};

TEST_F(AlleleFrequencies, AreThoseOfTheirDefinition) {
  const Graph graph = alleles_of("rs3:1 rs17:0 1\nrs3:0 rs4:0 1\nrs4:0 rs17:0 1\nrs9:1 rs19:1 1\n");
  const auto source = open();
  Frequencies frequencies(graph, *source);
  const std::vector<std::vector<std::pair<Index, int>>> sets = {
      {{3, 1}, {17, 0}}, {{9, 1}, {19, 1}}, {{3, 1}, {17, 0}, {3, 0}, {4, 0}}, {{9, 1}}};
  for (const auto& set : sets) {
    std::vector<Node> nodes;
    for (const auto& [variant, allele] : set) {
      nodes.push_back(
          graph.labels.find("rs" + std::to_string(variant) + ":" + std::to_string(allele)));
    }
    const auto found = frequencies.of(nodes);
    EXPECT_EQ(found[0], carriers("1", set));
    EXPECT_EQ(found[1], carriers("2", set));
    EXPECT_GT(found[1].half, 0);
  }
}

TEST_F(AlleleFrequencies, NeedAllelesWhoseVariantsAreThereOnce) {
  refuse(test::graph_of("rs1 rs2 1\n"), {"--frequencies", "'rs1'"});
  refuse(alleles_of("rs1:A rs2:1 1\n"), {"ID:0 or ID:1", "'rs1:A'"});
  refuse(alleles_of("rs1:1 rs20:1 1\n"), {"'rs20'", "not among the genotypes"});
  write_bim(5);
  // Variants of one id are named by their places, which are the same here.
  refuse(alleles_of("rs1:1 1:1:C:A:1 1\n"), {"'1:1:C:A'", "2 times"});
}

}  // namespace
}  // namespace encke::network
