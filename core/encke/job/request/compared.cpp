#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <encke/base/error.hpp>
#include <encke/base/index.hpp>
#include <encke/base/text/text.hpp>
#include <encke/base/text/text_hash.hpp>
#include <encke/io/chromosome_numbers.hpp>
#include <encke/io/id_list.hpp>
#include <encke/io/select/loci.hpp>
#include <encke/job/output/format_table.hpp>
#include <encke/job/request/compared.hpp>
#include <encke/job/request/input_table.hpp>
#include <encke/job/request/metric_table.hpp>
#include <encke/job/request/options/show.hpp>
#include <optional>

namespace encke::job {
namespace {

constexpr double bases_of_kb = 1000;
// A distance that equals the limit on paper must not fail by the rounding of a decimal fraction.
constexpr double tolerance = 0x1p-44;

/// Variants that are near each other go together in cases without any effect: of cases alone, pairs
/// are compared that are further apart than this.
constexpr double kb_of_linkage = 1000;

/// True if the metric has tuples of its own where none are asked for.
bool chooses_tuples(const Request& request) {
  const bool asked = request.across != Across::of_metric || request.window_kb.has_value() ||
                     request.window_variants.has_value() || !request.loci.empty();
  return !asked && (metric_of(request).within_chromosome || is_of_cases(request.score));
}

/// The request with the window that the metric has of its own, where the input has chromosomes.
Request with_window_of_metric(Request request, const io::Source& source) {
  if (chooses_tuples(request) && is_of_cases(request.score) && !source.sites().empty()) {
    request.across = Across::beyond;
    request.window_kb = kb_of_linkage;
  }
  return request;
}

/// What is said of chromosomes, where the input has any.
Across across_of(const Request& request, const io::Source& source) {
  if (request.across != Across::of_metric) return request.across;
  const bool within =
      metric_of(request).within_chromosome || request.window_kb || request.window_variants;
  return within && !source.sites().empty() ? Across::within : Across::all;
}

void check_sites(const Request& request, const io::Source& source, Across across) {
  const io::Sites& sites = source.sites();
  const bool by_position = request.window_kb || !request.loci.empty();
  const bool needed = across == Across::within || across == Across::beyond || by_position;
  if (needed && !sites.empty()) sites.check_chromosomes();
  if (by_position && !sites.empty()) sites.check_positions();
  if (!sites.empty() || !needed) return;
  throw Error(Failure::inconsistent,
              fmt::format("{} has no chromosomes and positions, which this window needs. Use "
                          "--window-variants.",
                          input_row(request.input).option));
}

/// What to say of variants whose place is not known, which PLINK writes as 0: they are compared as
/// if it were one.
void add_remarks_on_places(const Request& request, const io::Sites& sites, Across across,
                           std::vector<std::string>& remarks) {
  const bool by_position = request.window_kb || !request.loci.empty();
  if (!by_position && across == Across::all) return;
  Index no_chromosome = 0, no_position = 0;
  for (Index v = 0; v < sites.size(); ++v) {
    if (sites.chromosome(v) == "0") {
      ++no_chromosome;
    } else if (sites.positions()[idx(v)] == 0) {
      ++no_position;
    }
  }
  if (no_chromosome > 0) {
    remarks.push_back(
        fmt::format("variants on chromosome 0, which means unknown: {}; they count as those of one "
                    "chromosome (--not-chr 0 leaves them out)",
                    no_chromosome));
  }
  if (by_position && no_position > 0) {
    remarks.push_back(fmt::format(
        "variants at position 0, which means unknown: {}; the window takes it for their place",
        no_position));
  }
}

/// The window that is asked for; none where nothing is.
std::optional<Window> window_of(const Request& request, const io::Source& source, Across across) {
  std::optional<Window> window;
  const auto add = [&window](const Window& other) { window = window ? *window & other : other; };
  const io::Sites& sites = source.sites();
  if (request.window_kb) {
    const std::vector<double> positions(sites.positions().begin(), sites.positions().end());
    add(Window::within_distance(positions,
                                std::floor(*request.window_kb * bases_of_kb * (1 + tolerance)),
                                io::chromosome_numbers(sites)));
  } else if (across == Across::within || (across == Across::beyond && !sites.empty())) {
    add(Window::within_groups(io::chromosome_numbers(sites)));
  }
  if (request.window_variants) {
    add(Window::within_places(source.vectors(), *request.window_variants - 1));
  }
  return window;
}

/// Of loci: each variant meets those up to the end of the last locus that has it.
Window window_of_loci(const Request& request, const io::Source& source, Compared& compared) {
  io::Loci list = io::read_loci(request.loci, source.sites());
  compared.files.push_back(list.file);
  if (list.loci.empty()) {
    throw Error(Failure::inconsistent,
                fmt::format("--loci {}: none of its {} loci has a variant of the input.",
                            request.loci, list.empty));
  }
  std::vector<std::uint32_t> ends(idx(source.vectors()));
  for (std::size_t v = 0; v < ends.size(); ++v) ends[v] = static_cast<std::uint32_t>(v + 1);
  for (const io::Locus& locus : list.loci) {
    for (Index v = locus.variants.begin; v < locus.variants.end; ++v) {
      ends[idx(v)] = std::max(ends[idx(v)], static_cast<std::uint32_t>(locus.variants.end));
    }
  }
  compared.remarks.push_back(fmt::format("--loci {}: loci with variants: {}, without: {}",
                                         request.loci, list.loci.size(), list.empty));
  compared.loci = std::move(list.loci);
  return Window::of_ends(std::move(ends));
}

/// True if the pairs of each locus are all compared.
bool has_whole_loci(const Request& request) {
  return !request.loci.empty() && !request.window_kb && !request.window_variants &&
         request.extract_first.empty();
}

/// True if the list names a vector; samples of genotypes have the names FID and IID.
bool is_named(io::IdList& ids, const std::string& name, bool of_samples) {
  if (!of_samples) return ids.meets(name);
  const std::size_t blank = name.find(' ');
  if (blank == std::string::npos) return ids.meets(name);
  return ids.meets_sample(name.substr(0, blank), name.substr(blank + 1));
}

bool has_blanks(const std::vector<std::string>& names) {
  return std::any_of(names.begin(), names.end(),
                     [](const std::string& name) { return name.find(' ') != std::string::npos; });
}

/// The vectors that a list names, by the names in use or by those of the file.
std::vector<Index> read_set(const std::string& option, const std::string& path, bool of_samples,
                            const io::Source& source, Compared& compared) {
  const auto separators =
      has_blanks(source.names()) ? io::Separators::tabs : io::Separators::blanks;
  io::IdList ids = of_samples ? io::read_sample_list(path) : io::read_id_list(path, separators);
  compared.files.push_back(ids.file());
  std::vector<Index> set;
  const auto& names = source.names();
  auto former = source.made_ids().former.begin();
  for (Index v = 0; v < std::ssize(names); ++v) {
    bool named = is_named(ids, names[static_cast<std::size_t>(v)], of_samples);
    if (former != source.made_ids().former.end() && former->first == v) {
      named = ids.meets(former++->second) || named;
    }
    if (named) set.push_back(v);
  }
  const std::string unknown =
      ids.unknown() == 0 ? "" : fmt::format(", ids that match none: {}", ids.unknown());
  if (set.empty()) {
    throw Error(Failure::inconsistent, fmt::format("{} {} names none of {}{}.", option, path,
                                                   counted(std::ssize(names), "vector"), unknown));
  }
  compared.remarks.push_back(fmt::format("{} {}: {} of {} named{}", option, path, set.size(),
                                         counted(std::ssize(names), "vector"), unknown));
  return set;
}

Domain domain_of_sets(const Request& request, const io::Source& source, Compared& compared) {
  if (request.extract_first.empty()) return {};
  const Index vectors = source.vectors();
  const bool of_samples = metric_of(request).of_samples;
  std::vector<std::vector<Index>> sets = {
      read_set("--extract-first", request.extract_first, of_samples, source, compared)};
  std::vector<Index> others;
  if (!request.extract_second.empty()) {
    others = read_set("--extract-second", request.extract_second, of_samples, source, compared);
  } else {
    for (Index v = 0; v < vectors; ++v) others.push_back(v);
  }
  for (int set = 1; set < request.way; ++set) sets.push_back(others);
  return Domain::of_sets(vectors, sets);
}

/// "within a chromosome, at most 50 kb apart"
std::string window_text(const Request& request, Across across, bool by_metric) {
  std::string text = across == Across::within   ? "within a chromosome"
                     : across == Across::beyond ? "of different chromosomes"
                                                : "";
  const bool beyond = across == Across::beyond;
  if (!request.loci.empty()) text += text.empty() ? "of one locus" : ", of one locus";
  const auto add = [&](const std::string& limit) {
    text += fmt::format("{}{} apart", text.empty() ? "" : beyond ? " or " : ", ", limit);
  };
  if (request.window_kb) {
    add(fmt::format("{} {} kb", beyond ? "more than" : "at most", number_text(*request.window_kb)));
  }
  if (request.window_variants) {
    add(fmt::format("{} {} {}", beyond ? "at least" : "fewer than", *request.window_variants,
                    metric_of(request).words.vectors));
  }
  return text + (by_metric ? " (--inter-chr compares all)" : "");
}

}  // namespace

void check_format(const Request& request, const Domain& domain) {
  const FormatRow& format = format_of(request);
  if (domain.everything() || !format.holds_all || is_part(request) || only_best(request)) return;
  if (format.squares && has_whole_loci(request)) return;
  throw Error(Failure::inconsistent,
              fmt::format("--format {} has a place for every {}, but not all are compared. Use {} "
                          "--format edges.",
                          format.name, request.way == 2 ? "pair" : "triple",
                          format.squares            ? "--loci with a list of ranges, or"
                          : chooses_tuples(request) ? "--inter-chr to compare all, or"
                                                    : "another, such as"));
}

std::string count_text(const Domain& domain, int way, Index vectors) {
  return fmt::format("{} of {} {}", grouped(domain.tuples(way, vectors)),
                     grouped(Domain().tuples(way, vectors)), way == 2 ? "pairs" : "triples");
}

Compared compared_in(const Request& asked, const io::Source& source) {
  const Request request = with_window_of_metric(asked, source);
  Compared compared;
  const Across across = across_of(request, source);
  check_sites(request, source, across);
  add_remarks_on_places(request, source.sites(), across, compared.remarks);
  Domain domain = domain_of_sets(request, source, compared);
  auto window = window_of(request, source, across);
  if (!request.loci.empty()) {
    const Window loci = window_of_loci(request, source, compared);
    window = window ? *window & loci : loci;
  }
  if (window) domain = across == Across::beyond ? domain.beyond(*window) : domain.within(*window);
  const Index vectors = source.vectors();
  const int way = request.way;
  if (domain.tuples(way, vectors) == Domain().tuples(way, vectors)) domain = {};
  const bool by_metric = chooses_tuples(asked) && window.has_value();
  check_format(asked, domain);
  if (!domain.everything()) {
    std::string remark = "compared: " + count_text(domain, way, vectors);
    if (window) remark += " " + window_text(request, across, by_metric);
    compared.remarks.push_back(remark);
  }
  compared.domain = std::move(domain);
  return compared;
}

}  // namespace encke::job
