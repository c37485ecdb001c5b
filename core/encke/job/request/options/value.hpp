#pragma once

#include <encke/base/index.hpp>
#include <encke/pack/element.hpp>
#include <encke/plan/plan.hpp>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace encke::job {

/// Throws Error(command_line).
[[noreturn]] void refuse(const std::string& message);

/// Bound of counts that only their type bounds.
inline constexpr Index largest_count = std::numeric_limits<Index>::max();

/// The text that an option was given. Every conversion throws Error(command_line) that names the
/// option, its text and what was expected.
struct OptionValue {
  std::string_view option;
  std::string text;

  /// A whole number from `least` to `most`.
  Index count(Index least, Index most) const;
  /// Memory in MiB, from 1 to `most`: "300", or with a unit, "500M", "8G", "8GiB", "1T" (powers of
  /// 1,024).
  Index mebibytes(Index most) const;
  /// A finite number.
  double real() const;
  /// A number from `least` to `most`.
  double real(double least, double most) const;
  /// Finite numbers separated by commas.
  std::vector<double> reals() const;
  /// The place of the text among `choices`.
  std::size_t choice(std::span<const std::string_view> choices) const;
  /// "K/N" or "K-L/N", 1 <= K <= L <= N.
  Shares shares() const;
  /// Throws what the conversions throw.
  [[noreturn]] void refuse(const std::string& expected) const;
};

/// "1/3", "2-3/3"
std::string share_text(const Shares& shares);

/// Forms of whole numbers, as --precision takes them, the widest first.
std::span<const std::pair<std::string_view, Element>> count_names();
std::string_view count_name(Element element);

}  // namespace encke::job
