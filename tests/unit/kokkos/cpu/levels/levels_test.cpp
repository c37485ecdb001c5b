#include "kokkos/cpu/levels/levels.hpp"

#include <gtest/gtest.h>

#include "kokkos/tiles/element_forms.hpp"

namespace {

/// Of a level that lacks them the first product would call a null pointer.
TEST(Levels, have_kernels_for_the_pairs_and_triples_of_every_element) {
  for (const auto* const level : encke::cpu::compiled_levels()) {
    for (const auto& row : encke::kokkos::element_forms) {
      SCOPED_TRACE(testing::Message() << level->level << ", " << row.element.row().data << ", "
                                      << row.element.width << " bits");
      const encke::cpu::ElementKernels& kernels = level->*row.form.kernels;
      EXPECT_NE(kernels.multiply.complete, nullptr);
      if (row.form.triples == 0) continue;
      EXPECT_NE(kernels.multiply.of_triples(false), nullptr);
      EXPECT_NE(kernels.fold_complete, nullptr);
      if (!row.element.row().masks) continue;
      EXPECT_NE(kernels.multiply.pairs_of_triples, nullptr);
      EXPECT_NE(kernels.multiply.triples, nullptr);
      EXPECT_NE(kernels.fold_missing, nullptr);
    }
  }
}

}  // namespace
