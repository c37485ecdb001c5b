#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <encke/base/error.hpp>
#include <encke/base/index.hpp>
#include <encke/host/region.hpp>
#include <encke/io/matrix.hpp>
#include <encke/io/rows/narrow_rows.hpp>
#include <encke/io/rows/real_rows.hpp>
#include <encke/pack/packers.hpp>
#include <encke/pack/steps/genotype_bytes.hpp>

namespace encke::io {
namespace {

[[noreturn]] void refuse(const std::string& message) {
  throw Error(Failure::inconsistent, "a matrix in memory: " + message);
}

bool has_codes(Element element) {
  return pack::is_of_codes(element) || element == Element::case_control;
}

void check(const MatrixElements& what, Index vectors, Index fields) {
  if (vectors < 0 || fields < 0) refuse(fmt::format("{} vectors of {} fields", vectors, fields));
  const ContractionId id = what.element.contraction;
  if (id == ContractionId::powered_sums || id == ContractionId::weighted_bits ||
      id == ContractionId::adjusted_sums) {
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

/// Zeroed memory; `fields`: those of a part, or of case_control all.
PackedVectors room_for(const MatrixElements& what, Index vectors, Index fields) {
  if (!has_codes(what.element)) return room_for_rows(what.element, vectors, fields);
  if (!what.element.row().classes) return {what.element, vectors, fields};
  const Index cases = std::ranges::count(what.cases, std::uint8_t{1});
  return pack::case_control(vectors, std::ssize(what.cases) - cases, cases);
}

/// Reads and packs some vectors at a time: enough that numbers that lie side by side in memory are
/// read together, whichever way the matrix lies.
template <class T>
class Packer {
 public:
  /// The part's vectors become those of `to` from `first` on.
  Packer(const Matrix<T>& from, const MatrixElements& what, const ReadRange& part,
         PackedVectors& to, Index first)
      : from_(from), what_(what), part_(part), to_(to), first_(first) {}

  void pack() {
    if (has_codes(what_.element)) return pack_codes();
    if constexpr (std::is_integral_v<T>) {
      if (has_small_counts() && from_.field_stride == 1) return pack_counts();
    }
    const Index many = std::clamp<Index>(chunk_bytes / 8 / std::max<Index>(part_.fields.size(), 1),
                                         1, most_at_once);
    std::vector<double> rows;
    for (Index begin = part_.vectors.begin; begin < part_.vectors.end; begin += many) {
      what_.stop.check();
      const Range some = part_.vectors.from(begin, many);
      rows.resize(idx(some.size() * part_.fields.size()));
      gather(some, [&](Index v, Index f, T x) {
        rows[idx((v - begin) * part_.fields.size() + f - part_.fields.begin)] =
            static_cast<double>(x);
      });
      for (Index v = some.begin; v < some.end; ++v) {
        set_real(v, std::span(rows).subspan(idx((v - begin) * part_.fields.size()),
                                            idx(part_.fields.size())));
      }
    }
  }

 private:
  static constexpr Index chunk_bytes = Index{8} << 20;
  static constexpr Index most_at_once = 64;
  static constexpr bool is_byte = sizeof(T) == 1;

  Index place(Index vector) const { return first_ + vector - part_.vectors.begin; }
  /// As messages have it: of a matrix that is a piece, in the whole.
  Index number(Index vector) const { return first_ + vector; }

  /// Calls take(vector, field, number) in the order in which the numbers lie in memory.
  template <class Take>
  void gather(const Range& vectors, const Take& take) const {
    const auto one = [&](Index v, Index f) { take(v, f, from_.at(v, f)); };
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

  /// True if no vector of counts that fit can have too large a sum.
  bool has_small_counts() const {
    return what_.element.contraction == ContractionId::count_minima &&
           what_.element.largest_count() * part_.fields.size() <= CountMinima::most_sum;
  }

  /// Whole numbers that lie side by side, without a detour by reals but where one does not fit.
  void pack_counts() const requires std::is_integral_v<T> {
    const auto most = static_cast<std::uint16_t>(what_.element.largest_count());
    const auto fields = idx(part_.fields.size());
    std::vector<std::uint16_t> counts(fields);
    for (Index v = part_.vectors.begin; v < part_.vectors.end; ++v) {
      what_.stop.check();
      const T* const row = &from_.at(v, part_.fields.begin);
      if (narrow_counts(row, part_.fields.size(), most, counts.data())) {
        const Region region("pack");
        pack::set_counts(to_, place(v), counts);
        continue;
      }
      std::vector<double> reals(fields);
      std::transform(row, row + fields, reals.begin(), [](T x) { return static_cast<double>(x); });
      set_real(v, reals);
    }
  }

  void set_real(Index vector, std::span<double> values) const {
    for (double& x : values) x += 0.0;  // turns -0 into 0
    const std::size_t unfit = find_unfit(values, what_.element);
    if (unfit < values.size()) {
      refuse_number(number(vector), part_.fields.begin + static_cast<Index>(unfit), values[unfit],
                    expected_value(what_.element));
    }
    try {
      set_row(to_, place(vector), values, number(vector), {.file = "a matrix in memory"});
    } catch (const MalformedInput& error) {
      throw Error(Failure::inconsistent, error.what());
    }
  }

  [[noreturn]] static void refuse_number(Index vector, Index field, double found,
                                         const std::string& expected) {
    refuse(
        fmt::format("vector {}, field {} (from 0): {} found, {}", vector, field, found, expected));
  }

  bool is_missing(double x) const {
    return std::isnan(x) || (what_.missing && x == *what_.missing) ||
           (what_.below_zero_is_missing && x < 0);
  }

  /// GenotypeCode::packed of a number.
  std::uint8_t code_of(Index vector, Index field, double x) const {
    const bool bits = what_.element == Element::bit;
    if (is_missing(x)) return 0b10;
    if (x == 0) return 0b00;
    if (x == 1) return 0b01;
    if (x == 2 && !bits) return 0b11;
    std::string expected = bits ? "0 or 1" : "0, 1 or 2 copies of an allele";
    if (what_.missing) expected += fmt::format(", or {} where it is missing,", *what_.missing);
    if (what_.below_zero_is_missing) expected += ", or a number below 0 where it is missing,";
    refuse_number(number(vector), field, x, expected + " expected");
  }

  /// Codes of whole bytes of one row at a time; false where the row has a number that is to be
  /// looked at, and nothing is decided.
  bool set_codes_of_bytes(Index vector, const T* row, std::uint8_t* codes) const requires is_byte {
    const Index fields = part_.fields.size(), whole = fields / 8 * 8;
    if (!codes_of_bytes(reinterpret_cast<const std::uint8_t*>(row), whole, codes,
                        {.missing = std::is_signed_v<T> && what_.below_zero_is_missing,
                         .two = what_.element != Element::bit})) {
      return false;
    }
    for (Index f = whole; f < fields; ++f) {
      codes[f / 4] |= static_cast<std::uint8_t>(
          code_of(vector, part_.fields.begin + f, static_cast<double>(row[f])) << (2 * (f % 4)));
    }
    return true;
  }

  /// True if all vectors could be coded byte by byte; else `codes` is zeroed again.
  bool set_codes_of_rows(const Range& some, std::vector<std::uint8_t>& codes, Index stride) {
    if constexpr (is_byte) {
      const bool side_by_side = from_.field_stride == 1;
      if (!side_by_side) {
        rows_.resize(idx(some.size() * part_.fields.size()));
        gather(some, [&](Index v, Index f, T x) {
          rows_[idx((v - some.begin) * part_.fields.size() + f - part_.fields.begin)] = x;
        });
      }
      for (Index v = some.begin; v < some.end; ++v) {
        const T* const row = side_by_side ? &from_.at(v, part_.fields.begin)
                                          : rows_.data() + (v - some.begin) * part_.fields.size();
        if (set_codes_of_bytes(v, row, codes.data() + (v - some.begin) * stride)) continue;
        std::fill(codes.begin(), codes.end(), std::uint8_t{0});
        return false;
      }
      return true;
    }
    return false;
  }

  /// Genotypes as bytes, of numbers that lie side by side in one direction or the other; those of
  /// a byte are where they are.
  ByteGenotypes bytes_of(const Range& some) {
    const Index vectors = some.size(), fields = part_.fields.size();
    const T* const first = &from_.at(some.begin, part_.fields.begin);
    if constexpr (is_byte) {
      return {reinterpret_cast<const std::uint8_t*>(first), vectors, fields, from_.vector_stride,
              from_.field_stride};
    }
    const bool rows = from_.field_stride == 1;
    const Index lines = rows ? vectors : fields, in_line = rows ? fields : vectors;
    bytes_.resize(idx(lines * in_line));
    for (Index line = 0; line < lines; ++line) {
      genotype_bytes(first + line * (rows ? from_.vector_stride : from_.field_stride), in_line,
                     what_.below_zero_is_missing, bytes_.data() + line * in_line);
    }
    return {bytes_.data(), vectors, fields, rows ? fields : 1, rows ? 1 : vectors};
  }

  /// Genotypes of one class by their bytes. False where numbers lie otherwise, or where one is to
  /// be looked at: then nothing is decided.
  bool pack_bytes() {
    const bool genotypes = pack::is_of_codes(what_.element) && what_.element != Element::bit;
    const bool side_by_side = from_.field_stride == 1 || from_.vector_stride == 1;
    const bool plain = !what_.missing || *what_.missing < 0 || *what_.missing > 2;
    if (!genotypes || !side_by_side || !plain || part_.fields.size() == 0) return false;
    const bool may_miss = !is_byte || (std::is_signed_v<T> && what_.below_zero_is_missing);
    const Index many = std::clamp<Index>(chunk_bytes / part_.fields.size() / 8 * 8, 8, 512);
    for (Index begin = part_.vectors.begin; begin < part_.vectors.end; begin += many) {
      what_.stop.check();
      const Region region("pack");
      const Range some = part_.vectors.from(begin, many);
      if (!pack::set_genotypes_of_bytes(to_, place(begin), bytes_of(some), may_miss)) return false;
    }
    return true;
  }

  void pack_codes() {
    if (pack_bytes()) return;
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
    const Index strides[2] = {divide_up(sizes[0], 4), divide_up(sizes[1], 4)};
    std::vector<std::uint8_t> codes[2];
    for (Index begin = part_.vectors.begin; begin < part_.vectors.end; begin += most_at_once) {
      what_.stop.check();
      const Range some = part_.vectors.from(begin, most_at_once);
      for (int c = 0; c < 2; ++c) codes[c].assign(idx(some.size() * strides[c]), 0);
      if (classes || !set_codes_of_rows(some, codes[0], strides[0])) {
        gather(some, [&](Index v, Index f, T x) {
          const std::size_t field = idx(f - part_.fields.begin);
          const int c = classes ? what_.cases[field] : 0;
          codes[c][idx((v - begin) * strides[c] + place_[field] / 4)] |= static_cast<std::uint8_t>(
              code_of(v, f, static_cast<double>(x)) << (2 * (place_[field] % 4)));
        });
      }
      set_codes({place(some.begin), place(some.begin) + some.size()},
                {{{codes[0].data(), strides[0]}, {codes[1].data(), strides[1]}}});
    }
  }

  void set_codes(const Range& some, const Array<CodeMatrix, 2>& codes) {
    const Region region("pack");
    if (to_.element().row().classes) {
      return pack::set_classes(to_, some.begin, some.size(), codes, GenotypeCode::packed);
    }
    pack::set_codes(to_, some.begin, some.size(), codes[0].codes, codes[0].stride,
                    GenotypeCode::packed, MissingCode::missing);
  }

  const Matrix<T>& from_;
  const MatrixElements& what_;
  ReadRange part_;
  PackedVectors& to_;
  Index first_;
  std::vector<Index> place_;  // of each field among those of its class
  std::vector<T> rows_;       // side by side
  std::vector<std::uint8_t> bytes_;
};

template <class T>
class MatrixSource final : public Source {
 public:
  MatrixSource(const Matrix<T>& from, const MatrixElements& what)
      : Source(about(from, what)),
        from_(from),
        what_{.element = what.element,
              .missing = what.missing,
              .below_zero_is_missing = what.below_zero_is_missing,
              .stop = what.stop},
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
    auto vectors = room_for(what_, part.vectors.size(), part.fields.size());
    Packer<T>(from_, what_, part, vectors, 0).pack();
    return vectors;
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

PackedVectors room_for_matrix(const MatrixElements& what, Index vectors, Index fields) {
  MatrixElements unnamed = what;
  unnamed.names.clear();
  check(unnamed, vectors, fields);
  return room_for(unnamed, vectors, fields);
}

template <class T>
void pack_matrix_into(PackedVectors& to, Index first, const Matrix<T>& matrix,
                      const MatrixElements& what) {
  if (what.element != to.element() || matrix.fields != to.fields() || first < 0 ||
      first + matrix.vectors > to.vectors()) {
    throw Error(Failure::inconsistent, "a piece of a matrix that does not fit into these vectors");
  }
  const ReadRange all{{0, matrix.vectors}, {0, matrix.fields}};
  if (matrix.vectors > 0) Packer<T>(matrix, what, all, to, first).pack();
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
template void pack_matrix_into(PackedVectors&, Index, const Matrix<float>&, const MatrixElements&);
template void pack_matrix_into(PackedVectors&, Index, const Matrix<double>&, const MatrixElements&);
template void pack_matrix_into(PackedVectors&, Index, const Matrix<std::int8_t>&,
                               const MatrixElements&);
template void pack_matrix_into(PackedVectors&, Index, const Matrix<std::uint8_t>&,
                               const MatrixElements&);
template void pack_matrix_into(PackedVectors&, Index, const Matrix<std::int16_t>&,
                               const MatrixElements&);
template void pack_matrix_into(PackedVectors&, Index, const Matrix<std::uint16_t>&,
                               const MatrixElements&);
template void pack_matrix_into(PackedVectors&, Index, const Matrix<std::int32_t>&,
                               const MatrixElements&);
template void pack_matrix_into(PackedVectors&, Index, const Matrix<std::uint32_t>&,
                               const MatrixElements&);
template void pack_matrix_into(PackedVectors&, Index, const Matrix<std::int64_t>&,
                               const MatrixElements&);
template void pack_matrix_into(PackedVectors&, Index, const Matrix<std::uint64_t>&,
                               const MatrixElements&);

}  // namespace encke::io
