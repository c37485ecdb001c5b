#include "progress.hpp"

#include <encke/job/request/options/value.hpp>

namespace encke::cli {
namespace {

constexpr std::string_view progress_option = "--progress";
constexpr std::string_view verbose_option = "--verbose";
constexpr std::string_view modes[] = {"auto", "plain", "none", "json"};

}  // namespace

WordOption progress_word(const std::string& heading) {
  return {.name = std::string(progress_option),
          .takes = "{auto,plain,none,json}",
          .group = heading,
          .help =
              "auto (default): a line that is rewritten on a terminal,\nplain lines elsewhere; "
              "none:\nneither these nor the plan"};
}

ProgressMode take_progress(std::vector<job::GivenOption>& given) {
  const auto mode = take_option(given, progress_option);
  if (!mode) return ProgressMode::automatic;
  return static_cast<ProgressMode>(job::OptionValue{progress_option, *mode}.choice(modes));
}

WordOption verbose_word(const std::string& heading) {
  return {.name = std::string(verbose_option),
          .takes = "",
          .group = heading,
          .help = "print the plan, the speed and the memory of a short\nrun, too"};
}

bool take_verbose(std::vector<job::GivenOption>& given) {
  return take_option(given, verbose_option).has_value();
}

}  // namespace encke::cli
