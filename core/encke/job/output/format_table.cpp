#include <fmt/format.h>

#include <array>
#include <encke/base/error.hpp>
#include <encke/job/output/format_table.hpp>
#include <encke/job/output/sizes.hpp>
#include <encke/job/request/input_table.hpp>
#include <encke/job/request/metric_table.hpp>
#include <encke/sink/format/edges.hpp>
#include <encke/sink/format/hdf5_columns.hpp>
#include <encke/sink/format/matrix/dense_npy.hpp>
#include <encke/sink/format/matrix/distance_hdf5.hpp>
#include <encke/sink/format/matrix/lsmat.hpp>
#include <encke/sink/format/matrix/squares.hpp>
#include <encke/sink/kinship/kin_table.hpp>

namespace encke::job {
namespace {

Index bytes_of_any_line(bool /*float32*/) { return 16; }
Index bytes_of_number(bool float32) { return float32 ? 4 : 8; }
/// Both halves of the matrix, and the file beside it from which it is made (see CondensedMatrix).
Index bytes_of_matrix(bool float32) { return 8 + 2 * bytes_of_number(float32); }
Index bytes_of_text_matrix(bool float32) { return 8 + 2 * (float32 ? 11 : 20); }

double length_of_matrix_value(const Request& request, const TextLengths& /*text*/) {
  return 2 * (1 + length_of_value(request));
}

double bytes_of_matrix_value(const Request& request, const TextLengths& /*text*/) {
  return 2 * static_cast<double>(bytes_of_number(request.precision == Precision::float32));
}

Index bytes_of_square(bool /*float32*/) { return bytes_of_matrix(false); }
Index bytes_of_square32(bool /*float32*/) { return bytes_of_matrix(true); }

double bytes_of_square_value(const Request& request, const TextLengths& /*text*/) {
  return request.format == Format::square32 ? 8 : 16;
}

double length_of_abc(const Request& request, const TextLengths& text) {
  const double alleles = has_allele_cells(request) ? 2 * request.way : 0;
  return length_of_ids_and_value(request, text) + alleles;
}

double length_of_edge(const Request& request, const TextLengths& text) {
  const double statistic = has_p_values(request) ? 14 : 0;
  const double sites = text.site > 0 ? request.way * (text.site + 1) : 0;
  return length_of_abc(request, text) + statistic + sites;
}

double bytes_of_record(const Request& request, const TextLengths& /*text*/) {
  return 4 * (request.way + 1);
}

double length_of_kinship(const Request& request, const TextLengths& text) {
  return request.way * (text.name + 3) + 6 + 3 * 10;  // NSNP, and three with six digits
}

template <class Values, class... Arguments>
std::unique_ptr<Sink> made(sink::OutputSet& set, Arguments&&... arguments) {
  auto values = std::make_unique<Values>(std::forward<Arguments>(arguments)...);
  values->join(set);
  return values;
}

template <sink::EdgeFormat format>
std::unique_ptr<Sink> make_lines(const Request& request, const sink::Ids& ids,
                                 const sink::SiteTexts& sites, sink::OutputSet& set) {
  // the largest values come in the order in which they are to be read
  const auto order = request.top ? sink::EdgeOrder::as_it_comes : sink::EdgeOrder::by_index;
  return made<sink::Edges>(set, request.out, ids, format, sort_limits(request), request.compression,
                           sink::EdgeColumns{request.sites ? sites : nullptr, request.hash,
                                             request.digits, has_distances(request)},
                           order);
}

std::unique_ptr<Sink> make_edges(const Request& request, const sink::Ids& ids,
                                 const sink::SiteTexts& sites, sink::OutputSet& set) {
  return input_row(request.input).named_alleles
             ? make_lines<sink::EdgeFormat::named_alleles>(request, ids, sites, set)
             : make_lines<sink::EdgeFormat::edges>(request, ids, sites, set);
}

std::unique_ptr<Sink> make_npy(const Request& request, const sink::Ids& ids,
                               const sink::SiteTexts& /*sites*/, sink::OutputSet& set) {
  return made<sink::DenseNpy>(set, request.out, sink::DenseNpy::default_buffer, ids);
}

std::unique_ptr<Sink> make_lsmat(const Request& request, const sink::Ids& ids,
                                 const sink::SiteTexts& /*sites*/, sink::OutputSet& set) {
  return made<sink::Lsmat>(set, request.out, ids, sort_bytes(request), request.compression,
                           value_of_same(request), request.digits);
}

std::unique_ptr<Sink> make_hdf5(const Request& request, const sink::Ids& ids,
                                const sink::SiteTexts& /*sites*/, sink::OutputSet& set) {
  return made<sink::DistanceHdf5>(set, request.out, ids, sort_bytes(request),
                                  value_of_same(request));
}

double bytes_of_row(const Request& request, const TextLengths& /*text*/) {
  const double value = request.precision == Precision::float32 ? 4 : 8;
  const double alleles = has_allele_cells(request) ? request.way : 0;
  return 4 * request.way + alleles + value + (has_p_values(request) ? 9 : 0);
}

std::unique_ptr<Sink> make_columns(const Request& request, const sink::Ids& ids,
                                   const sink::SiteTexts& sites, sink::OutputSet& set) {
  return made<sink::Hdf5Columns>(set, request.out, ids, request.sites ? sites : nullptr,
                                 sort_limits(request), request.top.has_value());
}

std::unique_ptr<Sink> make_kin0(const Request& request, const sink::Ids& ids,
                                const sink::SiteTexts& /*sites*/, sink::OutputSet& set) {
  return made<sink::KinTable>(set, request.out, ids, sort_limits(request), request.compression);
}

std::unique_ptr<Sink> make_square(const Request& request, const sink::Ids& ids,
                                  const sink::SiteTexts& sites, sink::OutputSet& set) {
  return make_squares(request, ids, sites, {}, set);
}

constexpr std::array table = {
    FormatRow{.format = Format::edges,
              .name = "edges",
              .ending = ".edges.tsv",
              .help = "a line for each value",
              .bytes_of_value = bytes_of_any_line,
              .bytes_of_line = length_of_edge,
              .prints_values = true,
              .make = make_edges},
    FormatRow{.format = Format::abc,
              .name = "abc",
              .ending = ".abc",
              .help = "labels and value",
              .bytes_of_value = bytes_of_any_line,
              .bytes_of_line = length_of_abc,
              .lines = sink::EdgeFormat::abc,
              .prints_values = true,
              .make = make_lines<sink::EdgeFormat::abc>},
    FormatRow{.format = Format::packed,
              .name = "packed",
              .ending = ".bin",
              .help = "CoMet's records",
              .two_alleles = true,
              .ids = HoldsIds::none,
              .bytes_of_value = bytes_of_any_line,
              .bytes_of_line = bytes_of_record,
              .lines = sink::EdgeFormat::packed,
              .make = make_lines<sink::EdgeFormat::packed>},
    FormatRow{.format = Format::npy,
              .name = "npy",
              .ending = ".npy",
              .help = "all values; names in P.ids",
              .names_beside = true,
              .holds_all = true,
              .streams = false,
              .sorts = false,
              .ids = HoldsIds::none,
              .bytes_of_value = bytes_of_number,
              .make = make_npy},
    FormatRow{.format = Format::lsmat,
              .name = "lsmat",
              .ending = ".lsmat.tsv",
              .help = "the whole matrix",
              .holds_all = true,
              .matrix = true,
              .bytes_of_value = bytes_of_text_matrix,
              .bytes_of_line = length_of_matrix_value,
              .prints_values = true,
              .make = make_lsmat},
    FormatRow{.format = Format::hdf5,
              .name = "hdf5",
              .ending = ".h5",
              .help = "the whole matrix",
              .holds_all = true,
              .matrix = true,
              .streams = false,
              .ids = HoldsIds::terminated,
              .bytes_of_value = bytes_of_matrix,
              .bytes_of_line = bytes_of_matrix_value,
              .make = make_hdf5},
    FormatRow{.format = Format::kin0,
              .name = "kin0",
              .ending = ".kin0",
              .help = "PLINK 2's table of kinships",
              .columns = true,
              .bytes_of_value = bytes_of_any_line,
              .bytes_of_line = length_of_kinship,
              .make = make_kin0},
    FormatRow{.format = Format::columns,
              .name = "columns",
              .ending = ".columns.h5",
              .help = "a column of HDF5 for each part of a line",
              .streams = false,
              .ids = HoldsIds::terminated,
              .bytes_of_value = bytes_of_any_line,
              .bytes_of_line = bytes_of_row,
              .make = make_columns},
    FormatRow{.format = Format::square,
              .name = "square",
              .ending = ".square.npy",
              .help = "the matrix, or one for each of --loci; variants in P.vars",
              .holds_all = true,
              .matrix = true,
              .squares = true,
              .streams = false,
              .bytes_of_value = bytes_of_square,
              .bytes_of_line = bytes_of_square_value,
              .make = make_square},
    FormatRow{.format = Format::square32,
              .name = "square32",
              .ending = ".square.npy",
              .help = "the same, as float32",
              .holds_all = true,
              .matrix = true,
              .squares = true,
              .streams = false,
              .bytes_of_value = bytes_of_square32,
              .bytes_of_line = bytes_of_square_value,
              .make = make_square},
};

constexpr bool stand_in_order() {
  for (std::size_t i = 0; i < table.size(); ++i) {
    if (table[i].format != static_cast<Format>(i)) return false;
  }
  return true;
}
static_assert(stand_in_order(), "one row for each name of Format, in its order");

}  // namespace

std::unique_ptr<Sink> make_squares(const Request& request, const sink::Ids& ids,
                                   const sink::SiteTexts& sites, const std::vector<io::Locus>& loci,
                                   sink::OutputSet& set) {
  constexpr std::size_t most = 400;  // two open files each
  if (loci.size() > most) {
    throw Error(Failure::inconsistent,
                fmt::format("--loci {}: {} loci with variants found, at most {} expected with "
                            "--format {}. Make a run for each part of the list.",
                            request.loci, loci.size(), most, format_of(request).name));
  }
  std::vector<sink::Square> squares;
  for (const io::Locus& locus : loci) squares.push_back({locus.name, locus.variants});
  if (loci.empty()) squares.push_back({"", {0, static_cast<Index>(ids->size())}});
  return made<sink::Squares>(set, request.out, ids, sites, std::move(squares),
                             sink::Squares::How{.memory = sort_bytes(request),
                                                .same = value_of_same(request),
                                                .float32 = request.format == Format::square32});
}

std::span<const FormatRow> format_table() { return table; }

double length_of_value(const Request& request) {
  const double all = request.precision == Precision::float32 ? 8 : 16.5;
  return 2 + (request.digits > 0 ? request.digits : all);  // "0." and its digits
}

double length_of_ids_and_value(const Request& request, const TextLengths& text) {
  return request.way * (text.name + 1) + length_of_value(request) + 1;
}

const FormatRow& format_row(Format format) {
  const auto place = static_cast<std::size_t>(format);
  if (place < table.size()) return table[place];
  throw Error(Failure::internal, "a format has no row in format_table.cpp");
}

}  // namespace encke::job
