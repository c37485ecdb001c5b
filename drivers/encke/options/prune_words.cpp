#include "prune_words.hpp"

#include <fmt/format.h>

#include <encke/base/text/printable.hpp>
#include <encke/base/text/text.hpp>
#include <encke/job/request/options/value.hpp>
#include <limits>
#include <sstream>

#include "input_words.hpp"

namespace encke::cli {
namespace {

using job::refuse;

constexpr std::string_view pairwise_option = "--indep-pairwise";
constexpr std::string_view order_option = "--indep-order";
constexpr std::string_view orders[] = {"1", "2"};
std::vector<std::string> blank_separated(const std::string& text) {
  std::istringstream in(text);
  std::vector<std::string> words;
  for (std::string word; in >> word;) words.push_back(word);
  return words;
}

bool is_kb(std::string_view text) {
  return text.size() == 2 && (text[0] | 32) == 'k' && (text[1] | 32) == 'b';
}

/// The size of a window; takes its words, one or two, from the front.
void read_size(std::vector<std::string>& words, const std::string& text, ld::PruneWindows& to) {
  constexpr double most = 2147483646;  // PLINK's
  std::string size = words.front();
  words.erase(words.begin());
  bool kb = size.size() > 2 && is_kb(std::string_view(size).substr(size.size() - 2));
  if (kb) {
    size.resize(size.size() - 2);
  } else if (is_kb(words.front())) {
    kb = true;
    words.erase(words.begin());
  }
  const job::OptionValue value{pairwise_option, size};
  if (!kb) {
    to.count = value.count(2, static_cast<Index>(most));
    return;
  }
  // a decimal fraction must not lose a base pair by its rounding
  const double base_pairs = value.real(0, most / 1000) * 1000 * (1 + 0x1p-44);
  to.base_pairs = static_cast<Index>(base_pairs);
  if (to.base_pairs < 2) {
    refuse(fmt::format("{} {}: a window of at least 2 base pairs expected", pairwise_option,
                       shortened(text)));
  }
}

}  // namespace

std::vector<WordOption> prune_options() {
  return with_input_options(
      {{.name = std::string(pairwise_option),
        .takes = "SIZE [STEP] R2",
        .group = "",
        .help = "windows of SIZE variants (50 5 0.2), or of SIZE kilobases\n(250kb 0.2), "
                "that move on by STEP variants (default 1);\npairs above R2 are linked",
        .most_values = 4},
       {.name = std::string(order_option),
        .takes = "{1,2}",
        .group = "",
        .help = "1 (default): in the order of PLINK 1.9; 2: of PLINK 2"}});
}

ld::PruneRequest take_prune(std::vector<job::GivenOption>& given) {
  const auto text = take_option(given, pairwise_option);
  if (!text) refuse(fmt::format("{}: needed for prune", pairwise_option));
  std::vector<std::string> words = blank_separated(*text);
  if (words.size() < 2) {
    refuse(fmt::format("{} {}: SIZE [STEP] R2 expected, such as 50 5 0.2 or 250kb 0.2",
                       pairwise_option, shortened(*text)));
  }
  ld::PruneRequest request;
  read_size(words, *text, request.windows);
  if (words.empty() || words.size() > 2) {
    refuse(fmt::format("{} {}: SIZE [STEP] R2 expected, such as 50 5 0.2 or 250kb 0.2",
                       pairwise_option, shortened(*text)));
  }
  if (words.size() == 2) {
    const Index count = request.windows.count;
    if (count > 0) {
      request.windows.step = job::OptionValue{pairwise_option, words.front()}.count(1, count);
    } else if (words.front() != "1") {
      refuse(fmt::format("{} {}: a step of 1 expected, as windows in kb move by one variant",
                         pairwise_option, shortened(*text)));
    }
  }
  const job::OptionValue last{pairwise_option, words.back()};
  request.r2 = last.real();
  if (request.windows.count > 0 && words.size() == 1 && request.r2 >= 1) {
    refuse(fmt::format("{} {}: SIZE STEP R2 expected, such as {} 0.2: R2 is missing",
                       pairwise_option, shortened(*text), shortened(*text)));
  }
  request.r2 = last.real(0, 1);
  if (request.r2 >= 1) {
    refuse(fmt::format("{} {}: an R2 below 1 expected", pairwise_option, shortened(*text)));
  }
  if (const auto order = take_option(given, order_option)) {
    request.order =
        static_cast<ld::PruneOrder>(job::OptionValue{order_option, *order}.choice(orders));
  }
  return request;
}

}  // namespace encke::cli
