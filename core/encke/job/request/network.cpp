#include <fmt/format.h>

#include <algorithm>
#include <encke/base/error.hpp>
#include <encke/job/output/format_table.hpp>
#include <encke/job/output/sizes.hpp>
#include <encke/job/request/metric_table.hpp>
#include <encke/job/request/network.hpp>
#include <encke/job/request/options/value.hpp>
#include <encke/network/sets/set_table.hpp>

namespace encke::job {

network::Request network_of(const Request& request) {
  network::Request wanted = *request.network;
  wanted.edges = "the values of " + request.metric;
  wanted.of_run = true;
  wanted.page = request.report;
  wanted.out = request.out;
  wanted.resume = request.resume;
  wanted.threads = request.threads;
  wanted.memory = request.memory;
  wanted.memory_of_run = sink_bytes(request, request.top.value_or(0)) + sort_limits(request).bytes;
  wanted.one_minus = value_of_same(request) == 0;
  return wanted;
}

namespace {

/// Throws Error(command_line) where carriers cannot be counted, and for phenotypes that nobody
/// wants.
void check_frequencies(const Request& request) {
  const bool asked = request.network && request.network->frequencies;
  if (!asked && request.phenotype.file.empty()) return;
  if (element_of(request) != Element::genotype) {
    if (asked) refuse("--frequencies works only with values of alleles.");
    return;
  }
  if (!asked) refuse("--pheno of this metric is for --frequencies.");
  if (!takes_input(metric_of(for_classes(request)), request.input)) {
    refuse("--frequencies needs genotypes of samples with names and phenotypes.");
  }
}

}  // namespace

Request for_classes(const Request& request) {
  Request wanted = request;
  wanted.metric = "epistasis";  // which is of cases and controls
  wanted.out += ".classes";     // its temporary files are beside those of the run
  // What these leave depends on the samples, of which some have no phenotype.
  const io::Subset all;
  wanted.subset.geno = all.geno;
  wanted.subset.hwe = all.hwe;
  wanted.subset.maf = all.maf;
  wanted.subset.mac = all.mac;
  wanted.subset.max_maf = all.max_maf;
  return wanted;
}

void check_network(const Request& request) {
  check_frequencies(request);
  if (request.report && is_part(request)) {
    refuse("--report does not work with a part of a run.");
  }
  if (!request.network) return;
  if (is_part(request) || !request.parts.empty()) {
    refuse("--network does not work with parts of a run. Use encke network after encke merge.");
  }
  if (only_best(request)) refuse("--network needs --threshold or --top with --best.");
  const FormatRow& format = format_of(request);
  if (format.holds_all || format.columns) {
    refuse(fmt::format(
        "--network does not work with --format {}. It is made of the lines of --format edges.",
        format.name));
  }
  const bool triples = request.network->triples == network::Triples::star;
  if (triples && request.way != 3) refuse("--triples star works only with --way 3.");
  const bool merges = request.network->merge_alleles != network::MergeAlleles::no;
  if (merges && cells_of(request) == 1 && !has_allele_cells(request) &&
      request.input != Input::alleles) {
    refuse("--merge-alleles works only with values of alleles.");
  }
}

std::optional<network::Expected> expect_network(const Request& request,
                                                const ExpectedOutput& output,
                                                const std::vector<std::string>& names) {
  if (!request.network) return std::nullopt;
  const network::Request wanted = network_of(request);
  const bool alleles = cells_of(request) > 1;
  double length = 0;
  for (const std::string& name : names) length += static_cast<double>(name.size());
  const auto vectors = static_cast<Index>(names.size());
  const double mean = length / static_cast<double>(std::max(vectors, Index{1}));
  constexpr double most = 1e15;  // so that bytes are a number
  const double edges = std::min(most, output.lines * (request.way == 3 ? 3 : 1));
  return network::expect(wanted, alleles ? 2 * vectors : vectors, static_cast<Index>(edges),
                         mean + (alleles ? 2 : 0));
}

void check_network_memory(const Request& request, const ExpectedOutput& output,
                          const std::vector<std::string>& names) {
  ExpectedOutput least = output;
  if (output.certainty == ExpectedOutput::Certainty::about) least.lines /= 2;
  if (output.certainty == ExpectedOutput::Certainty::at_most) least.lines = 0;
  const auto found = expect_network(request, least, names);
  if (!found || found->bytes <= found->allowed) return;
  throw OutOfMemory("the network", found->bytes, found->allowed);
}

bool needs_sites(const network::Request& request) {
  const auto rows = network::set_formats();
  return std::any_of(rows.begin(), rows.end(), [&](const network::SetFormatRow& row) {
    return row.needs_sites &&
           std::find(request.sets.begin(), request.sets.end(), row.name) != request.sets.end();
  });
}

}  // namespace encke::job
