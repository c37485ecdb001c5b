#include <algorithm>
#include <encke/io/plink/plink.hpp>
#include <encke/ld/linked_variants.hpp>
#include <encke/ld/prune.hpp>
#include <encke/pack/packers.hpp>
#include <fstream>

#include "support/definitions.hpp"
#include "support/files.hpp"

// From a data set to lists, against r^2 of the definition and the walk on all its pairs.

namespace encke::ld::prune_test {
namespace {

using io::TemporaryFiles;
using test::Genotypes;

/// Variants of which neighbours are alike.
Genotypes linked_genotypes(Index variants, Index samples, double rate, std::uint64_t seed) {
  Genotypes g = test::random_genotypes(variants, samples, rate, seed);
  const Genotypes noise = test::random_genotypes(variants, samples, 0, seed + 1);
  for (Index v = 1; v < variants; ++v) {
    for (Index f = 0; f < samples; ++f) {
      const bool same = noise.at(v, f) != 1 && v % 7 != 0 && g.at(v - 1, f) != 3;
      if (same && g.at(v, f) != 3) g.at(v, f) = g.at(v - 1, f);
    }
  }
  for (Index f = 0; f < samples; ++f) {
    if (g.at(2, f) != 3) g.at(2, f) = 1;  // these two do not vary
    if (g.at(variants - 1, f) != 3) g.at(variants - 1, f) = 2;
  }
  return g;
}

struct Set {
  Genotypes genotypes;
  std::vector<std::string> chromosomes;
  std::vector<std::string> positions;
  std::vector<int> sexes = {};  ///< as in a .fam; none: all are unknown

  bool is_male(Index sample) const {
    return !sexes.empty() && sexes[static_cast<std::size_t>(sample)] == 1;
  }
};

Set some_set(double rate) {
  Set set{linked_genotypes(150, 60, rate, 3), {}, {}};
  for (Index v = 0; v < 150; ++v) {
    set.chromosomes.push_back(v < 10 ? "0" : v < 90 ? "1" : v < 91 ? "2" : "X");
    set.positions.push_back(std::to_string(100 * v + (v % 5 == 0 ? 3000 : 0) + 20 * (v / 10)));
  }
  std::sort(set.positions.begin(), set.positions.end(),
            [](const auto& a, const auto& b) { return std::stoi(a) < std::stoi(b); });
  return set;
}

std::unique_ptr<io::Source> open_set(const TemporaryFiles& files, const Set& set) {
  const Genotypes& g = set.genotypes;
  const auto codes = encode(g, 0, g.vectors, GenotypeCode::bed);
  files.write("set.bed", "\x6c\x1b\x01" + std::string(codes.begin(), codes.end()));
  std::string bim, fam;
  for (std::size_t v = 0; v < set.chromosomes.size(); ++v) {
    bim += set.chromosomes[v] + " rs" + std::to_string(v) + " 0 " + set.positions[v] + " A C\n";
  }
  for (Index s = 0; s < g.fields; ++s) {
    const int sex = set.sexes.empty() ? 0 : set.sexes[static_cast<std::size_t>(s)];
    fam += "f i" + std::to_string(s) + " 0 0 " + std::to_string(sex) + " -9\n";
  }
  files.write("set.bim", bim);
  files.write("set.fam", fam);
  return io::open_plink(files.path("set"), {}, MissingCode::missing, Element::genotype_moments);
}

/// On X males count half: all others come twice. Heterozygotes of males there are missing.
Genotypes counted_on_x(const Set& set) {
  Index fields = 0;
  for (Index f = 0; f < set.genotypes.fields; ++f) fields += set.is_male(f) ? 1 : 2;
  Genotypes all(set.genotypes.vectors, fields);
  for (Index v = 0; v < all.vectors; ++v) {
    Index to = 0;
    for (Index f = 0; f < set.genotypes.fields; ++f) {
      const std::uint8_t genotype = set.genotypes.at(v, f);
      all.at(v, to++) = set.is_male(f) && genotype == 1 ? 3 : genotype;
      if (!set.is_male(f)) all.at(v, to++) = genotype;
    }
  }
  return all;
}

/// A chromosome with r^2 and frequencies by definition.
class DefinedVariants final : public PruneVariants {
 public:
  DefinedVariants(const Genotypes& g, const Set& set, Range variants, double r2)
      : g_(g), set_(set), variants_(variants), r2_(r2) {}

