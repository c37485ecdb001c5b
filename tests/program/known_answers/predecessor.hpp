#pragma once

#include <encke/io/comet/synthetic.hpp>
#include <encke/plan/threshold.hpp>
#include <encke/sink/hit.hpp>
#include <string>
#include <vector>

namespace encke::test {

/// A problem that CoMet solved, and how it was built when it did.
struct PredecessorCase {
  std::string metric;  ///< "ccc", "duo" or "czekanowski"
  bool sparse = false;
  int way = 2;
  io::Synthetic data;
  bool single = false;      ///< built in single precision
  std::string threshold{};  ///< one, or several separated by commas; empty: none
  std::string name{};       ///< of its files, where it has some
  std::string checksum{};

  Threshold selection() const;
  /// Its elements are two-bit codes, not reals.
  bool codes() const { return metric != "czekanowski"; }
};

/// Folder of CoMet's answers, from the environment variable ENCKE_SHARED; empty where there is
/// none.
std::string known_answers_folder();

/// The cases with all their values in files, and the larger ones of which only the checksum is
/// kept.
std::vector<PredecessorCase> cases_with_values(const std::string& folder);
std::vector<PredecessorCase> cases_with_checksums(const std::string& folder);

/// The case with the parts of its name given one by one.
PredecessorCase predecessor_case(const std::string& metric, bool sparse, int way,
                                 io::TestProblem problem, Index fields, Index vectors, bool single);

/// NAME.vectors.txt: elements of each vector, two-bit codes or reals.
std::vector<std::vector<double>> read_vectors(const std::string& path);

/// NAME.metrics.txt: the values, with indices in ascending order.
template <int Way>
std::vector<Hit<Way>> read_values(const std::string& path, bool codes);

}  // namespace encke::test
