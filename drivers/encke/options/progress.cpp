#include "progress.hpp"

#include <encke/job/request/options/value.hpp>

namespace encke::cli {
namespace {

constexpr std::string_view progress_option = "--progress";
constexpr std::string_view modes[] = {"auto", "plain", "none", "json"};

}  // namespace

WordOption progress_word(const std::string& heading) {
  return {.name = std::string(progress_option),
          .takes = "{auto,plain,none,json}",
          .group = heading,
          .help = "auto (default): a line that is rewritten on a terminal,\nplain lines elsewhere"};
}

ProgressMode take_progress(std::vector<job::GivenOption>& given) {
  const auto mode = take_option(given, progress_option);
  if (!mode) return ProgressMode::automatic;
  return static_cast<ProgressMode>(job::OptionValue{progress_option, *mode}.choice(modes));
}

}  // namespace encke::cli
