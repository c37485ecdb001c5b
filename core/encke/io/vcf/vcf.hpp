#pragma once

#include <encke/io/dataset.hpp>
#include <encke/io/plink/decoded_set.hpp>
#include <encke/io/source.hpp>
#include <encke/io/vcf/calls.hpp>
#include <memory>
#include <string>

namespace encke::io {

/// Which records of a VCF or BCF are read, and how.
struct VcfRules {
  std::string region = {};  ///< see read_ranges(); empty: all
  HalfCall half_call = HalfCall::error;
  bool var_filter = false;  ///< only records whose FILTER is PASS or '.'
};

/// Opens a VCF, as it is or compressed by bgzip or gzip, or a BCF 2: its first bytes tell which.
/// Vectors are the variants, fields the samples, both in the order of the file; allele 1 is ALT.
/// The samples' IID is the whole name, their FID is "0". Phase is dropped; a haploid call is one of
/// two equal alleles; a record without GT has missing calls alone. A variant without an id (".") is
/// named CHROM:POS:REF:ALT. Remarks count all these. Threshold, temporary file, and what it throws:
/// see open_decoded(), and besides, on all ranks, what VariantFile, read_vcf_header() and
/// VariantRecords throw.
std::unique_ptr<Source> open_vcf(const std::string& path, const VcfRules& rules = {},
                                 const GenotypeWishes& wishes = {}, const Communicator& world = {});

/// Reads the whole of such a file. Throws what open_vcf() and Source::read() throw.
Dataset read_vcf(const std::string& path, const VcfRules& rules = {},
                 const GenotypeWishes& wishes = {});

}  // namespace encke::io
