#pragma once

#include <encke/io/bgen/hard_calls.hpp>
#include <encke/io/dataset.hpp>
#include <encke/io/plink/decoded_set.hpp>
#include <encke/io/source.hpp>
#include <memory>
#include <string>

namespace encke::io {

/// How a BGEN is read.
struct BgenRules {
  std::string sample = {};  ///< a .sample file; empty: the ids that the BGEN has
  BgenReference reference = BgenReference::unknown;
  double hard_call_threshold = 0.1;  ///< see HardCalls
};

/// Opens a BGEN of layout 2 with two alleles a variant and probabilities of 8 bits, as they are or
/// compressed by zlib or Zstandard, for its hard calls. Vectors are the variants, named by their
/// rsids, fields the samples; allele 1 is the one that is not the reference's. Ids that the BGEN
/// has are IIDs, with the FID "0". A variant without an id, or with ".", is named
/// CHROM:POS:REF:ALT. Remarks count what needs a rule. Threshold, temporary file, and what it
/// throws: see open_decoded(), and besides, on all ranks, what BgenFile and read_sample_file()
/// throw; Error(inconsistent) where there are no ids, or another number of them.
std::unique_ptr<Source> open_bgen(const std::string& path, const BgenRules& rules = {},
                                  const GenotypeWishes& wishes = {},
                                  const Communicator& world = {});

/// Reads the whole of such a file. Throws what open_bgen() and Source::read() throw.
Dataset read_bgen(const std::string& path, const BgenRules& rules = {},
                  const GenotypeWishes& wishes = {});

}  // namespace encke::io
