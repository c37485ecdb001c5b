#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <encke/base/error.hpp>
#include <encke/base/index.hpp>
#include <encke/base/stopwatch.hpp>
#include <encke/host/region.hpp>
#include <encke/io/comet/synthetic.hpp>
#include <encke/pack/packers.hpp>
#include <optional>

namespace encke::io {
namespace {

/// The linear congruential generator of the random problem; counters are taken modulo its period.
constexpr std::uint64_t modulus = 714025;
constexpr std::uint64_t lcg(std::uint64_t x) { return (x * 4096 + 150889) % modulus; }

/// Smallest e with 2^e >= n.
int ceil_log2(std::uint64_t n) {
  int e = 0;
  while (e < 64 && (std::uint64_t{1} << e) < n) ++e;
  return e;
}

/// One vector at a time: `row(v, fields, out)` gives elements of vector v, codes of genotypes or
/// integers that stand for reals.
using Row = std::vector<std::uint32_t>;

class RandomRows {
 public:
  static constexpr bool kept = true;  ///< from one part that is read to the next

  RandomRows(const Synthetic& what, int mantissa_digits)
      : fields_(what.fields),
        genotypes_(pack::is_of_codes(what.element)),
        shift_(genotypes_ ? 0 : real_shift(what.fields, mantissa_digits)) {
    if (what.vectors * what.fields < static_cast<Index>(modulus)) return;
    values_.reserve(modulus);
    for (std::uint64_t counter = 0; counter < modulus; ++counter) {
      values_.push_back(value(counter));
    }
  }

  void row(Index vector, Range fields, Row& out) const {
    const auto first = static_cast<std::uint64_t>(fields_) * static_cast<std::uint64_t>(vector);
    std::uint64_t counter = (first + static_cast<std::uint64_t>(fields.begin)) % modulus;
    for (Index f = 0; f < fields.size(); ++f) {
      out[idx(f)] = values_.empty() ? value(counter) : values_[counter];
      if (++counter == modulus) counter = 0;
    }
  }

 private:
  std::uint32_t value(std::uint64_t counter) const {
    const std::uint64_t second = lcg(lcg(counter));
    return genotypes_ ? code(second) : real(second, shift_);
  }
  static std::uint32_t code(std::uint64_t x) {
    const float fraction = static_cast<float>(x) / static_cast<float>(modulus);
    return static_cast<std::uint32_t>((4. - 1e-5) * static_cast<double>(fraction));
  }
  static std::uint32_t real(std::uint64_t x, int shift) {
    return static_cast<std::uint32_t>((x + modulus * lcg(x)) >> shift);
  }
  // So many low digits are dropped that every sum of a run is exact, in single precision too.
  static int real_shift(Index fields, int mantissa_digits) {
    const std::uint64_t largest = modulus * modulus;
    const int sums = ceil_log2(2 * largest * static_cast<std::uint64_t>(fields));
    return std::max({0, sums - mantissa_digits + 1, ceil_log2(largest) - 24 + 1});
  }

  Index fields_;
  bool genotypes_;
  int shift_;
  std::vector<std::uint32_t> values_;  // by counter; none of a problem with fewer elements
};

class AnalyticRows {
 public:
  static constexpr bool kept = false;  // as large as the fields are many, and soon made

  AnalyticRows(const Synthetic& what, int mantissa_digits)
      : vectors_(what.vectors), genotypes_(pack::is_of_codes(what.element)) {
    const Index largest = Index{1} << (genotypes_ ? mantissa_digits : 24);
    const Index overlap = genotypes_ ? 1 : what.way == 2 ? 2 : 4;
    span_ = std::min(1 + vectors_, (largest - 1) / (overlap * what.fields));
    const Index group_size = divide_up(what.fields, groups);
    for (Index f = 0; f < what.fields; ++f) {
      group_of_.push_back(static_cast<std::uint8_t>(permute(0, f, what.fields) / group_size));
    }
  }

  void row(Index vector, Range fields, Row& out) const {
    std::array<std::uint32_t, groups> value;
    for (Index g = 0; g < groups; ++g) {
      const auto place = static_cast<std::uint64_t>(permute(g, vector, vectors_));
      const std::uint64_t step =
          place * static_cast<std::uint64_t>(span_) / static_cast<std::uint64_t>(1 + vectors_);
      value[idx(g)] = static_cast<std::uint32_t>(genotypes_ ? step & 3 : 1 + step);
    }
    for (Index f = 0; f < fields.size(); ++f) {
      out[idx(f)] = value[group_of_[idx(fields.begin + f)]];
    }
  }

 private:
  static constexpr Index groups = 8;

