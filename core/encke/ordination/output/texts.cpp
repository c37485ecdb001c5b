#include <fmt/format.h>

#include <algorithm>
#include <encke/base/error.hpp>
#include <encke/base/text/printable.hpp>
#include <encke/ordination/output/texts.hpp>
#include <encke/sink/format/value_text.hpp>
#include <encke/sink/ids.hpp>
#include <memory>
#include <span>

namespace encke::ordination {
namespace {

void add_value(double value, std::string& text) {
  char digits[sink::value_text_size];
  text.append(digits, sink::print_value(digits, value, false));
}

void check_ids(const Pcoa& pcoa) {
  sink::check_column_ids("principal coordinates",
                         std::make_shared<const std::vector<std::string>>(pcoa.ids));
}

/// A line for each sample: its id and its coordinates.
void add_samples(const Pcoa& pcoa, std::string& text) {
  for (Index i = 0; i < pcoa.samples(); ++i) {
    text += pcoa.ids[static_cast<std::size_t>(i)];
    for (Index axis = 0; axis < pcoa.axes; ++axis) {
      text += '\t';
      add_value(pcoa.coordinate(i, axis), text);
    }
    text += '\n';
  }
}

/// A name, how many, and a line with the values; those below 0 as 0.
void add_section(const char* name, std::span<const double> values, std::string& text) {
  text += fmt::format("{}\t{}\n", name, values.size());
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (i > 0) text += '\t';
    add_value(std::max(values[i], 0.0), text);
  }
  text += "\n\n";
}

}  // namespace

std::string coordinates_text(const Pcoa& pcoa) {
  check_ids(pcoa);
  std::string text = "#SAMPLE";
  for (Index axis = 1; axis <= pcoa.axes; ++axis) text += fmt::format("\tPC{}", axis);
  text += '\n';
  add_samples(pcoa, text);
  return text;
}

std::string eigenvalues_text(const Pcoa& pcoa) {
  std::string text = "#AXIS\tEIGENVALUE\tPROPORTION\tCUMULATIVE\n";
  double cumulative = 0;
  for (std::size_t axis = 0; axis < pcoa.eigenvalues.size(); ++axis) {
    cumulative += pcoa.proportions[axis];
    text += std::to_string(axis + 1);
    for (const double value : {pcoa.eigenvalues[axis], pcoa.proportions[axis], cumulative}) {
      text += '\t';
      add_value(value, text);
    }
    text += '\n';
  }
  return text;
}

std::string ordination_text(const Pcoa& pcoa) {
  check_ids(pcoa);
  for (const std::string& id : pcoa.ids) {
    if (id.front() != ' ' && id.back() != ' ') continue;
    throw Error(Failure::inconsistent,
                fmt::format("the id {} begins or ends with a blank, which readers of the format "
                            "ordination cut off; --format tsv keeps it",
                            in_quotes(id)));
  }
  const auto axes = static_cast<std::size_t>(pcoa.axes);
  std::string text;
  add_section("Eigvals", std::span(pcoa.eigenvalues).first(axes), text);
  add_section("Proportion explained", std::span(pcoa.proportions).first(axes), text);
  text += fmt::format("Species\t0\t0\n\nSite\t{}\t{}\n", pcoa.samples(), pcoa.axes);
  add_samples(pcoa, text);
  return text + "\nBiplot\t0\t0\n\nSite constraints\t0\t0\n";
}

std::string tests_text(const std::vector<GroupTest>& tests, const Grouping& grouping) {
  std::string text = "#METHOD\tSTATISTIC\tVALUE\tP\tPERMUTATIONS\tSAMPLES\tGROUPS\n";
  for (const GroupTest& test : tests) {
    text += fmt::format("{}\t{}\t", title(test.method), statistic_name(test.method));
    add_value(test.statistic, text);
    text += '\t';
    add_value(test.p(), text);
    text += fmt::format("\t{}\t{}\t{}\n", test.permutations, grouping.of.size(), grouping.groups());
  }
  return text;
}

std::string groups_text(const std::vector<GroupTest>& tests, const Grouping& grouping,
                        const std::vector<double>& mean_distances) {
  const auto permdisp = std::find_if(tests.begin(), tests.end(), [](const GroupTest& test) {
    return test.method == GroupMethod::permdisp;
  });
  const bool has_centres = permdisp != tests.end();
  std::string text = "#GROUP\tSAMPLES\tMEAN_DISTANCE";
  text += has_centres ? "\tMEAN_TO_CENTRE\n" : "\n";
  for (std::size_t g = 0; g < grouping.names.size(); ++g) {
    text += fmt::format("{}\t{}\t", grouping.names[g], grouping.sizes[g]);
    add_value(mean_distances[g], text);
    if (has_centres) {
      text += '\t';
      add_value(permdisp->spread[g], text);
    }
    text += '\n';
  }
  return text;
}

}  // namespace encke::ordination
