#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <encke/base/error.hpp>
#include <encke/host/region.hpp>
#include <encke/io/matrix.hpp>
#include <encke/io/rows/real_rows.hpp>
#include <encke/pack/packers.hpp>

namespace encke::io {
namespace {

std::size_t idx(Index i) { return static_cast<std::size_t>(i); }

[[noreturn]] void refuse(const std::string& message) {
  throw Error(Failure::inconsistent, "a matrix in memory: " + message);
}

bool has_codes(Element element) {
  return pack::is_of_codes(element) || element == Element::case_control;
}

void check(const MatrixElements& what, Index vectors, Index fields) {
  if (vectors < 0 || fields < 0) refuse(fmt::format("{} vectors of {} fields", vectors, fields));
  const ContractionId id = what.element.contraction;
  if (id == ContractionId::powered_sums || id == ContractionId::weighted_bits) {
    refuse(fmt::format("{} cannot be read from one", what.element.row().data));
  }
  if (!what.names.empty() && std::ssize(what.names) != vectors) {
    refuse(fmt::format("{} names, {} expected", what.names.size(), vectors));
  }
  if (what.missing && !what.element.row().masks) {
    refuse(fmt::format("{} cannot be missing", what.element.row().data));
  }
  const Index classes = what.element.row().classes ? fields : 0;
  if (std::ssize(what.cases) != classes) {
    refuse(fmt::format("{} fields in classes, {} expected", what.cases.size(), classes));
  }
  const auto unfit = std::ranges::find_if(what.cases, [](std::uint8_t c) { return c > 1; });
  if (unfit != what.cases.end()) {
    refuse(fmt::format("class {} found, 0 (control) or 1 (case) expected", *unfit));
  }
}

/// Reads and packs some vectors at a time: enough that numbers that lie side by side in memory are
/// read together, whichever way the matrix lies.
template <class T>
class Packer {
 public:
  Packer(const Matrix<T>& from, const MatrixElements& what, const ReadRange& part)
      : from_(from), what_(what), part_(part) {}

  PackedVectors pack() {
    if (has_codes(what_.element)) return pack_codes();
    auto vectors = room_for_rows(what_.element, part_.vectors.size(), part_.fields.size());
    const Index many = std::clamp<Index>(chunk_bytes / 8 / std::max<Index>(part_.fields.size(), 1),
                                         1, most_at_once);
    std::vector<double> rows;
    for (Index first = part_.vectors.begin; first < part_.vectors.end; first += many) {
      const Range some{first, std::min(first + many, part_.vectors.end)};
      rows.resize(idx(some.size() * part_.fields.size()));
      gather(some, [&](Index v, Index f, double x) {
        rows[idx((v - first) * part_.fields.size() + f - part_.fields.begin)] = x;
      });
      for (Index v = some.begin; v < some.end; ++v) {
        set_real(vectors, v,
                 std::span(rows).subspan(idx((v - first) * part_.fields.size()),
                                         idx(part_.fields.size())));
      }
    }
    return vectors;
  }

 private:
  static constexpr Index chunk_bytes = Index{8} << 20;
  static constexpr Index most_at_once = 64;

  /// Calls take(vector, field, number) in the order in which the numbers lie in memory.
  template <class Take>
  void gather(const Range& vectors, const Take& take) const {
    const auto one = [&](Index v, Index f) { take(v, f, static_cast<double>(from_.at(v, f))); };
    if (std::abs(from_.field_stride) <= std::abs(from_.vector_stride)) {
      for (Index v = vectors.begin; v < vectors.end; ++v) {
        for (Index f = part_.fields.begin; f < part_.fields.end; ++f) one(v, f);
      }
    } else {
      for (Index f = part_.fields.begin; f < part_.fields.end; ++f) {
        for (Index v = vectors.begin; v < vectors.end; ++v) one(v, f);
      }
    }
  }

  void set_real(PackedVectors& vectors, Index vector, std::span<double> values) const {
    for (double& x : values) x += 0.0;  // turns -0 into 0
    const std::size_t unfit = find_unfit(values, what_.element);
    if (unfit < values.size()) {
      refuse_number(vector, part_.fields.begin + static_cast<Index>(unfit), values[unfit],
                    expected_value(what_.element));
    }
    try {
      set_row(vectors, vector - part_.vectors.begin, values, vector,
              {.file = "a matrix in memory"});
    } catch (const MalformedInput& error) {
      throw Error(Failure::inconsistent, error.what());
    }
  }

  [[noreturn]] static void refuse_number(Index vector, Index field, double found,
                                         const std::string& expected) {
    refuse(
        fmt::format("vector {}, field {} (from 0): {} found, {}", vector, field, found, expected));
  }

  /// GenotypeCode::packed of a number.
  std::uint8_t code_of(Index vector, Index field, double x) const {
    const bool bits = what_.element == Element::bit;
    if (std::isnan(x) || (what_.missing && x == *what_.missing)) return 0b10;
    if (x == 0) return 0b00;
    if (x == 1) return 0b01;
    if (x == 2 && !bits) return 0b11;
    std::string expected = bits ? "0 or 1" : "0, 1 or 2 copies of an allele";
    if (what_.missing) expected += fmt::format(", or {} where it is missing,", *what_.missing);
    refuse_number(vector, field, x, expected + " expected");
  }

