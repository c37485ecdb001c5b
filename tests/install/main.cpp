// What a user of the installed library writes: a data set from a PLINK file, a metric that Encke
// brings and one that it does not, pairs and triples, and a lambda that takes the hits.
#include <cmath>
#include <encke/encke.hpp>
#include <fstream>
#include <iostream>
#include <map>
#include <string>

#include "concordance.hpp"

namespace {

/// Four samples of three variants: copies of A1 are 2 2 1 0, 2 1 1 0 and 2 2 0 missing.
void write_cohort(const std::string& prefix) {
  std::ofstream bed(prefix + ".bed", std::ios::binary);
  // 00 two copies of A1, 10 one, 11 none, 01 missing; first sample in the lowest bits
  const char bytes[] = {0x6c, 0x1b, 0x01, char(0xe0), char(0xe8), 0x70};
  bed.write(bytes, sizeof(bytes));
  std::ofstream bim(prefix + ".bim");
  for (int v = 1; v <= 3; ++v) bim << "1\trs" << v << "\t0\t" << v << "\tA\tG\n";
  std::ofstream fam(prefix + ".fam");
  for (int s = 1; s <= 4; ++s) fam << "F" << s << " S" << s << " 0 0 0 -9\n";
}

int failures = 0;

void expect(const std::string& what, double found, double expected) {
  if (std::abs(found - expected) <= 1e-15) return;
  std::cerr << what << ": " << found << ", expected " << expected << "\n";
  ++failures;
}

void check_pairs(const encke::PackedVectors& vectors) {
  std::map<std::string, double> found;
  const auto report = encke::run(
      encke::Ccc{}, vectors, encke::Plan{.way = 2}, [&](std::span<const encke::Hit<2>> hits) {
        for (const auto& hit : hits) {
          found[std::to_string(hit.index[0]) + " " + std::to_string(hit.index[1]) + " " +
                std::to_string(hit.cell)] = hit.value;
        }
      });
  expect("number of values", static_cast<double>(report.hits), 12);
  const double p = 2. / 3;
  // allele A1 of both of the first two: 2*2 + 2*1 + 1*1 of 16; A1 is 5/8 and 4/8 of their alleles
  expect("CCC of A1 A1", found["0 1 3"], 4.5 * 7 / 16 * (1 - p * 5 / 8) * (1 - p * 4 / 8));
  // the last sample is missing in the third: 2*2 + 2*2 of 12; A1 is 4/6 of its alleles
  expect("CCC with a missing sample", found["0 2 3"],
         4.5 * 8 / 12 * (1 - p * 5 / 8) * (1 - p * 4 / 6));
}

void check_triples(const encke::PackedVectors& vectors) {
  double value = -1;
  const encke::Plan plan{.way = 3, .threshold = encke::above(0.4)};
  const auto report =
      encke::run(encke::Ccc{}, vectors, plan,
                 [&](std::span<const encke::Hit<3>> hits) { value = hits.front().value; });
  const double p = 2. / 3;
  expect("number of hits above 0.4", static_cast<double>(report.hits), 1);
  // A1 of all three: 2*2*2 + 2*1*2 of 24
  expect("CCC of three times A1", value,
         4.5 * 12 / 24 * (1 - p * 5 / 8) * (1 - p * 4 / 8) * (1 - p * 4 / 6));
}

void check_some_pairs(const encke::PackedVectors& vectors) {
  encke::sink::Collect near, sets;
  encke::Plan plan{.domain = encke::Domain::of_window(encke::Window::within_places(3, 1))};
  encke::run(encke::Ccc{}, vectors, plan, near);
  expect("values of neighbours", static_cast<double>(near.pairs().size()), 8);
  plan.domain = encke::Domain::of_sets(3, {{0}, {2, 0}});
  encke::run(encke::Ccc{}, vectors, plan, sets);
  expect("values of two sets", static_cast<double>(sets.pairs().size()), 4);
  expect("the pair of two sets", static_cast<double>(sets.pairs().at(0).index[1]), 2);
}

void check_own_metric(const encke::PackedVectors& vectors) {
  encke::sink::Collect pairs, triples;
  encke::run(Concordance{}, vectors, encke::Plan{.way = 2}, pairs);
  encke::run(Concordance{}, vectors, encke::Plan{.way = 3}, triples);
  // both A1: 7; both A2: sample 3 gives 1, sample 4 gives 4
  expect("concordance of a pair", pairs.pairs().at(0).value, (7 + 5) / 16.);
  // A1 of all 12; A2 of all: only sample 3, 1*1*2
  expect("concordance of the triple", triples.triples().at(0).value, (12 + 2) / 24.);
}

}  // namespace

int main(int argc, char** argv) try {
  encke::Runtime runtime(argc, argv);
  write_cohort("cohort");
  const auto cohort = encke::io::read_plink("cohort");
  check_pairs(cohort.vectors);
  check_triples(cohort.vectors);
  check_some_pairs(cohort.vectors);
  check_own_metric(cohort.vectors);
  return failures == 0 ? 0 : 1;
} catch (const encke::Error& error) {
  std::cerr << error.what() << "\n";
  return error.exit_code();
}
