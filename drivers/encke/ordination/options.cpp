#include "options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <encke/base/text/printable.hpp>
#include <encke/job/request/options/value.hpp>

namespace encke::cli {
namespace {

using job::OptionValue;
using job::refuse;
using ordination::GroupCentre;
using ordination::GroupMethod;
using ordination::PcoaMethod;

constexpr Index most_number = Index{1} << 40;
constexpr std::string_view pcoa_methods[] = {"auto", "exact", "lanczos"};
constexpr std::string_view test_methods[] = {"permanova", "anosim", "permdisp"};
constexpr std::string_view formats[] = {"tsv", "ordination"};
constexpr std::string_view pictures[] = {"scatter"};
constexpr std::string_view centres[] = {"median", "centroid"};
constexpr std::string_view unknowns[] = {"error", "drop"};

enum class Of { both, pcoa, test };

/// An option: parsing, help and log are loops over these rows.
struct Row {
  std::string_view name;
  std::string_view takes;
  std::string_view group;
  Of of;
  std::string_view standard;  ///< the default, as the log shows it; "": none
  std::string_view help;
  void (*read)(const OptionValue&, ordination::Request&);
};

/// Several of the methods, separated by commas, each once.
void read_methods(const OptionValue& value, ordination::Request& request) {
  std::string_view rest = value.text;
  request.methods.clear();
  for (;;) {
    const std::size_t end = std::min(rest.find(','), rest.size());
    const OptionValue one{value.option, std::string(rest.substr(0, end))};
    const auto method = static_cast<GroupMethod>(one.choice(test_methods));
    if (std::count(request.methods.begin(), request.methods.end(), method) > 0) {
      value.refuse("each method once");
    }
    request.methods.push_back(method);
    if (end == rest.size()) return;
    rest.remove_prefix(end + 1);
  }
}

void read_picture_axes(const OptionValue& value, ordination::Request& request) {
  const std::vector<double> axes = value.reals();
  const bool whole = axes.size() == 2 && std::all_of(axes.begin(), axes.end(), [](double axis) {
                       return axis >= 1 && axis <= 1e6 && axis == static_cast<double>(Index(axis));
                     });
  if (!whole) value.refuse("two numbers of axes from 1 on, such as 1,2,");
  request.picture_axes = {static_cast<Index>(axes[0]), static_cast<Index>(axes[1])};
}

constexpr Row rows[] = {
    {"--distances", "F", "Input", Of::both, "",
     "matrix of distances: lsmat text, HDF5 (BDSM), or .npy\n(also without --distances)",
     [](const OptionValue& value, ordination::Request& r) { r.distances = value.text; }},
    {"--ids", "F", "Input", Of::both, "", "with .npy: an id a line",
     [](const OptionValue& value, ordination::Request& r) { r.ids = value.text; }},
    {"--metadata", "F", "Input", Of::both, "",
     "tab-separated table: ids of samples, then columns\nthat its first line names",
     [](const OptionValue& value, ordination::Request& r) { r.metadata = value.text; }},
    {"--column", "NAME", "Input", Of::both, "", "column of the table: the groups",
     [](const OptionValue& value, ordination::Request& r) { r.column = value.text; }},
    {"--unknown", "{error,drop}", "Input", Of::test, "error",
     "samples whose group is empty or NA (default error)",
     [](const OptionValue& value, ordination::Request& r) {
       r.drop_unknown = value.choice(unknowns) == 1;
     }},
    {"--method", "{auto,exact,lanczos}", "What to compute", Of::pcoa, "auto",
     "auto (default): exact up to 5,000 samples, lanczos\n(the matrix is never formed) beyond",
     [](const OptionValue& value, ordination::Request& r) {
       r.method = static_cast<PcoaMethod>(value.choice(pcoa_methods));
     }},
    {"--axes", "K", "What to compute", Of::pcoa, "10", "axes (default 10)",
     [](const OptionValue& value, ordination::Request& r) {
       r.axes = value.count(1, most_number);
     }},
    {"--method", "M,...", "What to compute", Of::test, "permanova",
     "of permanova (default), anosim and permdisp,\nseparated by commas", read_methods},
    {"--permutations", "N", "What to compute", Of::test, "999",
     "random orders of the groups (default 999); 0: no p-value",
     [](const OptionValue& value, ordination::Request& r) {
       r.test.permutations = value.count(0, 100'000'000);
     }},
    {"--seed", "S", "What to compute", Of::test, "1", "of these (default 1)",
     [](const OptionValue& value, ordination::Request& r) {
       r.test.seed = static_cast<std::uint64_t>(value.count(0, most_number));
     }},
    {"--centre", "{median,centroid}", "What to compute", Of::test, "median",
     "permdisp: what samples are apart from (default median,\nthe spatial one)",
     [](const OptionValue& value, ordination::Request& r) {
       r.test.centre = static_cast<GroupCentre>(value.choice(centres));
     }},
    {"--axes", "K", "What to compute", Of::test, "",
     "permdisp: principal coordinates (default: all)",
     [](const OptionValue& value, ordination::Request& r) {
       r.test.axes = value.count(1, most_number);
     }},
    {"--out", "P", "Output", Of::both, "encke", "prefix of the files (default encke)",
     [](const OptionValue& value, ordination::Request& r) { r.out = value.text; }},
    {"--format", "{tsv,ordination}", "Output", Of::pcoa, "tsv",
     "ordination: P.ordination.txt, which scikit-bio, QIIME 2\nand Emperor read, in place of "
     "P.pcoa.tsv",
     [](const OptionValue& value, ordination::Request& r) {
       r.ordination_format = value.choice(formats) == 1;
     }},
    {"--picture", "{scatter}", "Output", Of::pcoa, "",
     "P.scatter.svg: two axes; with --metadata and --column\nin the colours of groups",
     [](const OptionValue& value, ordination::Request& r) {
       r.scatter = value.choice(pictures) == 0;
     }},
    {"--picture-axes", "A,B", "Output", Of::pcoa, "", "those of the picture (default 1,2)",
     read_picture_axes},
    {"--threads", "N", "How", Of::both, "", "default: all cores; results do not depend on them",
     [](const OptionValue& value, ordination::Request& r) {
       r.threads = static_cast<int>(value.count(1, 4096));
     }},
    {"--memory", "MiB", "How", Of::both, "",
     "memory that may be used, such as 8G (default: this\nmachine's)",
     [](const OptionValue& value, ordination::Request& r) {
       r.memory = value.mebibytes(most_number >> 20);
     }},
};

bool is_of(const Row& row, bool tests) {
  return row.of == Of::both || (row.of == Of::test) == tests;
}

void check(const ordination::Request& request, const std::vector<job::GivenOption>& options) {
  if (request.distances.empty()) {
    refuse("a file of distances is needed: encke pcoa F, or --distances F.");
  }
  if (request.metadata.empty() != request.column.empty()) {
    refuse("--metadata and --column work only together.");
  }
  if (request.tests) {
    if (request.metadata.empty()) refuse("group-test needs --metadata F and --column NAME.");
    return;
  }
  const auto given = [&](std::string_view name) {
    return std::any_of(options.begin(), options.end(),
                       [&](const job::GivenOption& option) { return option.name == name; });
  };
  if (!request.scatter && given("--picture-axes")) {
    refuse("--picture-axes works only with --picture scatter.");
  }
  if (!request.scatter && !request.metadata.empty()) {
    refuse("--metadata works only with --picture scatter; group-test compares the groups.");
  }
}

}  // namespace

std::vector<WordOption> ordination_options(bool tests) {
  std::vector<WordOption> options;
  for (const Row& row : rows) {
    if (!is_of(row, tests)) continue;
    options.push_back({std::string(row.name), std::string(row.takes), std::string(row.group),
                       std::string(row.help)});
  }
  return options;
}

ReadOrdination read_ordination(bool tests, const std::vector<std::string>& others,
                               const std::vector<job::GivenOption>& options) {
  ReadOrdination read{.request = {.tests = tests, .methods = {GroupMethod::permanova}}};
  ordination::Request& request = read.request;
  for (const Row& row : rows) {
    if (!is_of(row, tests)) continue;
    const auto given = std::find_if(options.begin(), options.end(),
                                    [&](const auto& option) { return option.name == row.name; });
    if (given != options.end()) {
      row.read({row.name, given->text}, request);
      read.options.push_back(*given);
    } else if (!row.standard.empty()) {
      read.options.push_back({std::string(row.name), std::string(row.standard)});
    }
  }
  if (others.size() > 1 || (!others.empty() && !request.distances.empty())) {
    refuse(fmt::format("{}: unexpected; there is one file of distances", shortened(others.back())));
  }
  if (!others.empty()) {
    request.distances = others.front();
    read.options.insert(read.options.begin(), {"--distances", others.front()});
  }
  check(request, read.options);
  return read;
}

}  // namespace encke::cli