  PackedVectors pack_codes() {
    const bool classes = what_.element.row().classes;
    Index sizes[2] = {part_.fields.size(), 0};
    place_.resize(idx(part_.fields.size()));
    if (classes) {
      if (part_.fields.size() != from_.fields)
        refuse("cases and controls are read with all fields");
      sizes[0] = 0;
    }
    for (std::size_t f = 0; f < place_.size(); ++f) {
      place_[f] = classes ? sizes[what_.cases[f]]++ : static_cast<Index>(f);
    }
    auto vectors = classes ? pack::case_control(part_.vectors.size(), sizes[0], sizes[1])
                           : PackedVectors(what_.element, part_.vectors.size(), sizes[0]);
    const Index strides[2] = {divide_up(sizes[0], 4), divide_up(sizes[1], 4)};
    std::vector<std::uint8_t> codes[2];
    for (Index first = part_.vectors.begin; first < part_.vectors.end; first += most_at_once) {
      const Range some{first, std::min(first + most_at_once, part_.vectors.end)};
      for (int c = 0; c < 2; ++c) codes[c].assign(idx(some.size() * strides[c]), 0);
      gather(some, [&](Index v, Index f, double x) {
        const std::size_t field = idx(f - part_.fields.begin);
        const int c = classes ? what_.cases[field] : 0;
        codes[c][idx((v - first) * strides[c] + place_[field] / 4)] |=
            static_cast<std::uint8_t>(code_of(v, f, x) << (2 * (place_[field] % 4)));
      });
      set_codes(vectors, {first - part_.vectors.begin, some.end - part_.vectors.begin},
                {{{codes[0].data(), strides[0]}, {codes[1].data(), strides[1]}}});
    }
    return vectors;
  }

  static void set_codes(PackedVectors& to, const Range& some, const Array<CodeMatrix, 2>& codes) {
    const Region region("pack");
    if (to.element().row().classes) {
      return pack::set_classes(to, some.begin, some.size(), codes, GenotypeCode::packed);
    }
    pack::set_codes(to, some.begin, some.size(), codes[0].codes, codes[0].stride,
                    GenotypeCode::packed, MissingCode::missing);
  }

  const Matrix<T>& from_;
  const MatrixElements& what_;
  ReadRange part_;
  std::vector<Index> place_;  // of each field among those of its class
};

template <class T>
class MatrixSource final : public Source {
 public:
  MatrixSource(const Matrix<T>& from, const MatrixElements& what)
      : Source(about(from, what)),
        from_(from),
        what_{what.element, what.missing, {}, {}},
        cases_(what.cases.begin(), what.cases.end()) {
    what_.cases = cases_;
  }

  std::vector<FileRecord> files(const Communicator& /*world*/) override { return {}; }

 private:
  static About about(const Matrix<T>& from, const MatrixElements& what) {
    check(what, from.vectors, from.fields);
    About all = numbered(what.element, from.vectors, from.fields);
    all.names = what.names;
    return all;
  }
  PackedVectors read_range(const ReadRange& part) override {
    return Packer<T>(from_, what_, part).pack();
  }

  Matrix<T> from_;
  MatrixElements what_;
  std::vector<std::uint8_t> cases_;
};

}  // namespace

void detail::check_size(std::size_t size, Index rows, Index columns) {
  const bool fits =
      rows >= 0 && columns >= 0 &&
      (columns == 0 ? size == 0 : size % idx(columns) == 0 && size / idx(columns) == idx(rows));
  if (!fits) refuse(fmt::format("{} numbers, {} x {} expected", size, rows, columns));
}

template <class T>
std::unique_ptr<Source> open_matrix(const Matrix<T>& matrix, const MatrixElements& what) {
  return std::make_unique<MatrixSource<T>>(matrix, what);
}

template std::unique_ptr<Source> open_matrix(const Matrix<float>&, const MatrixElements&);
template std::unique_ptr<Source> open_matrix(const Matrix<double>&, const MatrixElements&);
template std::unique_ptr<Source> open_matrix(const Matrix<std::int8_t>&, const MatrixElements&);
template std::unique_ptr<Source> open_matrix(const Matrix<std::uint8_t>&, const MatrixElements&);
template std::unique_ptr<Source> open_matrix(const Matrix<std::int16_t>&, const MatrixElements&);
template std::unique_ptr<Source> open_matrix(const Matrix<std::uint16_t>&, const MatrixElements&);
template std::unique_ptr<Source> open_matrix(const Matrix<std::int32_t>&, const MatrixElements&);
template std::unique_ptr<Source> open_matrix(const Matrix<std::uint32_t>&, const MatrixElements&);
template std::unique_ptr<Source> open_matrix(const Matrix<std::int64_t>&, const MatrixElements&);
template std::unique_ptr<Source> open_matrix(const Matrix<std::uint64_t>&, const MatrixElements&);

}  // namespace encke::io
