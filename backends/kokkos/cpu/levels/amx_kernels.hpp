#pragma once

#include "kokkos/cpu/kernels.hpp"
#include "kokkos/cpu/products/byte_product.hpp"
#include "kokkos/cpu/products/bytes_avx512.hpp"

namespace encke::cpu {

namespace level_x86_64_v4_carry {
const Kernels& kernels();  // has what tiles of bytes are not for
}

/// Laying out few vectors takes longer than counting their bits: `few` does that.
template <class Product, const Products& (*few)(), Products::Function Products::*which>
void multiply_many(const Block& b) {
  if (b.rows < byte_tile || b.cols < byte_tile) return (few().*which)(b);
  Product::multiply(b);
}

/// The kernels of x86-64-v4-carry, but pairs of genotypes and of bits by `Tiles` of bytes. Triples
/// would lay out their columns again for each pivot.
template <class Level, class Tiles>
class AmxKernels {
 public:
  static Kernels kernels(const char* name, bool (*supported)()) {
    Kernels all = level_x86_64_v4_carry::kernels();
    all.level = name;
    all.supported = supported;
    all.preferred = &preferred;
    use_tiles(all.genotype.multiply);
    all.genotype.multiply.complete =
        &multiply_many<ByteProduct<Level, Tiles, Genotypes>, &genotypes, &Products::complete>;
    all.genotype.multiply.pairs =
        &multiply_many<ByteProduct<Level, Tiles, Genotypes, Bits>, &genotypes, &Products::pairs>;
    use_tiles(all.moments.multiply);
    all.moments.multiply.complete = all.genotype.multiply.complete;
    use_tiles(all.bit.multiply);
    all.bit.multiply.complete =
        &multiply_many<ByteProduct<Level, Tiles, Bits>, &bits, &Products::complete>;
    all.bit.multiply.pairs =
        &multiply_many<ByteProduct<Level, Tiles, Bits, Bits>, &bits, &Products::pairs>;
    return all;
  }

 private:
  using Genotypes = Avx512GenotypeBytes<Level>;
  using Bits = Avx512BitBytes<Level>;

  /// Not by "auto": how fast it is has not been measured.
  static bool preferred() { return false; }
  static const Products& genotypes() { return level_x86_64_v4_carry::kernels().genotype.multiply; }
  static const Products& bits() { return level_x86_64_v4_carry::kernels().bit.multiply; }
  static void use_tiles(Products& products) {
    products.triples_complete = products.complete;
    products.writes = false;
    products.best_whole = true;
    products.space = byte_space;
  }
};

}  // namespace encke::cpu
