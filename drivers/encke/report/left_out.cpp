#include "left_out.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <encke/base/text/text.hpp>
#include <vector>

namespace encke::cli {

bool left_something_out(const Report& r) {
  return r.tuples_left_out + r.tuples_left_early + r.tuples_of_equal > 0;
}

double share_left(const Report& r) {
  if (r.tuples <= 0) return 1;
  const double left =
      static_cast<double>(r.tuples - r.tuples_left_out - r.tuples_of_equal) - r.tuples_spared_early;
  return left / static_cast<double>(r.tuples);
}

double computed_per_second(const Report& r) { return share_left(r) * r.comparisons_per_second(); }

std::string left_out_text(const Report& r) {
  const double share = 100 * share_left(r);
  const std::string rate =
      fmt::format("computed at {} comparisons/s", rate_text(computed_per_second(r)));
  if (r.way == 3) {
    return fmt::format(
        "{} not computed, because a pair tells that they cannot pass: {:.3g} % left, {}",
        counted(r.tuples_left_out, "tuple"), share, rate);
  }
  std::vector<std::string> steps;
  if (r.tuples_of_equal > 0) {
    steps.push_back(counted(r.tuples_of_equal, "tuple") + " of vectors equal to others");
  }
  if (r.tuples_left_out + r.tuples_left_early > 0) {
    steps.push_back(counted(r.tuples_left_out, "tuple") + " by their vectors' frequencies");
    steps.push_back(counted(r.tuples_left_early, "tuple") + " after a part of their samples");
  }
  return fmt::format("{}: {:.3g} % of the comparisons left, {}", fmt::join(steps, ", "), share,
                     rate);
}

}  // namespace encke::cli
