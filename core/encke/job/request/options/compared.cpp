#include <encke/job/request/input_table.hpp>
#include <encke/job/request/options/rows.hpp>
#include <encke/job/request/options/show.hpp>

namespace encke::job {
namespace {

template <Across across>
Shown show_across(const Request& request) {
  return shown_flag(request.across == across);
}

/// One of the flags that say what chromosomes have to do with it.
template <Across across>
void read_across(const OptionValue& /*value*/, Request& request) {
  if (request.across != Across::of_metric) {
    refuse("Give one of --within-chromosome, --inter-chr and --trans.");
  }
  request.across = across;
  if (across == Across::all && request.window_kb) {
    refuse("--inter-chr does not work with --window-kb, which is within a chromosome.");
  }
  if (across != Across::within && !request.loci.empty()) {
    refuse("--loci does not work with --inter-chr and --trans: a locus is on one chromosome.");
  }
}

Shown across_text(const Request& request) {
  switch (request.across) {
    case Across::of_metric:
      return std::nullopt;
    case Across::within:
      return "within";
    case Across::all:
      return "all";
    case Across::beyond:
      return "beyond";
  }
  return std::nullopt;
}

void recall_across(const std::string& text, Request& request) {
  static constexpr std::string_view texts[] = {"within", "all", "beyond"};
  request.across = static_cast<Across>(1 + stored_choice("chromosomes", text, texts));
}

constexpr Identifies by_chromosomes = {
    .entry = "chromosomes", .text = across_text, .recall = recall_across};

void read_window_kb(const OptionValue& value, Request& request) {
  constexpr double longest = 1e12;
  request.window_kb = value.real(0, longest);
}

Shown show_window_kb(const Request& request) {
  return request.window_kb ? Shown(number_text(*request.window_kb)) : std::nullopt;
}

/// A list of loci; its contents are among the inputs.
Shown loci_text(const Request& request) {
  return request.loci.empty() ? std::nullopt : Shown("list");
}

/// Which lists of ids make the sets; their contents are among the inputs.
Shown sets_text(const Request& request) {
  if (request.extract_first.empty()) return std::nullopt;
  return request.extract_second.empty() ? "first" : "first second";
}

constexpr Identifies by_lists = {.entry = "sets", .text = sets_text};

constexpr OptionRow compared_rows[] = {
    {.name = "--window-kb",
     .also = "--ld-window-kb",
     .takes = "K",
     .group = Group::compared,
     .help = "only {vectors} of one chromosome that are at most K\nthousand base pairs apart",
     .read = read_window_kb,
     .show = show_window_kb,
     .identifies = {.entry = "window-kb",
                    .text = show_window_kb,
                    .recall = [](const std::string& text,
                                 Request& r) { r.window_kb = stored_real("window-kb", text); }}},
    {.name = "--window-variants",
     .also = "--ld-window",
     .takes = "N",
     .group = Group::compared,
     .taken_by = TakenBy::all,
     .help = "only {vectors} fewer than N apart in their order",
     .read = [](const OptionValue& value,
                Request& r) { r.window_variants = value.count(1, largest_count); },
     .show = [](const Request& r) { return shown_count(r.window_variants); },
     .identifies = {.entry = "window-variants",
                    .text = [](const Request& r) { return shown_count(r.window_variants); },
                    .recall =
                        [](const std::string& text, Request& r) {
                          r.window_variants = stored_count("window-variants", text);
                        }}},
    {.name = "--loci",
     .takes = "F",
     .group = Group::compared,
     .help = "only {vectors} of one locus of F, a line for each:\nCHR FROM TO [NAME]",
     .read = [](const OptionValue& value, Request& r) { r.loci = value.text; },
     .show = [](const Request& r) { return shown_path(r.loci); },
     .identifies = {.entry = "loci", .text = loci_text}},
    {.name = "--within-chromosome",
     .takes = "",
     .group = Group::compared,
     .help = "only {vectors} of one chromosome",
     .read = read_across<Across::within>,
     .show = show_across<Across::within>,
     .identifies = by_chromosomes},
    {.name = "--inter-chr",
     .takes = "",
     .group = Group::compared,
     .help = "also {vectors} of different chromosomes",
     .read = read_across<Across::all>,
     .show = show_across<Across::all>,
     .identifies = by_chromosomes},
    {.name = "--trans",
     .takes = "",
     .group = Group::compared,
     .help = "only {vectors} of different chromosomes, or farther\napart than the window",
     .read = read_across<Across::beyond>,
     .show = show_across<Across::beyond>,
     .identifies = by_chromosomes},
    {.name = "--extract-first",
     .takes = "F",
     .group = Group::compared,
     .taken_by = TakenBy::all,
     .help = "one {vector} of each tuple is named in F",
     .read = [](const OptionValue& value, Request& r) { r.extract_first = value.text; },
     .show = [](const Request& r) { return shown_path(r.extract_first); },
     .identifies = by_lists},
    {.name = "--extract-second",
     .takes = "F",
     .group = Group::compared,
     .taken_by = TakenBy::all,
     .help = "the others are named in F (default: any)",
     .read = [](const OptionValue& value, Request& r) { r.extract_second = value.text; },
     .show = [](const Request& r) { return shown_path(r.extract_second); },
     .identifies = by_lists,
     .only_with = "--extract-first"},
};

}  // namespace

std::span<const OptionRow> options_of_compared() { return compared_rows; }

}  // namespace encke::job
