#pragma once

#include <encke/base/index.hpp>
#include <encke/file/file_record.hpp>
#include <encke/pack/packed_vectors.hpp>
#include <string>
#include <vector>

namespace encke::io {

/// What a reader returns: packed vectors and everything that logs and outputs say about them.
struct Dataset {
  PackedVectors vectors;
  std::vector<std::string> names = {};  ///< of the vectors: variant ids, row names, or "0", "1", …
  std::vector<std::string> remarks = {};  ///< for the log, one sentence each, with counts
  std::vector<FileRecord> files = {};     ///< in the order of reading
  Index vectors_in_file = 0;              ///< before any selection
  Index fields_in_file = 0;               ///< before any selection
  Index duplicate_names = 0;              ///< vectors whose name an earlier vector has
  Index monomorphic = 0;                  ///< genotype vectors with less than two different alleles
  double seconds = 0;                     ///< wall time spent on reading and packing
};

/// Genotype vectors without two different alleles among the samples that are present; 0 for reals.
inline Index count_monomorphic(const PackedVectors& vectors) {
  const Element element = vectors.element();
  if (element != Element::genotype && element != Element::genotype_moments) return 0;
  Index count = 0;
  for (Index v = 0; v < vectors.vectors(); ++v) {
    const Index x = vectors.x_sum(v);  // copies of allele 1, less one for each sample present
    count += (x < 0 ? -x : x) == vectors.present_count(v) ? 1 : 0;
  }
  return count;
}

}  // namespace encke::io
