#pragma once

#include <encke/comm/communicator.hpp>
#include <encke/io/source.hpp>
#include <encke/job/request/request.hpp>
#include <encke/plan/plan.hpp>
#include <string>

namespace encke::job {

/// Size of the file of values.
struct ExpectedOutput {
  enum class Certainty {
    exact,    ///< as many lines
    at_most,  ///< no more lines
    about     ///< from a sample of the vectors
  };

  Certainty certainty = Certainty::exact;
  double lines = 0;  ///< or numbers, of formats without lines
  double bytes = 0;  ///< before compression

  /// "about 1,234 values, 12.3 KiB"
  std::string text() const;
  /// "about 1,234 values"; where a sample had none, "few values, none in a sample".
  std::string values_text() const;
  /// What so many threads take to read the stored values, put them in order and write them,
  /// roughly: by the rates of a core of 2024 and a file system that is not the bottleneck.
  double seconds(int threads, bool compressed) const;
  bool is_large() const { return lines > most_lines || bytes > most_bytes; }

  static constexpr double most_lines = 1e8;
  static constexpr double most_bytes = 1e9;
};

/// The plan of a run for some of its vectors alone, which are counted or timed: without domain,
/// groups, shares, checks and whatever else is of all vectors or all values.
Plan plan_of_some(const Plan& plan);

/// Works out how much a run, or all parts of it together, will write, from a sample of its vectors
/// where the number of values alone does not tell: stretches of neighbours all over the problem, so
/// that neighbours, which are often alike, and others count by their numbers. The root reads the
/// sample, computes all its tuples, and prints what passes; others get nothing. `plan`: of the run.
/// Collective. Throws, on all ranks, what Source::read() and run() throw.
ExpectedOutput expect_output(const Request& request, io::Source& source, const Plan& plan,
                             const Communicator& world);

/// The same. Throws Error(command_line), with what to do instead, where the output is large and was
/// not asked for as a whole.
ExpectedOutput check_output(const Request& request, io::Source& source, const Plan& plan,
                            const Communicator& world);

}  // namespace encke::job
