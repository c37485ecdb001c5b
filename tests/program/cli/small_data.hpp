#pragma once

#include <array>
#include <string>
#include <vector>

namespace encke::test {

/// Copies of allele 1 (A1) of each sample; -1: missing.
using GenotypeRows = std::vector<std::vector<int>>;
using Profiles = std::vector<std::vector<double>>;

/// Five variants of six samples.
const GenotypeRows& complete_genotypes();
/// The same with three genotypes missing.
const GenotypeRows& incomplete_genotypes();
/// Four profiles of five fields, in multiples of 1/4.
const Profiles& small_profiles();

/// Contents of files that hold the data.
std::string bed_bytes(const GenotypeRows& genotypes);
std::string bim_text(std::size_t variants);             ///< ids rs0, rs1, ...
std::string fam_text(std::size_t samples);              ///< ids F0 I0, F1 I1, ...
std::string vcf_text(const GenotypeRows& genotypes);    ///< the ids of both, but for families
std::string bgen_bytes(const GenotypeRows& genotypes);  ///< not compressed; --bgen-ref last
std::string packed_genotype_bytes(const GenotypeRows& genotypes);
std::string packed_double_bytes(const Profiles& profiles);
std::string table_text(const Profiles& profiles);  ///< rows p0, p1, ...
std::string npy_bytes(const Profiles& profiles);

/// The metrics as their papers define them, written without regard to speed or rounding.
double ccc_of(const std::vector<std::vector<int>>& vectors, const std::vector<int>& alleles);
double ps_of(const std::vector<std::vector<double>>& vectors);

}  // namespace encke::test
