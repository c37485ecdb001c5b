#pragma once

#include <encke/io/comet/random_vectors.hpp>
#include <encke/io/dataset.hpp>
#include <encke/io/source.hpp>
#include <encke/pack/codes.hpp>
#include <memory>
#include <optional>
#include <string_view>

namespace encke::io {

/// The two synthetic problems of CoMet (Joubert et al., 2018 and 2019).
enum class TestProblem {
  random,    ///< a linear congruential generator, used counter-wise
  analytic,  ///< few different values, for which the results are known in closed form
};

/// "random" or "analytic"; nothing for any other name.
std::optional<TestProblem> problem_named(std::string_view name);

/// One synthetic data set; equal specifications give equal vectors, everywhere.
struct Synthetic {
  TestProblem problem = TestProblem::random;
  Element element = Element::genotype;
  Index vectors = 0;
  Index fields = 0;
  /// 2 or 3: the analytic reals are so small that the sums of a run of this way are exact.
  int way = 2;
  /// Digits of the mantissa of the build of CoMet that is followed: 53 (double) or 24 (single);
  /// 0 means 24 for Element::float32 and 53 otherwise.
  int mantissa_digits = 0;
  /// Meaning of code 10 of the genotypes (and the bits, which come from the same codes): `het` in
  /// CoMet's dense, `missing` in its sparse form.
  MissingCode missing = MissingCode::missing;
};

/// The vectors, named "0", "1", …, as a source: only what is read is made.
/// Throws Error(command_line) unless 1 <= vectors < 2^32, 1 <= fields (< 2^28 for genotypes,
/// <= 2^24 for reals), way is 2 or 3 and mantissa_digits is 0, 24 or 53.
std::unique_ptr<Source> open_synthetic(const Synthetic& what);

/// Makes all vectors. Throws as open_synthetic(); OutOfMemory.
Dataset make_synthetic(const Synthetic& what);

}  // namespace encke::io
