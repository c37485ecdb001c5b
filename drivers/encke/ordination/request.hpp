#pragma once

#include <encke/job/request/read_request.hpp>
#include <encke/ordination/groups/group_test.hpp>
#include <encke/ordination/pcoa.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "encke/options/words.hpp"

namespace encke::cli {

/// What `encke pcoa` or `encke group-test` is asked for.
struct OrdinationRequest {
  bool tests = false;  ///< group-test
  std::string distances{};
  std::string ids{};
  std::string metadata{};
  std::string column{};
  bool drop_unknown = false;
  Index axes = 10;
  ordination::PcoaMethod method = ordination::PcoaMethod::automatic;
  bool ordination_format = false;
  bool scatter = false;
  std::pair<Index, Index> picture_axes{1, 2};
  std::vector<ordination::GroupMethod> methods{};
  ordination::GroupTestOptions test{};
  int threads = 0;
  std::optional<std::int64_t> memory{};  ///< in MiB
  std::string out = "encke";
  std::vector<job::GivenOption> options{};  ///< in effect, defaults too
};

/// Options of `pcoa`, or of `group-test`, for its help and to read its words.
std::vector<WordOption> ordination_options(bool tests);

/// Reads a command's options; `others`: words that are none, of which there may be one, the file of
/// distances. Throws Error(command_line).
OrdinationRequest read_ordination(bool tests, const std::vector<std::string>& others,
                                  const std::vector<job::GivenOption>& options);

}  // namespace encke::cli
