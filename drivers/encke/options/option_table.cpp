#include "option_table.hpp"

#include <array>
#include <encke/backend/registry.hpp>

namespace encke::cli {
namespace {

constexpr std::string_view input = "Input (exactly one)";
constexpr std::string_view selection = "Selection, as in PLINK";
constexpr std::string_view compute = "What to compute";
constexpr std::string_view output = "Output";
constexpr std::string_view how = "How";
constexpr std::string_view ranks = "Ranks (under mpirun or srun)";
constexpr std::string_view parts = "Parts of a run, and going on with one";

constexpr std::array table = {
    OptionEntry{"--bfile", "P", input,
                "PLINK 1 data set P.bed, P.bim, P.fam;\nof bits: which samples have allele A1",
                "ccc duo sorenson epistasis r2"},
    OptionEntry{"--tfile", "P", input,
                "PLINK 1 transposed text P.tped, P.tfam; the rarer\nallele is A1",
                "ccc duo sorenson epistasis r2"},
    OptionEntry{"--table", "F", input,
                "tab-separated text with a header line and row names,\nor .npy; a row is a vector; "
                "bits are 0, 1,\nor NA where missing",
                "duo ps sorenson"},
    OptionEntry{"--alleles", "F", input,
                "markers with any number of alleles: tab-separated text\nwith a header line; a row "
                "is a marker's name and cells\nsuch as A/C, 152/156, or ./. where missing",
                "ccc"},
    OptionEntry{"--biom", "F", input, "table of counts in BIOM 2.1 (HDF5) or 1.0 (JSON)",
                "unifrac"},
    OptionEntry{"--tree", "F", input, "tree of the table's observations in Newick format",
                "unifrac"},
    OptionEntry{"--packed", "F", input,
                "headerless file of vectors,\nwith --num-vectors and --num-fields",
                "ccc duo ps sorenson r2"},
    OptionEntry{"--synthetic", "{random,analytic}", input,
                "test problem, with --num-vectors and --num-fields", "ccc duo ps sorenson r2"},
    OptionEntry{"--num-vectors", "N", input, "vectors of --packed or --synthetic",
                "ccc duo ps sorenson r2"},
    OptionEntry{"--num-fields", "N", input, "elements of a vector of --packed or --synthetic",
                "ccc duo ps sorenson r2"},

    OptionEntry{"--pheno", "F", selection,
                "file of phenotypes (FID IID ...); default: column 6 of\nP.fam. 1 control, 2 case",
                "epistasis"},
    OptionEntry{"--pheno-name", "NAME", selection, "column of --pheno; default: the first",
                "epistasis"},
    OptionEntry{"--keep", "F", selection, "only the samples named in F",
                "ccc duo sorenson epistasis r2"},
    OptionEntry{"--remove", "F", selection, "without the samples named in F",
                "ccc duo sorenson epistasis r2"},
    OptionEntry{"--extract", "F", selection, "only the variants named in F",
                "ccc duo sorenson epistasis r2"},
    OptionEntry{"--exclude", "F", selection, "without the variants named in F",
                "ccc duo sorenson epistasis r2"},
    OptionEntry{"--maf", "X", selection,
                "only variants whose rarer allele is at least so\n"
                "frequent (0 to 0.5)",
                "ccc duo sorenson epistasis r2"},
    OptionEntry{"--geno", "X", selection,
                "only variants with at most this share of missing\n"
                "genotypes (0 to 1)",
                "ccc duo sorenson epistasis r2"},

    OptionEntry{"--way", "{2,3}", compute, "pairs (2, the default) or triples",
                "ccc duo ps sorenson epistasis"},
    OptionEntry{
        "--score", "{k2,mi,chi2,boost}", compute,
        "k2 (default; small is good), mutual information,\nchi-squared of the table, or PLINK "
        "1.9's statistic of\ninteraction",
        "epistasis"},
    OptionEntry{"--missing", "{auto,none}", compute,
                "auto (default): frequencies over the samples present;\n"
                "none: the code for missing means a heterozygote,\nof bits 0",
                "ccc duo sorenson epistasis r2"},
    OptionEntry{"--gamma", "X", compute, "weight of the allele frequencies, 0 to 1 (default 2/3)",
                "ccc duo"},
    OptionEntry{"--multiplier", "X", compute,
                "factor of every value, above 0 (default 4.5;\nduo 4)", "ccc duo"},
    OptionEntry{"--method", "NAME", compute,
                "unweighted (default), weighted_normalized,\n"
                "weighted_unnormalized or generalized",
                "unifrac"},
    OptionEntry{"--alpha", "X", compute, "exponent of generalized, 0 to 1 (default 1)", "unifrac"},
    OptionEntry{"--precision", "NAME", compute,
                "f64 (default) or f32: of the values, and of the\nelements of real vectors. ps: "
                "auto (default), f64 that\nuses whole numbers where the data are; u16, u8, u3, u2:"
                "\nwhole numbers of so many bits",
                ""},
    OptionEntry{
        "--empty-pair", "{nan,same,error}", compute,
        "value of tuples of vectors without content: nan\n(default), that of equal vectors, or an "
        "error",
        "ps sorenson unifrac"},

    OptionEntry{"--out", "P", output, "prefix of the files written (default encke)", "", "merge",
                "prefix of the files written (must be given)"},
    OptionEntry{
        "--threshold", "T", output,
        "only values above T; of ccc and duo also\nLL,LH,HH,LLHH or LLL,LLH,LHH,HHH,LLLHHH: "
        "by the alleles",
        ""},
    OptionEntry{"--below", "", output, "--threshold keeps the values below T (of k2)", "epistasis"},
    OptionEntry{"--top", "N", output, "only the N largest values (of k2: smallest)", ""},
    OptionEntry{
        "--best", "", output,
        "P.best.tsv: best partners of each variant; without\n--threshold and --top nothing else",
        "epistasis"},
    OptionEntry{"--permutations", "N", output,
                "P.permutations.tsv: p-values of the --top values from N\nrandom phenotypes",
                "epistasis"},
    OptionEntry{"--seed", "S", output, "of --permutations (default 1)", "epistasis"},
    OptionEntry{
        "--format", "NAME", output,
        "edges: P.edges.tsv (default); abc: P.abc, labels and\nvalue; packed: P.bin, CoMet's "
        "records; npy: P.npy,\nall values; of unifrac also lsmat: P.lsmat.tsv and\nhdf5: P.h5, "
        "whole "
        "matrices",
        "", "merge"},
    OptionEntry{"--zst", "", output, "compress that file (Zstandard): its name ends in .zst", "",
                "merge"},
    OptionEntry{"--histogram", "", output, "P.histogram.tsv: counts of all values", ""},
    OptionEntry{"--cell-histogram", "", output,
                "P.histogram.tsv in CoMet's form: counts by the alleles", "ccc duo"},
    OptionEntry{"--checksum", "", output, "CoMet's checksum, in P.log and P.summary.json",
                "ccc duo ps sorenson", "merge"},
    OptionEntry{"--digest", "{hits,all}", output,
                "what the run's digest is of: the values written\n(default) or all", ""},

    OptionEntry{"--threads", "N", how, "default: all cores", ""},
    OptionEntry{"--memory", "MiB", how,
                "memory that a rank may use (default: this machine's,\nshared by the ranks on it)",
                "", "merge"},
    OptionEntry{"--backend", "NAME", how, "auto (default), or one of this build: {}", ""},
    OptionEntry{"--level", "NAME", how, "instruction-set level of the kernels (default auto)", ""},
    OptionEntry{"--block", "N", how, "vectors of a block, a multiple of 16 (default: chosen)", ""},
    OptionEntry{"--num-proc-vector", "N", ranks, "ranks that each have their own vectors", ""},
    OptionEntry{"--num-proc-field", "N", ranks, "ranks that share the fields of their vectors", ""},
    OptionEntry{"--num-proc-repl", "N", ranks,
                "replicas, each with all vectors and a share of the work\n"
                "(what is not given is chosen)",
                ""},
    OptionEntry{"--gpu-aware-mpi", "{ask,try}", ranks,
                "vectors go from GPU to GPU by MPI, after a test: if the\n"
                "MPI library says that it can (ask), or does not say (try)",
                ""},
    OptionEntry{"--phases", "K[-L]/N", parts,
                "only phase K (to L) of N; P.blocks/ is the result, which\nencke merge joins", ""},
    OptionEntry{"--stages", "K[-L]/N", parts, "of these only stage K (to L) of N; triples only",
                ""},
    OptionEntry{"--shard", "K[-L]/N", parts, "of these only shard K (to L) of N", ""},
    OptionEntry{"--resume", "", parts, "go on with the run that P.blocks/ holds", ""},
    OptionEntry{"--check", "", how,
                "check the tallies of every tile by their sums; a wrong\n"
                "one, from faulty hardware, ends the run (exit 21). Of\n"
                "ps whole numbers only (see --precision)",
                "ccc duo sorenson r2 epistasis ps"},
    OptionEntry{"--repair", "", how, "drop damaged tiles, so that --resume computes them again",
                "verify"},
    OptionEntry{"--progress", "{auto,plain,none,json}", how,
                "auto (default): a line that is rewritten on a terminal,\nplain lines elsewhere",
                ""},
};

}  // namespace

std::span<const OptionEntry> option_table() { return table; }

bool is_command(std::string_view word) { return word == "merge" || word == "verify"; }

std::string help_of(const OptionEntry& option, std::string_view metric) {
  std::string names;
  for (const BackendEntry& backend : compiled_backends()) {
    names += (names.empty() ? "" : ", ") + std::string(backend.name);
  }
  std::string help(is_command(metric) && !option.help_of_commands.empty() ? option.help_of_commands
                                                                          : option.help);
  const auto place = help.find("{}");
  return place == std::string::npos ? help : help.replace(place, 2, names);
}

bool fits(const OptionEntry& option, std::string_view metric) {
  const auto lists = [metric](std::string_view names) {
    while (!names.empty()) {
      const auto end = names.find(' ');
      if (names.substr(0, end) == metric) return true;
      names = end == std::string_view::npos ? "" : names.substr(end + 1);
    }
    return false;
  };
  const bool of_metrics = !is_command(metric);
  return (option.metrics.empty() && of_metrics) || lists(option.metrics) || lists(option.commands);
}

}  // namespace encke::cli
