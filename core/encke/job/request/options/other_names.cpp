#include <algorithm>
#include <encke/base/text/nearest_name.hpp>
#include <encke/job/request/options/other_names.hpp>

namespace encke::job {
namespace {

constexpr std::string_view of_humans =
    "not here: chromosomes 23 to 26 are X, Y, XY and MT, as in humans";

constexpr OtherName other_name_table[] = {
    // PLINK 1.9 and 2
    {"--fast-epistasis", "",
     "encke epistasis --score alleles (boost, joint-effects: --score of that name)"},
    {"--epistasis", "",
     "encke epistasis --score linear of a trait; of cases --score boost, with --refine logistic"},
    {"--boost", "--score", "--score boost"},
    {"--epi2", "", "", "not here: --best has the best partner of each variant"},
    {"--p", "--p-below", "--p-below P"},
    {"--pval", "--p-below", "--p-below P"},
    {"--p-value", "--p-below", "--p-below P"},
    {"--pfilter", "--p-below", "--p-below P"},
    {"--logistic", "--refine",
     "--refine logistic, of pairs (single variants: plink2 --glm, not here)"},
    {"--1", "--pheno",
     "--pheno F with 1 for controls, 2 for cases; plink2 --1 --make-just-fam writes such a column"},
    {"--r2", "", "encke r2", "without modifiers such as dprime or in-phase"},
    {"--r2-unphased", "", "encke r2"},
    {"--r2-phased", "", "", "not here: encke r2 is of genotypes, as --r2-unphased"},
    {"--with-freqs", "", "", "not here: plink2 --freq writes frequencies"},
    {"--freq", "", "", "not here: plink2 --freq writes frequencies"},
    {"--merge", "", "", "not here: plink1.9 --merge and --make-bed before it"},
    {"--bmerge", "", "", "not here: plink1.9 --bmerge and --make-bed before it"},
    {"--pmerge", "", "", "not here: plink2 --pmerge before it"},
    {"--ld-window-r2", "--threshold", "--threshold T",
     "which keeps values above T, not equal ones"},
    {"--indep", "", "", "not here: encke prune --indep-pairwise prunes by r2"},
    {"--indep-pairphase", "", "",
     "not here: encke prune --indep-pairwise prunes by r2 of genotypes"},
    {"--blocks", "", "", "not here: plink1.9 --blocks finds haplotype blocks"},
    {"--clump-best", "", "", "not here: P.clumped lists all variants of a clump"},
    {"--ld-window-cm", "", "", "not here: --window-kb K is in thousand base pairs"},
    {"--gap", "--trans", "--trans --window-kb K"},
    {"--set-by-all", "--extract-first", "--extract-first F, a file of ids"},
    {"--set-by-set", "--extract-first", "--extract-first F --extract-second G, files of ids"},
    {"--ld-snp-list", "--extract-first", "--extract-first F"},
    {"--ld-snp", "--extract-first", "--extract-first F, a file with that id"},
    {"--ld-snps", "--extract-first", "--extract-first F, a file of ids"},
    {"--snp", "--extract", "--extract F, a file with that id"},
    {"--snps", "--extract", "--extract F, a file of ids"},
    {"--exclude-snp", "--exclude", "--exclude F, a file with that id"},
    {"--exclude-snps", "--exclude", "--exclude F, a file of ids"},
    {"--from-kb", "--from-bp", "--from-bp X, 1000 base pairs a kb"},
    {"--from-mb", "--from-bp", "--from-bp X, 1000000 base pairs a Mb"},
    {"--to-kb", "--to-bp", "--to-bp X, 1000 base pairs a kb"},
    {"--to-mb", "--to-bp", "--to-bp X, 1000000 base pairs a Mb"},
    {"--make-king", "", "encke king --format lsmat"},
    {"--make-king-table", "", "encke king"},
    {"--king-table-filter", "", "encke king --threshold 0.0442 for kinships above it"},
    {"--rel-cutoff", "",
     "encke king --king-cutoff 0.0125 for 0.025 (a kinship is half a relationship)"},
    {"--genome", "", "encke ibs (DST) or encke king (kinship)"},
    {"--ibs-matrix", "", "encke ibs --format lsmat"},
    {"--make-rel", "", "", "not here: encke king has kinships, another estimate"},
    {"--matrix", "--format", "--format lsmat"},
    {"--square", "--format", "--format square (.npy) or lsmat (text)"},
    {"--bin4", "--format", "--format square32"},
    {"--triangle", "", "", "not here: --format lsmat and square have the whole matrix"},
    {"--distance-matrix", "", "encke ibs --distance --format lsmat"},
    {"--silent", "", "--progress none"},
    {"--allow-extra-chr", "", "", "not needed: chromosomes may have any names"},
    {"--chr-set", "", "", of_humans},
    {"--autosome-num", "", "", of_humans},
    {"--cow", "", "", of_humans},
    {"--dog", "", "", of_humans},
    {"--horse", "", "", of_humans},
    {"--mouse", "", "", of_humans},
    {"--rice", "", "", of_humans},
    {"--sheep", "", "", of_humans},
    {"--allow-no-sex", "", "", "not needed: samples without a sex keep their phenotypes"},
    {"--keep-allele-order", "", "", "not needed: A1 of the .bim stays A1"},
    {"--const-fid", "", "", "not needed: a sample's id in a VCF is its name"},
    {"--make-founders", "--nonfounders", "--nonfounders, which counts all samples"},
    {"--update-sex", "", "", "not here: plink2 --update-sex F --make-bed before it"},
    {"--min-alleles", "", "", "not here: plink2 --min-alleles N --make-bed before it"},
    {"--max-alleles", "", "", "not here: plink2 --max-alleles N --make-bed before it"},
    {"--set-all-var-ids", "", "", "not here: plink2 --set-all-var-ids T --make-bed before it"},
    {"--set-missing-var-ids", "", "",
     "not here: plink2 --set-missing-var-ids T --make-bed before it"},
    {"--raw", "", "", "not here: --bfile P, of the data that the .raw was made of"},
    {"--double-id", "", "", "not needed: a sample's id in a VCF is its name"},
    {"--snps-only", "", "", "not here: plink2 --snps-only --make-bed before it"},
    {"--thin", "", "", "not here: plink2 --thin X --make-bed before it"},
    {"--thin-count", "", "", "not here: plink2 --thin-count N --make-bed before it"},
    {"--vcf-dosage", "", "", "not here: of a VCF the genotypes (GT) are read"},
    {"--gz", "--zst", "--zst (zstd -d undoes it)"},
    {"--zs", "--zst", "--zst"},
    {"--parallel", "--shard", "--shard K/N, then encke merge"},
    {"--thread-num", "--threads", "--threads N"},
    {"--mpheno", "--pheno-name", "--pheno-name NAME"},
    {"--perm", "--permutations", "--permutations N"},
    {"--mperm", "--permutations", "--permutations N"},
    {"--min-af", "--maf", "--maf X"},
    {"--max-af", "--max-maf", "--max-maf X"},
    {"--min-ac", "--mac", "--mac N"},
    {"--bed", "--bfile", "--bfile P, of P.bed, P.bim and P.fam"},
    {"--bim", "--bfile", "--bfile P, of P.bed, P.bim and P.fam"},
    {"--fam", "--bfile", "--bfile P, of P.bed, P.bim and P.fam"},
    {"--file", "--bfile", "--bfile, of what plink1.9 --file P --make-bed makes"},
    {"--ped", "--bfile", "--bfile, of what plink1.9 --ped F --make-bed makes"},
    {"--lfile", "--bfile", "--bfile, of what plink1.9 --lfile P --make-bed makes"},
    {"--gen", "--bgen", "--bgen, of what plink2 --gen F --sample F --export bgen-1.2 bits=8 makes"},
    {"--tped", "--tfile", "--tfile P, of P.tped and P.tfam"},
    {"--tfam", "--tfile", "--tfile P, of P.tped and P.tfam"},
    // CoMet
    {"--num-way", "--way", "--way {2,3}"},
    {"--num_way", "--way", "--way {2,3}"},
    {"--num_vector", "--num-vectors", "--num-vectors N"},
    {"--num_field", "--num-fields", "--num-fields N"},
    // ssu
    {"-i", "--biom", "--biom F"},
    {"-t", "--tree", "--tree F"},
    {"-m", "--method", "--method NAME"},
    {"-a", "--alpha", "--alpha X"},
    {"-o", "--out", "--out P"},
    // QIIME 2, diversity beta-phylogenetic and others
    {"--i-rooted-tree", "--tree", "--tree F"},
    {"--i-distance-matrix", "--distances", "--distances F"},
    {"--m-metadata-file", "--metadata", "--metadata F"},
    {"--m-metadata-column", "--column", "--column NAME"},
    {"--p-method", "--method", "--method NAME"},
    {"--metric", "--method", "--method NAME"},
    {"--p-with-replacement", "", "", "not here: --subsample-depth draws without replacement"},
    {"--depths", "--subsample-depth", "--subsample-depth N"},
    {"--i-table", "--biom", "--biom F"},
    {"--i-phylogeny", "--tree", "--tree F"},
    {"--p-metric", "--method", "--method NAME"},
    {"--p-alpha", "--alpha", "--alpha X"},
    {"--p-variance-adjusted", "--vaw", "--vaw"},
    {"--variance-adjusted", "--vaw", "--vaw"},
    {"--p-threads", "--threads", "--threads N"},
    {"--o-distance-matrix", "--out", "--out P"},
    {"--p-sampling-depth", "--subsample-depth", "--subsample-depth N"},
    {"--sampling-depth", "--subsample-depth", "--subsample-depth N"},
    {"--p-min-samples", "--min-samples", "--min-samples N"},
    {"--p-min-frequency", "--min-frequency", "--min-frequency N"},
    {"--min-count", "--min-frequency", "--min-frequency N"},
    {"--min-prevalence", "--min-samples", "--min-samples N"},
    {"--rarefy", "--subsample-depth", "--subsample-depth N"},
    {"--phylogeny", "--tree", "--tree F"},
    {"--p-n-jobs", "--threads", "--threads N"},
    {"--n-jobs", "--threads", "--threads N"},
    {"--p-random-seed", "--seed", "--seed N"},
    {"--output", "--out", "--out P"},
    // Too near to one of ours by its letters.
    {"--in"},
    {"--abs"},
    // Names of PLINK that are nearly ours, and mean something else.
    {"--allele1234"},
    {"--bpfile"},
    {"--fa"},
    {"--from"},
    {"--fst"},
    {"--het"},
    {"--gene"},
    {"--ibm"},
    {"--lgen"},
    {"--map"},
    {"--mc"},
    {"--mcc"},
    {"--me"},
    {"--mfilter"},
    {"--min"},
    {"--to"},
    {"--vif"},
    {"--cell"},
};

const OtherName* find(std::string_view name) {
  const auto* const found = std::find_if(std::begin(other_name_table), std::end(other_name_table),
                                         [&](const OtherName& row) { return row.name == name; });
  return found == std::end(other_name_table) ? nullptr : found;
}

}  // namespace

std::span<const OtherName> other_names() { return other_name_table; }

std::string hint_for(std::string_view unknown, std::span<const std::string_view> known) {
  const OtherName* const other = find(unknown);
  if (other == nullptr) return suggestion(unknown, known);
  const bool taken =
      other->option.empty() || std::find(known.begin(), known.end(), other->option) != known.end();
  if (!taken) return "";
  const std::string more(other->more);
  if (other->say.empty()) return more.empty() ? "" : "; " + more;
  return "; here it is " + std::string(other->say) + (more.empty() ? "" : ", " + more);
}

std::string_view command_called(std::string_view option) {
  const OtherName* const other = find(option);
  const bool names_one = other != nullptr && other->say.starts_with("encke ");
  return names_one ? other->say : std::string_view();
}

}  // namespace encke::job
