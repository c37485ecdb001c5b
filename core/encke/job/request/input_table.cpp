#include <algorithm>
#include <array>
#include <encke/base/error.hpp>
#include <encke/base/joined.hpp>
#include <encke/host/memory_limit.hpp>
#include <encke/io/bgen/bgen.hpp>
#include <encke/io/comet/packed_file.hpp>
#include <encke/io/comet/synthetic.hpp>
#include <encke/io/pgen/pgen.hpp>
#include <encke/io/plink/plink.hpp>
#include <encke/io/plink/tped.hpp>
#include <encke/io/table/allele_table.hpp>
#include <encke/io/table/biom_table.hpp>
#include <encke/io/table/fps.hpp>
#include <encke/io/table/table.hpp>
#include <encke/io/tree/branch_table.hpp>
#include <encke/io/vcf/vcf.hpp>
#include <encke/job/request/input_table.hpp>
#include <encke/job/request/metric_table.hpp>

namespace encke::job {
namespace {

using Files = std::vector<std::string>;
using OpenedSource = std::unique_ptr<io::Source>;

MissingCode missing_code(const Request& request) {
  return request.missing ? MissingCode::missing : MissingCode::het;
}

/// A trait is joined to genotypes that have been opened.
Element element_in_file(const Request& request) {
  return has_trait(request) ? Element::genotype : element_of(request);
}

OpenedSource open_bfile(const Request& request, const Communicator& world) {
  return io::open_plink(request.path, request.subset, missing_code(request),
                        element_in_file(request), world, request.phenotype);
}

Files files_of_bfile(const Request& request) {
  std::string stem = request.path;
  if (stem.ends_with(".bed")) stem.resize(stem.size() - 4);
  return {stem + ".bed", stem + ".bim", stem + ".fam"};
}

OpenedSource open_tfile(const Request& request, const Communicator& world) {
  return io::open_tped(request.path, request.subset, missing_code(request),
                       element_in_file(request), world, request.phenotype);
}

Files files_of_tfile(const Request& request) {
  return {request.path + ".tped", request.path + ".tfam"};
}

io::PgenFiles pgen_files_of(const Request& request) {
  if (request.input == Input::pfile) return io::pgen_files(request.path);
  return {request.path, request.pvar, request.psam};
}

OpenedSource open_pgen(const Request& request, const Communicator& world) {
  return io::open_pgen(pgen_files_of(request), request.subset, request.multiallelics,
                       missing_code(request), element_in_file(request), world, request.phenotype);
}

Files files_of_pgen(const Request& request) {
  const io::PgenFiles files = pgen_files_of(request);
  return {files.pgen, files.pgen + ".pgi", files.pvar, files.psam};
}

io::GenotypeWishes wishes_of(const Request& request) {
  return {.subset = request.subset,
          .multiallelics = request.multiallelics,
          .missing = missing_code(request),
          .element = element_in_file(request),
          .phenotype = request.phenotype,
          .temporary = request.out + ".input"};
}

OpenedSource open_vcf(const Request& request, const Communicator& world) {
  return io::open_vcf(request.path, request.vcf, wishes_of(request), world);
}

OpenedSource open_bgen(const Request& request, const Communicator& world) {
  return io::open_bgen(request.path, request.bgen, wishes_of(request), world);
}

Files files_of_bgen(const Request& request) {
  Files files = {request.path};
  if (!request.bgen.sample.empty()) files.push_back(request.bgen.sample);
  return files;
}

Files one_file(const Request& request) { return {request.path}; }
/// A table, and the tree that its features are on, if there is one.
Files files_of_biom(const Request& request) {
  return request.tree.empty() ? Files{request.path} : Files{request.path, request.tree};
}
Files no_file(const Request& /*request*/) { return {}; }

OpenedSource open_rows(const Request& request, const Communicator& world) {
  return io::open_table(request.path, element_of(request), world, request.compare);
}

OpenedSource open_alleles(const Request& request, const Communicator& world) {
  return io::open_allele_table(request.path, world);
}

OpenedSource open_fps(const Request& request, const Communicator& world) {
  return io::open_fps(request.path, world);
}

io::BranchForm form_of_branches(const Request& request) {
  const bool adjusted = request.variance_adjusted;
  switch (computed_method(request)) {
    case UnifracMethod::unweighted:
      return adjusted ? io::BranchForm::adjusted_presence : io::BranchForm::presence;
    case UnifracMethod::generalized:
      return io::BranchForm::powered;
    case UnifracMethod::weighted_normalized:
    case UnifracMethod::weighted_unnormalized:
      break;
  }
  return adjusted ? io::BranchForm::adjusted_abundance : io::BranchForm::abundance;
}

OpenedSource open_biom(const Request& request, const Communicator& world) {
  const std::int64_t memory = request.memory ? *request.memory << 20 : memory_limit();
  if (request.tree.empty()) {
    return io::open_biom_table(request.path, element_of(request), request.compare, request.table,
                               world, memory);
  }
  return io::open_branches(request.path, request.tree, form_of_branches(request),
                           element_of(request), request.alpha, world, memory, request.table);
}

OpenedSource open_packed(const Request& request, const Communicator& world) {
  return io::open_packed(request.path, element_of(request), request.num_vectors, request.num_fields,
                         missing_code(request), world);
}

OpenedSource open_synthetic(const Request& request, const Communicator& /*world*/) {
  const bool complete = !metric_of(request).missing;
  return io::open_synthetic({.problem = request.problem,
                             .element = element_of(request),
                             .vectors = request.num_vectors,
                             .fields = request.num_fields,
                             .way = request.way,
                             .mantissa_digits = request.precision == Precision::float32 ? 24 : 53,
                             .missing = complete ? MissingCode::het : missing_code(request)});
}

constexpr std::string_view compare[] = {"--compare"};
constexpr std::string_view of_biom[] = {"--compare", "--min-samples", "--min-frequency",
                                        "--subsample-depth", "--seed"};
constexpr std::string_view extents[] = {"--num-vectors", "--num-fields"};
using namespace std::string_view_literals;

constexpr std::array selection = {
    "--keep"sv,          "--remove"sv,        "--keep-founders"sv, "--chr"sv,
    "--not-chr"sv,       "--autosome"sv,      "--from-bp"sv,       "--to-bp"sv,
    "--extract-range"sv, "--exclude-range"sv, "--extract"sv,       "--exclude"sv,
    "--mind"sv,          "--geno"sv,          "--hwe"sv,           "--keep-fewhet"sv,
    "--maf"sv,           "--mac"sv,           "--max-maf"sv,       "--nonfounders"sv,
    "--het-haploid"sv,   "--window-kb"sv,     "--loci"sv,          "--within-chromosome"sv,
    "--inter-chr"sv,     "--trans"sv,         "--columns"sv};
constexpr std::string_view pgen_texts[] = {"--pvar", "--psam"};
constexpr auto pgen_selection = joined(selection, std::array{"--multiallelics"sv});
constexpr auto vcf_selection =
    joined(pgen_selection, std::array{"--var-filter"sv, "--vcf-half-call"sv, "--region"sv});
constexpr std::string_view bgen_reference[] = {"--bgen-ref"};
constexpr auto bgen_selection =
    joined(selection, std::array{"--hard-call-threshold"sv, "--sample"sv});

constexpr std::array input_rows = {
    InputRow{.input = Input::bfile,
             .option = "--bfile",
             .allows = selection,
             .open = open_bfile,
             .files = files_of_bfile},
    InputRow{.input = Input::tfile,
             .option = "--tfile",
             .allows = selection,
             .open = open_tfile,
             .files = files_of_tfile},
    InputRow{.input = Input::table,
             .option = "--table",
             .allows = compare,
             .missing_code = false,
             .open = open_rows,
             .files = one_file},
    InputRow{.input = Input::alleles,
             .option = "--alleles",
             .named_alleles = true,
             .missing_code = false,
             .open = open_alleles,
             .files = one_file},
    InputRow{.input = Input::biom,
             .option = "--biom",
             .allows = of_biom,
             .missing_code = false,
             .open = open_biom,
             .files = files_of_biom},
    InputRow{.input = Input::packed,
             .option = "--packed",
             .needs = extents,
             .coded_bits = true,
             .open = open_packed,
             .files = one_file},
    InputRow{.input = Input::synthetic,
             .option = "--synthetic",
             .needs = extents,
             .makes_numbers = true,
             .open = open_synthetic,
             .files = no_file},
    InputRow{.input = Input::pfile,
             .option = "--pfile",
             .allows = pgen_selection,
             .open = open_pgen,
             .files = files_of_pgen},
    InputRow{.input = Input::pgen,
             .option = "--pgen",
             .needs = pgen_texts,
             .allows = pgen_selection,
             .open = open_pgen,
             .files = files_of_pgen},
    InputRow{.input = Input::fps,
             .option = "--fps",
             .missing_code = false,
             .open = open_fps,
             .files = one_file},
    InputRow{.input = Input::vcf,
             .option = "--vcf",
             .allows = vcf_selection,
             .open = open_vcf,
             .files = one_file},
    InputRow{.input = Input::bcf,
             .option = "--bcf",
             .allows = vcf_selection,
             .open = open_vcf,
             .files = one_file},
    InputRow{.input = Input::bgen,
             .option = "--bgen",
             .needs = bgen_reference,
             .allows = bgen_selection,
             .open = open_bgen,
             .files = files_of_bgen},
};

constexpr bool is_in_order() {
  for (std::size_t i = 0; i < input_rows.size(); ++i) {
    if (input_rows[i].input != static_cast<Input>(i)) return false;
  }
  return true;
}
static_assert(is_in_order(), "the rows stand in the order of Input, one for each name");

}  // namespace

std::span<const InputRow> input_table() { return input_rows; }

const InputRow& input_row(Input input) {
  const auto place = static_cast<std::size_t>(input);
  if (place < input_rows.size()) return input_rows[place];
  throw Error(Failure::internal, "an input has no row in input_table.cpp");
}

bool goes_with(const InputRow& row, std::string_view option) {
  const auto lists = [&](std::span<const std::string_view> names) {
    return std::find(names.begin(), names.end(), option) != names.end();
  };
  return lists(row.needs) || lists(row.allows);
}

}  // namespace encke::job