  Index count() const override { return variants_.size(); }
  Index position(Index v) const override {
    return std::stoll(set_.positions[static_cast<std::size_t>(variants_.begin + v)]);
  }
  void enter(Range window, BitRow& kept) override {
    for (Index v = window.begin; v < window.end; ++v) {
      Index seen = 0;
      for (Index f = 0; f < g_.fields; ++f) {
        const int genotype = g_.at(variants_.begin + v, f);
        seen |= genotype == 3 ? 0 : Index{1} << genotype;
      }
      if ((seen & (seen - 1)) == 0) kept.clear(v);
    }
  }
  Index next_linked(Index i, Index first, Index end, const BitRow& kept) override {
    for (Index j = kept.next(first, end); j < end; j = kept.next(j + 1, end)) {
      if (test::r_squared(g_, variants_.begin + i, variants_.begin + j) > r2_) return j;
    }
    return end;
  }
  bool goes_first(Index i, Index j) const override { return major(i) > major(j) * (1 + 0x1p-44); }

 private:
  double major(Index v) const {
    Index copies = 0, present = 0;
    for (Index f = 0; f < g_.fields; ++f) {
      const int genotype = g_.at(variants_.begin + v, f);
      copies += genotype == 3 ? 0 : genotype;
      present += genotype == 3 ? 0 : 1;
    }
    const double share = static_cast<double>(copies) / static_cast<double>(2 * present);
    return std::max(share, 1 - share);
  }

