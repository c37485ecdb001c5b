#pragma once

#include <encke/contraction/allele_counts.hpp>

namespace encke {

/// Genotype of one sample in one vector, and the sample's class: 0 control, 1 case.
struct ClassedGenotype {
  Genotype genotype;
  int of_class;
};

/// Tables of genotype combinations by class. Channel 3 c + g reads 1 where the sample is of class c
/// and has g copies of allele 1, else 0, and a field adds the product of what is read: a tally
/// counts samples. A sample that is missing in one of the vectors is in no cell.
/// Nobre et al., "Exploring the Binary Precision Capabilities of Tensor Cores for Epistasis
/// Detection", IPDPS 2020, section II; Campos et al., Journal of Parallel and Distributed
/// Computing 170 (2022).
struct GenotypeTables {
  static constexpr ContractionId id = ContractionId::genotype_tables;
  using element = ClassedGenotype;
  using scalar = int;
  using accumulator = std::int64_t;
  static constexpr int classes = 2;
  static constexpr int genotypes = 3;
  static constexpr int channels = classes * genotypes;

  ENCKE_FUNCTION static constexpr int read(ClassedGenotype e, int channel) {
    return genotypes * e.of_class + static_cast<int>(e.genotype) == channel &&
                   e.genotype != Genotype::missing
               ? 1
               : 0;
  }
  ENCKE_FUNCTION static constexpr int fold(int a, int b) { return a * b; }

  /// The cells that are stored, see Contraction: those whose vectors read the same class.
  static constexpr int stored_cells(int way) { return classes * ipow(genotypes, way); }
  static constexpr int stored_cell(int way, int k) {
    const int all = ipow(genotypes, way);
    int cell = 0;
    for (int digit = all / genotypes; digit > 0; digit /= genotypes) {
      cell = cell * channels + genotypes * (k / all) + k % all / digit % genotypes;
    }
    return cell;
  }
};

static_assert(Contraction<GenotypeTables>);

/// Cells of the joint table whose vectors read the same class; no other can hold anything:
/// joint[c][cell], with the genotypes of the cell's vectors as its digits to base 3, the first
/// vector's the most significant.
template <int Way>
struct ClassTables {
  using accumulator = std::int64_t;
  static constexpr int cells = ipow(3, Way);
  Array<Array<std::int64_t, cells>, 2> joint;
  Array<Array<std::int64_t, GenotypeTables::channels>, Way> margin;  ///< of each vector by itself
};

template <>
struct Evidence<GenotypeTables, 2> : ClassTables<2> {};
template <>
struct Evidence<GenotypeTables, 3> : ClassTables<3> {};

}  // namespace encke