  static Index shuffle(Index bit, Index i, Index n) {
    const Index half = (n + 1 - bit) / 2;
    return i < half ? 2 * i + bit : 2 * (i - half) + 1 - bit;
  }
  // Three riffle shuffles of n cards, one for each bit of the key.
  static Index permute(Index key, Index i, Index n) {
    for (int bit = 0; bit < 3; ++bit) i = shuffle((key >> bit) & 1, i, n);
    return i;
  }

  Index vectors_;
  bool genotypes_;
  Index span_ = 0;
  std::vector<std::uint8_t> group_of_;  // by field
};

void check(const Synthetic& what) {
  const auto refuse = [](const std::string& message) {
    throw Error(Failure::command_line, "synthetic vectors: " + message);
  };
  if (what.vectors < 1 || what.fields < 1) {
    refuse(fmt::format("{} vectors of {} fields, at least 1 of 1 expected", what.vectors,
                       what.fields));
  }
  if (what.way != 2 && what.way != 3) refuse(fmt::format("way {}, 2 or 3 expected", what.way));
  const int digits = what.mantissa_digits;
  if (digits != 0 && digits != 24 && digits != 53) {
    refuse(fmt::format("{} mantissa digits, 24 or 53 expected", digits));
  }
  const bool genotypes = pack::is_of_codes(what.element);
  const Index most = genotypes ? PackedVectors::most_fields(what.element) : Index{1} << 24;
  if (what.fields > most) {
    refuse(fmt::format("{} fields, at most {} expected for {}", what.fields, most,
                       genotypes ? "genotypes" : "reals"));
  }
  if (what.vectors > PackedVectors::most_vectors) {
    refuse(
        fmt::format("{} vectors, at most {} expected", what.vectors, PackedVectors::most_vectors));
  }
}

template <class Rows>
PackedVectors pack_codes(const Synthetic& what, const Rows& rows, const ReadRange& part) {
  constexpr Index group = 8;
  const Index vectors = part.vectors.size();
  const Index fields = part.fields.size();
  auto packed = PackedVectors(what.element, vectors, fields);
  const Index stride = divide_up(fields, 4);
  Row row(idx(fields));
  for (Index first = 0; first < vectors; first += group) {
    const Index count = std::min(group, vectors - first);
    std::vector<std::uint8_t> codes(idx(count * stride));
    for (Index v = 0; v < count; ++v) {
      rows.row(part.vectors.begin + first + v, part.fields, row);
      for (Index f = 0; f < fields; ++f) {
        codes[idx(v * stride + f / 4)] |= static_cast<std::uint8_t>(row[idx(f)] << (2 * (f % 4)));
      }
    }
    const Region region("pack");
    pack::set_codes(packed, first, count, codes.data(), stride, GenotypeCode::packed, what.missing);
  }
  return packed;
}

template <class Rows>
PackedVectors pack_rows(const Synthetic& what, const Rows& rows, const ReadRange& part) {
  if (pack::is_of_codes(what.element)) return pack_codes(what, rows, part);
  auto vectors = pack::profiles(what.element, part.vectors.size(), part.fields.size());
  Row row(idx(part.fields.size()));
  std::vector<double> values(row.size());
  for (Index v = 0; v < part.vectors.size(); ++v) {
    rows.row(part.vectors.begin + v, part.fields, row);
    std::copy(row.begin(), row.end(), values.begin());
    const Region region("pack");
    pack::set_profile(vectors, v, std::span<const double>(values));
  }
  return vectors;
}

template <class Rows>
class SyntheticSource final : public Source {
 public:
  explicit SyntheticSource(const Synthetic& what)
      : Source(numbered(what.element, what.vectors, what.fields)), what_(what) {}

  std::vector<FileRecord> files(const Communicator& /*world*/) override { return {}; }

 private:
  PackedVectors read_range(const ReadRange& part) override {
    const int own_digits = what_.element == Element::float32 ? 24 : 53;
    const int digits = what_.mantissa_digits == 0 ? own_digits : what_.mantissa_digits;
    if (!Rows::kept) return pack_rows(what_, Rows(what_, digits), part);
    if (!rows_) rows_.emplace(what_, digits);
    return pack_rows(what_, *rows_, part);
  }

  Synthetic what_;
  std::optional<Rows> rows_;  ///< since the first part is read
};

}  // namespace

std::optional<TestProblem> problem_named(std::string_view name) {
  if (name == "random") return TestProblem::random;
  if (name == "analytic") return TestProblem::analytic;
  return std::nullopt;
}

std::unique_ptr<Source> open_synthetic(const Synthetic& what) {
  check(what);
  if (what.problem == TestProblem::analytic) {
    return std::make_unique<SyntheticSource<AnalyticRows>>(what);
  }
  return std::make_unique<SyntheticSource<RandomRows>>(what);
}

Dataset make_synthetic(const Synthetic& what) {
  const Stopwatch watch;
  Dataset data = read_all(open_synthetic(what));
  data.seconds = watch.seconds();
  return data;
}

}  // namespace encke::io
