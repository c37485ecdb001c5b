#pragma once

#include "options.hpp"

// The rows of the options by what they are for; network_options() has them all.
namespace encke::cli {

std::span<const NetworkOption> network_input_rows();
std::span<const NetworkOption> network_cluster_rows();
std::span<const NetworkOption> network_output_rows();

using Shown = std::optional<std::string>;

inline Shown shown_flag(bool given) { return given ? Shown("") : std::nullopt; }
inline Shown shown_count(const std::optional<Index>& count) {
  return count ? Shown(std::to_string(*count)) : std::nullopt;
}
inline Shown shown_text(const std::string& text) {
  return text.empty() ? std::nullopt : Shown(text);
}
inline Shown shown_real(const std::optional<double>& number) {
  return number ? Shown(network::inflation_text(*number)) : std::nullopt;
}
inline constexpr Index any_count = Index{1} << 40;

}  // namespace encke::cli