  const Genotypes& g_;
  const Set& set_;
  Range variants_;
  double r2_;
};

/// The variants that stay.
std::vector<Index> by_definition(const Set& set, const PruneRequest& request) {
  const Genotypes of_x = counted_on_x(set);
  std::vector<Index> all_kept;
  for (Index begin = 0, end = 0; begin < set.genotypes.vectors; begin = end) {
    const auto name = [&](Index v) { return set.chromosomes[static_cast<std::size_t>(v)]; };
    const bool halved = name(begin) == "X" && !set.sexes.empty();
    const Genotypes& g = halved ? of_x : set.genotypes;
    while (end < g.vectors && name(end) == name(begin)) ++end;
    if (name(begin) == "0") continue;
    DefinedVariants variants(g, set, {begin, end}, request.r2);
    BitRow kept(end - begin);
    for (Index v = 0; v < end - begin; ++v) kept.set(v);
    prune_walk(variants, request.windows, request.order, kept);
    for (Index i = 0; i < end - begin; ++i) {
      if (kept.has(i)) all_kept.push_back(begin + i);
    }
  }
  return all_kept;
}

TEST(Prune, keeps_what_the_definition_keeps) {
  for (const double rate : {0.0, 0.05}) {
    const TemporaryFiles files;
    const Set set = some_set(rate);
    const auto source = open_set(files, set);
    for (const PruneRequest& request : std::vector<PruneRequest>{
             {.windows = {.count = 50, .step = 5}, .r2 = 0.2},
             {.windows = {.count = 20}, .r2 = 0.5, .order = PruneOrder::last},
             {.windows = {.base_pairs = 900}, .r2 = 0.2},
             {.windows = {.base_pairs = 100'000}, .r2 = 0.1, .order = PruneOrder::last}}) {
      const Pruned pruned = prune(*source, request, {});
      EXPECT_EQ(pruned.kept, by_definition(set, request)) << request.windows.count;
      EXPECT_EQ(std::ssize(pruned.kept) + std::ssize(pruned.removed), 140);
      EXPECT_GT(pruned.removed.size(), 20u);
      ASSERT_EQ(pruned.remarks.size(), 3u);
      EXPECT_NE(pruned.remarks[0].find("chromosome 0, which are in neither list: 10"),
                std::string::npos);
      EXPECT_NE(pruned.remarks[1].find("do not vary among the samples, removed: 1"),
                std::string::npos);
      EXPECT_NE(pruned.remarks[2].find("others, compared as those of autosomes: 59"),
                std::string::npos);
    }
  }
}

TEST(Prune, counts_males_half_on_x) {
  for (const double rate : {0.0, 0.05}) {
    const TemporaryFiles files;
    Set set = some_set(rate);
    for (int s = 0; s < 60; ++s) set.sexes.push_back(s % 4 == 3 ? 0 : 1 + s % 2);
    const auto source = open_set(files, set);
    const PruneRequest request{.windows = {.count = 30, .step = 2}, .r2 = 0.1};
    const Pruned pruned = prune(*source, request, {});
    EXPECT_EQ(pruned.kept, by_definition(set, request));
    EXPECT_NE(pruned.remarks.back().find("variants of X, in which males count half: 59"),
              std::string::npos);
    Set all_one = set;  // of one weight
    all_one.sexes.assign(60, 1);
    const auto others = open_set(files, all_one);
    EXPECT_NE(prune(*others, request, {}).kept, pruned.kept);
  }
}

/// The variants that stay, read so many at a time, and how many pairs were compared.
std::pair<std::vector<Index>, Index> pruned_in_pieces(io::Source& source, PruneOrder order,
                                                      LinkedVariants::How how) {
  LinkedVariants variants(source, {10, 90}, source.sites(), 0, how);
  BitRow kept(80);
  for (Index v = 0; v < 80; ++v) kept.set(v);
  prune_walk(variants, {.count = 10, .step = 3}, order, kept);
  std::vector<Index> all;
  for (Index v = kept.next(0, 80); v < 80; v = kept.next(v + 1, 80)) all.push_back(v);
  return {all, variants.pairs()};
}

TEST(LinkedVariants, are_the_same_in_pieces_of_any_size) {
  for (const double rate : {0.0, 0.05}) {
    const TemporaryFiles files;
    const auto source = open_set(files, some_set(rate));
    for (const PruneOrder order : {PruneOrder::first, PruneOrder::last}) {
      const auto whole = pruned_in_pieces(*source, order, {.r2 = 0.2});
      EXPECT_LT(whole.second, 9 * 80 - 45);  // pairs that share a window; most are never asked for
      for (const Index at_once : {1, 3, 8, 25, 80, 100}) {
        EXPECT_EQ(pruned_in_pieces(*source, order, {.r2 = 0.2, .at_once = at_once}), whole);
      }
    }
    const LinkedVariants::How little{.r2 = 0.2, .memory = 1000, .at_once = 8};
    EXPECT_THROW(pruned_in_pieces(*source, PruneOrder::first, little), OutOfMemory);
  }
}

TEST(GenotypeRows, are_linked_as_the_definition_says) {
  for (const double rate : {0.0, 0.01, 0.2}) {
    for (const Index samples : {1, 5, 63, 64, 65, 511, 513, 700}) {
      const Genotypes g = linked_genotypes(40, samples, rate, 9);
      GenotypeRows all(40, samples);
      std::vector<GenotypeRow> rows(40);
      all.take(test::pack_moments(g), rows.data());
      const Index words = GenotypeRows::words_for(samples);
      BitRow kept(40);
      for (Index v = 0; v < 40; v += 1 + v % 2) kept.set(v);
      for (Index i = 0; i < 40; ++i) {
        Index expected = 40;
        for (Index j = 39; j >= 3; --j) {
          const CentredMoments pair =
              compare(rows[static_cast<std::size_t>(i)], rows[static_cast<std::size_t>(j)], words);
          const auto both = static_cast<double>(pair.both);
          const double most = static_cast<double>(pair.first) * static_cast<double>(pair.second);
          const double value = test::r_squared(g, i, j);
          ASSERT_EQ(most == 0, std::isnan(value));
          if (most > 0) {
            ASSERT_NEAR(both * both / most, value, 1e-12);
          }
          if (kept.has(j) && both * both > 0.3 * most) expected = j;
        }
        Index compared = 0;
        ASSERT_EQ(first_linked({rows.data(), words, samples, 0.3, kept, i, 3, 40}, compared),
                  expected);
      }
    }
  }
}

TEST(Prune, refuses_what_it_cannot_prune) {
  const TemporaryFiles files;
  const PruneRequest by_kb{.windows = {.base_pairs = 1000}};
  const auto refused = [&](const Set& set, Failure failure,
                           std::initializer_list<std::string_view> words) {
    const auto source = open_set(files, set);
    io::expect_error([&] { prune(*source, by_kb, {}); }, failure, words);
  };
  Set set = some_set(0);
  set.positions[60] = "1";
  refused(set, Failure::malformed, {"set.bim:61", "position 1 is below"});
  set.chromosomes[140] = "1";
  refused(set, Failure::malformed, {"set.bim:141", "chromosome 1 begins again"});
  set.chromosomes.assign(150, "0");
  set.positions = some_set(0).positions;
  refused(set, Failure::inconsistent, {"all 150 variants are on chromosome 0"});
}

TEST(Prune, refuses_ids_that_are_not_different) {
  const TemporaryFiles files;
  open_set(files, some_set(0));
  std::string bim;
  for (int v = 0; v < 150; ++v) {  // two variants of one site, which get the same id
    const std::string pair = std::to_string(v / 2 + 1);
    bim += "1 rs" + pair + " 0 " + pair + " A C\n";
  }
  files.write("set.bim", bim);
  const auto source =
      io::open_plink(files.path("set"), {}, MissingCode::missing, Element::genotype_moments);
  io::expect_error([&] { prune(*source, {.windows = {.count = 5}}, {}); }, Failure::inconsistent,
                   {"75 of 150 variants have the id of an earlier one"});
}

TEST(Prune, writes_its_lists) {
  const TemporaryFiles files;
  const auto source = open_set(files, some_set(0));
  sink::OutputSet set;
  write_lists(files.path("p"), *source, {.kept = {1, 3}, .removed = {2}}, set);
  set.commit();
  std::ifstream in(files.path("p.prune.in")), out(files.path("p.prune.out"));
  EXPECT_EQ(std::string(std::istreambuf_iterator<char>(in), {}), "rs1\nrs3\n");
  EXPECT_EQ(std::string(std::istreambuf_iterator<char>(out), {}), "rs2\n");
}

}  // namespace
}  // namespace encke::ld::prune_test
