#pragma once

#include <cstdint>
#include <encke/ordination/groups/group_test.hpp>
#include <encke/ordination/pcoa.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace encke::ordination {

/// What `encke pcoa` or `encke group-test` is asked for. A value.
struct Request {
  bool tests = false;       ///< compares groups; else principal coordinates
  std::string distances{};  ///< lsmat text, HDF5 (BDSM) or .npy
  std::string ids{};        ///< with .npy: a file with an id a line, or empty
  std::string metadata{};   ///< table of samples whose `column` has the groups, or empty
  std::string column{};
  bool drop_unknown = false;  ///< leaves out samples without a group; else they are an error

  Index axes = 10;
  PcoaMethod method = PcoaMethod::automatic;
  bool ordination_format = false;  ///< .ordination.txt in place of .pcoa.tsv
  bool scatter = false;
  std::pair<Index, Index> picture_axes{1, 2};  ///< counted from 1

  std::vector<GroupMethod> methods{};
  GroupTestOptions test{};

  int threads = 0;                       ///< 0: all processors
  std::optional<std::int64_t> memory{};  ///< MiB; none: this machine's
  std::string out = "encke";             ///< prefix of the files
};

/// The files that a request writes, without log and summary, in the order in which they are
/// written.
std::vector<std::string> result_paths(const Request& request);
/// The files that it reads.
std::vector<std::string> input_paths(const Request& request);

}  // namespace encke::ordination
