#include "clump_words.hpp"

#include <encke/job/request/options/value.hpp>

#include "input_words.hpp"

namespace encke::cli {

std::vector<WordOption> clump_options() {
  return with_input_options(
      {{"--clump", "F", "", "report of an association study: text with a header line"},
       {"--clump-p1", "P", "", "index variants have a p-value up to P (default 0.0001)"},
       {"--clump-p2", "P", "", "variants below P are listed with them (default 0.01)"},
       {"--clump-r2", "X", "",
        "variants of a clump have r2 above X with the index\nvariant "
        "(default 0.5)"},
       {"--clump-kb", "X", "", "and are less than so many kilobases away (default 250)"},
       {"--clump-snp-field", "NAME", "", "column of the variants' ids (default SNP)"},
       {"--clump-field", "NAME", "", "column of the p-values (default P)"}});
}

ClumpWords take_clump(std::vector<job::GivenOption>& given) {
  ClumpWords words;
  const auto take_text = [&](std::string_view name, std::string& to) {
    if (const auto text = take_option(given, name)) to = *text;
  };
  const auto take_real = [&](std::string_view name, double largest, double& to) {
    if (const auto text = take_option(given, name)) {
      to = job::OptionValue{name, *text}.real(0, largest);
    }
  };
  take_text("--clump", words.report);
  if (words.report.empty()) job::refuse("clump needs --clump F, a report of an association study.");
  take_text("--clump-snp-field", words.columns.variant);
  take_text("--clump-field", words.columns.p_value);
  take_real("--clump-p1", 1, words.request.p1);
  take_real("--clump-p2", 1, words.request.p2);
  take_real("--clump-r2", 1, words.request.r2);
  double kilobases = static_cast<double>(words.request.base_pairs) / 1000;
  take_real("--clump-kb", 2147483, kilobases);
  // a decimal fraction must not lose a base pair by its rounding
  words.request.base_pairs = static_cast<Index>(kilobases * 1000 * (1 + 0x1p-44));
  return words;
}

}  // namespace encke::cli
