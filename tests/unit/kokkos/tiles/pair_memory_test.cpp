#include <gtest/gtest.h>

#include <encke/backend/pair_tallies.hpp>
#include <encke/pack/packed_vectors.hpp>
#include <encke/pack/packers.hpp>
#include <encke/run/estimate.hpp>

#include "kokkos/tiles/element_forms.hpp"
#include "kokkos/tiles/workspace.hpp"

namespace {

using encke::Element;
using encke::Index;

/// 3-way Proportional Similarity keeps three tables of pairs, with a float64 for each pair.
TEST(PairMemory, of_triples_of_reals_is_planned_with_eight_bytes_for_each_pair) {
  const auto backend = encke::make_backend("kokkos", {});
  const auto buffers = backend->workers() * encke::kokkos::Workspace::bytes();
  for (const Element element : {Element::float32, Element::float64}) {
    for (const Index block : {16, 112, 4096}) {
      const Index tables = 3 * block * encke::round_up(block, 16) * Index{sizeof(double)};
      EXPECT_EQ(backend->memory_for(element, 3, block, 1000, 8000), buffers + tables);
      const encke::ProblemExtents problem{.vectors = 2 * block, .fields = 1000, .element = element};
      const auto whole = encke::estimate({.way = 3, .block = block}, problem, *backend);
      EXPECT_GE(whole.backend_bytes, buffers + 3 * whole.block * whole.block * 8);
    }
  }
}

TEST(PairMemory, is_what_the_tallies_of_pairs_then_take) {
  using encke::PackedVectors;
  PackedVectors kinds[] = {encke::pack::genotypes(37, 10),
                           encke::pack::bits(37, 10),
                           encke::pack::case_control(37, 4, 6),
                           encke::pack::profiles(Element::float32, 37, 10),
                           encke::pack::profiles(Element::float64, 37, 10),
                           encke::pack::counts(Element::count2, 37, 10)};
  for (const PackedVectors& vectors : kinds) {
    const encke::Operand all{&vectors, {0, 37}, 0};
    for (const bool missing : {false, true}) {
      const auto& form = encke::kokkos::form_of(vectors.element());
      const int planes = form.pair_planes(missing, true);
      const encke::PairTallies pairs({{all, all}}, planes, form.pair_form(missing));
      EXPECT_EQ(planes * pairs.plane_bytes(),
                encke::PairTallies::bytes_for(vectors.element(), 37, 37, planes));
      EXPECT_EQ(pairs.item(), form.tally_bytes());
    }
  }
}

}  // namespace
