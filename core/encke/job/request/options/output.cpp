#include <fmt/format.h>

#include <encke/base/cell_bins.hpp>
#include <encke/base/text/printable.hpp>
#include <encke/job/output/format_table.hpp>
#include <encke/job/request/input_table.hpp>
#include <encke/job/request/options/rows.hpp>
#include <encke/job/request/options/show.hpp>
#include <encke/job/request/thresholds.hpp>
#include <encke/sink/format/value_text.hpp>
#include <string>

namespace encke::job {
namespace {

constexpr std::string_view columns[] = {"sites", "ids"};
constexpr std::string_view digests[] = {"hits", "all"};

Shown when(bool holds, std::string_view text) {
  return holds ? Shown(std::string(text)) : std::nullopt;
}

std::string_view data_of(const Request& request) {
  const InputRow& input = input_row(request.input);
  return input.named_alleles ? input.option : std::string_view(request.metric);
}

void read_below(const OptionValue& /*value*/, Request& request) {
  request.below = true;
  if (small_is_good(request)) return;
  refuse(
      takes_option(request, "--distance")
          ? "--below works only with --distance. Of similarities large values are good: use "
            "--threshold alone."
          : "--below works only with --score k2. Of others large values are good: use --threshold "
            "alone.");
}

void read_format(const OptionValue& value, Request& request) {
  std::vector<std::string_view> names;
  for (const FormatRow& row : format_table()) names.push_back(row.name);
  request.format = format_table()[value.choice(names)].format;
  request.format_given = true;
}

void read_out(const OptionValue& value, Request& request) {
  const std::string name = value.text.substr(value.text.rfind('/') + 1);
  if (name.empty() || name == "." || name == "..") {
    refuse(fmt::format("--out {}: a directory found; files begin with a name, such as {}{}net",
                       shortened(value.text, 200), value.text,
                       value.text.ends_with('/') ? "" : "/"));
  }
  request.out = value.text;
}

/// Other formats have no such columns.
void check_edges(std::string_view option, const Request& request) {
  if (request.format == Format::edges) return;
  refuse(fmt::format("{} works only with --format edges.", option));
}

void read_columns(const OptionValue& value, Request& request) {
  request.sites = value.choice(columns) == 0;
  if (request.format != Format::columns) check_edges(value.option, request);
}

void read_no_hash(const OptionValue& value, Request& request) {
  request.hash = false;
  check_edges(value.option, request);
}

void read_zst(const OptionValue& /*value*/, Request& request) {
  request.compression = sink::Compression::zstd;
  const FormatRow& format = format_of(request);
  if (format.streams) return;
  std::string streams;
  for (const FormatRow& row : format_table()) {
    if (row.streams) streams += (streams.empty() ? "" : ", ") + std::string(row.name);
  }
  refuse(
      fmt::format("--zst does not work with --format {}. Use another format ({}), or compress the "
                  "file afterwards.",
                  format.name, streams));
}

void read_digits(const OptionValue& value, Request& request) {
  request.digits = static_cast<int>(value.count(1, sink::most_digits));
  if (only_best(request) || format_of(request).prints_values) return;
  std::string names;
  for (const FormatRow& row : format_table()) {
    if (row.prints_values) names += (names.empty() ? "" : ", ") + std::string(row.name);
  }
  refuse(fmt::format("--digits does not work with --format {}. It is of values in text ({}).",
                     format_of(request).name, names));
}

void read_cell_histogram(const OptionValue& /*value*/, Request& request) {
  if (request.histogram) refuse("Give --histogram or --cell-histogram, not both.");
  request.histogram = request.cell_histogram = true;
  if (!has_allele_cells(request)) {
    refuse(fmt::format("--cell-histogram does not work with {}. It counts values by two alleles.",
                       data_of(request)));
  }
  const Index bins = CellBins::most(request.way);
  const double largest = static_cast<double>(bins) * CellBins::width;
  const double multiplier = multiplier_of(request);
  if (multiplier >= CellBins::width && multiplier <= largest) return;
  refuse(fmt::format("--cell-histogram works only with a --multiplier from {:g} to {:g}.",
                     CellBins::width, largest));
}

void read_checksum(const OptionValue& /*value*/, Request& request) {
  constexpr double limit = 16;  // see sink::Checksum
  request.checksum = true;
  if (!request.parts.empty()) return;
  if (metric_of(request).largest(request, false) < limit) return;
  refuse(fmt::format("--checksum does not work with --multiplier {1}: it is of values below {0}.",
                     limit, number_text(multiplier_of(request))));
}

Shown histogram_entry(const Request& request) {
  return request.cell_histogram ? "by cell" : request.histogram ? "yes" : "no";
}

void recall_histogram(const std::string& text, Request& request) {
  request.cell_histogram = text == "by cell";
  request.histogram = text == "yes" || request.cell_histogram;
}

constexpr Identifies by_histogram = {
    .entry = "histogram", .text = histogram_entry, .recall = recall_histogram};

constexpr OptionRow output_rows[] = {
    {.name = "--out",
     .takes = "P",
     .group = Group::output,
     .taken_by = TakenBy::all,
     .help = "prefix of the files written (default encke)",
     .read = read_out,
     .show = [](const Request& r) { return Shown(r.out); },
     .merge_help = "prefix of the files written (must be given)"},
    {.name = "--threshold",
     .takes = "T",
     .group = Group::output,
     .taken_by = TakenBy::all,
     .help = "only values above T",
     .read = read_threshold,
     .show = [](const Request& r) { return when(r.threshold.has_value(), threshold_text(r)); },
     .identifies = {.entry = "threshold",
                    .text = [](const Request& r) { return Shown(threshold_text(r)); },
                    .recall = parse_threshold}},
    {.name = "--top",
     .takes = "N",
     .group = Group::output,
     .taken_by = TakenBy::all,
     .help = "only the N {largest}",
     .read = [](const OptionValue& value, Request& r) { r.top = value.count(1, largest_count); },
     .show = [](const Request& r) { return shown_count(r.top); },
     .identifies =
         {.entry = "top",
          .text = [](const Request& r) { return Shown(r.top ? std::to_string(*r.top) : "none"); },
          .recall =
              [](const std::string& text, Request& r) {
                if (text != "none") r.top = stored_count("top", text);
              }}},
    {.name = "--below",
     .takes = "",
     .group = Group::output,
     .help = "--threshold keeps the values below T (--score k2)",
     .read = read_below,
     .show = [](const Request& r) { return shown_flag(r.below); },
     .identifies = {.entry = "below",
                    .text = [](const Request& r) { return when(r.below, "yes"); },
                    .recall = [](const std::string& text, Request& r) { r.below = text == "yes"; }},
     .only_with = "--threshold"},
    {.name = "--best",
     .takes = "",
     .group = Group::output,
     .help = "P.best.tsv: best partners of each {vector}; without\n--threshold and --top nothing "
             "else",
     .read = [](const OptionValue& /*value*/, Request& r) { r.best = true; },
     .show = [](const Request& r) { return shown_flag(r.best); },
     .identifies = {.entry = "best",
                    .text = [](const Request& r) { return when(r.best, "yes"); },
                    .recall = [](const std::string& text, Request& r) { r.best = text == "yes"; }}},
    {.name = "--all",
     .takes = "",
     .group = Group::output,
     .taken_by = TakenBy::all,
     .help = "also where that is more than 1 GB or 100,000,000 values",
     .read = [](const OptionValue& /*value*/, Request& r) { r.all = true; },
     .show = [](const Request& r) { return shown_flag(r.all); }},
    {.name = "--faith-pd",
     .takes = "",
     .group = Group::output,
     .help = "P.faith_pd.tsv: Faith's phylogenetic diversity of each\nsample",
     .read = [](const OptionValue& /*value*/, Request& r) { r.faith_pd = true; },
     .show = [](const Request& r) { return shown_flag(r.faith_pd); }},
    {.name = "--king-cutoff",
     .takes = "X",
     .group = Group::output,
     .help = "P.king.cutoff.in.id, P.king.cutoff.out.id: which samples\nto leave out so that no "
             "kinship is above X; without\n--threshold only such pairs are written",
     .read = [](const OptionValue& value, Request& r) { r.king_cutoff = value.real(0, 0.5); },
     .show =
         [](const Request& r) {
           return r.king_cutoff ? Shown(number_text(*r.king_cutoff)) : std::nullopt;
         }},
    {.name = "--format",
     .takes = "NAME",
     .group = Group::output,
     .taken_by = TakenBy::all,
     .help = "form of the file of values:\n{formats}",
     .read = read_format,
     .show = [](const Request& r) { return Shown(format_of(r).name); },
     .merge_help = "form of the file of values:\n{formats}"},
    {.name = "--columns",
     .takes = "{sites,ids}",
     .group = Group::output,
     .help = "of --format edges and columns: chromosome, position and\nbases of each {vector} too "
             "(default), or the ids alone",
     .read = read_columns,
     .show = [](const Request& r) { return when(!r.sites, "ids"); },
     .merge_help = "of --format edges and columns: chromosome, position and\nbases of each variant "
                   "too (default), or the ids alone"},
    {.name = "--no-hash",
     .takes = "",
     .group = Group::output,
     .taken_by = TakenBy::all,
     .help = "the header line of P.edges.tsv begins without #, as\nR's read.table wants it",
     .read = read_no_hash,
     .show = [](const Request& r) { return shown_flag(!r.hash); },
     .merge_help = "the header line of P.edges.tsv begins without #"},
    {.name = "--digits",
     .takes = "N",
     .group = Group::output,
     .taken_by = TakenBy::all,
     .help = "significant digits of values in text, 1 to 17 (default:\nas few as read back with "
             "the same bits)",
     .read = read_digits,
     .show =
         [](const Request& r) {
           return r.digits > 0 ? Shown(std::to_string(r.digits)) : std::nullopt;
         },
     .merge_help = "significant digits of values in text, 1 to 17 (default:\nas few as read back "
                   "with the same bits)"},
    {.name = "--zst",
     .takes = "",
     .group = Group::output,
     .taken_by = TakenBy::all,
     .help = "compress that file (Zstandard): its name ends in .zst",
     .read = read_zst,
     .show = [](const Request& r) { return shown_flag(r.compression != sink::Compression::none); },
     .merge_help = "compress that file (Zstandard): its name ends in .zst"},
    {.name = "--histogram",
     .takes = "",
     .group = Group::output,
     .taken_by = TakenBy::all,
     .help = "P.histogram.tsv and P.histogram.svg: counts of all values",
     .read = [](const OptionValue& /*value*/, Request& r) { r.histogram = true; },
     .show = [](const Request& r) { return shown_flag(r.histogram && !r.cell_histogram); },
     .identifies = by_histogram},
    {.name = "--cell-histogram",
     .takes = "",
     .group = Group::output,
     .help = "P.histogram.tsv in CoMet's form: counts by the alleles",
     .read = read_cell_histogram,
     .show = [](const Request& r) { return shown_flag(r.cell_histogram); },
     .identifies = by_histogram},
    {.name = "--report",
     .takes = "",
     .group = Group::output,
     .taken_by = TakenBy::all,
     .help = "P.report.html: one page of the run, with its log, the\nhistogram, the best values "
             "and, with --network, pictures",
     .read = [](const OptionValue& /*value*/, Request& r) { r.report = true; },
     .show = [](const Request& r) { return shown_flag(r.report); }},
    {.name = "--checksum",
     .takes = "",
     .group = Group::output,
     .help = "CoMet's checksum, in P.log and P.summary.json",
     .read = read_checksum,
     .show = [](const Request& r) { return shown_flag(r.checksum); },
     .merge_help = "CoMet's checksum, in P.log and P.summary.json"},
    {.name = "--digest",
     .takes = "{hits,all}",
     .group = Group::output,
     .taken_by = TakenBy::all,
     .help = "what the run's digest is of: the values written\n(default) or all",
     .read = [](const OptionValue& value,
                Request& r) { r.digest_all = value.choice(digests) == 1; },
     .show = [](const Request& r) { return Shown(digests[r.digest_all ? 1 : 0]); },
     .identifies = {.entry = "digest",
                    .text = [](const Request& r) { return Shown(digests[r.digest_all ? 1 : 0]); },
                    .recall = [](const std::string& text,
                                 Request& r) { r.digest_all = text == "all"; }}},
};

}  // namespace

std::span<const OptionRow> options_of_output() { return output_rows; }

}  // namespace encke::job
