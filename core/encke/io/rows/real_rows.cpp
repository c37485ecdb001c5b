#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <encke/base/error.hpp>
#include <encke/base/index.hpp>
#include <encke/host/region.hpp>
#include <encke/io/rows/real_rows.hpp>
#include <encke/io/rows/row_chunks.hpp>
#include <encke/pack/packers.hpp>
#include <limits>

namespace encke::io {
namespace {

static_assert(std::endian::native == std::endian::little, "numbers are taken as they are stored");

// out[i] = the number at from + i * stride
template <class Number>
void convert(const std::uint8_t* from, Index stride, std::span<double> out) {
  for (double& value : out) {
    Number number;
    std::memcpy(&number, from, sizeof number);
    value = static_cast<double>(number) + 0.0;  // turns -0 into 0
    from += stride;
  }
}

using Convert = void (*)(const std::uint8_t*, Index, std::span<double>);

Convert converter(NumberType type) {
  switch (type) {
    case NumberType::f4:
      return convert<float>;
    case NumberType::f8:
      return convert<double>;
    case NumberType::i1:
      return convert<std::int8_t>;
    case NumberType::i2:
      return convert<std::int16_t>;
    case NumberType::i4:
      return convert<std::int32_t>;
    case NumberType::i8:
      return convert<std::int64_t>;
    case NumberType::u1:
      return convert<std::uint8_t>;
    case NumberType::u2:
      return convert<std::uint16_t>;
    case NumberType::u4:
      return convert<std::uint32_t>;
    case NumberType::u8:
      return convert<std::uint64_t>;
  }
  throw Error(Failure::internal, "a type of stored numbers that is none");
}

// The least number that would round to infinity.
double limit(Element element) {
  return element == Element::float32 ? 0x1.ffffffp127 : std::numeric_limits<double>::infinity();
}

class MatrixPacker {
 public:
  MatrixPacker(InputFile& file, const StoredMatrix& matrix, Element element, const ReadRange& part)
      : file_(file),
        matrix_(matrix),
        element_(element),
        part_(part),
        vectors_(room_for_rows(element, part.vectors.size(), part.fields.size())),
        values_(idx(part.fields.size())) {}

  PackedVectors pack(bool in_passing) {
    if (matrix_.fields_first) {
      pack_transposed();
    } else {
      pack_rows(in_passing);
    }
    return std::move(vectors_);
  }

 private:
  static constexpr Index chunk_bytes = 1 << 20;
  // Each field of the chunk is read by itself: larger chunks, so that there are fewer reads, but
  // small against any memory that a run may be given, for it is not counted there.
  static constexpr Index transposed_bytes = 8 << 20;

  void pack_rows(bool in_passing) {
    const Index size = size_of(matrix_.type);
    RowChunks chunks(file_,
                     {matrix_.offset,
                      matrix_.fields * size,
                      {part_.fields.begin * size, part_.fields.end * size}},
                     in_passing);
    chunks.for_each(part_.vectors, chunk_bytes, 1,
                    [&](Index first, Index count, const std::uint8_t* bytes) {
                      for (Index r = 0; r < count; ++r) {
                        take(first + r, bytes + r * chunks.stride(), size);
                      }
                    });
  }

  void pack_transposed() {
    const Index size = size_of(matrix_.type);
    const Index fields = part_.fields.size();
    const Index chunk =
        std::clamp<Index>(transposed_bytes / (fields * size), 1, part_.vectors.size());
    std::vector<std::uint8_t> raw(idx(chunk * fields * size));
    for (Index first = part_.vectors.begin; first < part_.vectors.end; first += chunk) {
      const Index count = std::min(chunk, part_.vectors.end - first);
      for (Index f = 0; f < fields; ++f) {
        file_.read_at(byte_of(first, part_.fields.begin + f),
                      std::as_writable_bytes(std::span(raw))
                          .subspan(idx(f * count * size), idx(count * size)));
      }
      for (Index v = 0; v < count; ++v) take(first + v, raw.data() + v * size, count * size);
    }
  }

  void take(Index vector, const std::uint8_t* from, Index stride) {
    converter(matrix_.type)(from, stride, values_);
    const std::size_t unfit = find_unfit(values_, element_);
    if (unfit < values_.size()) refuse(vector, static_cast<Index>(unfit));
    set_row(vectors_, vector - part_.vectors.begin, values_, vector,
            {.file = file_.path(), .offset = byte_of(vector, 0)});
  }

  Index byte_of(Index vector, Index field) const {
    const Index at =
        matrix_.fields_first ? field * matrix_.vectors + vector : vector * matrix_.fields + field;
    return matrix_.offset + at * size_of(matrix_.type);
  }

  [[noreturn]] void refuse(Index vector, Index unfit) const {
    const Index field = part_.fields.begin + unfit;
    throw MalformedInput({.file = file_.path(), .offset = byte_of(vector, field)},
                         fmt::format("vector {}, field {} (from 0): {} found, {}", vector, field,
                                     values_[idx(unfit)], expected_value(element_)));
  }

  InputFile& file_;
  const StoredMatrix& matrix_;
  Element element_;
  ReadRange part_;
  PackedVectors vectors_;
  std::vector<double> values_;
};

void set_counts(PackedVectors& vectors, Index vector, std::span<const double> values) {
  std::vector<std::uint16_t> counts(values.size());
  std::transform(values.begin(), values.end(), counts.begin(),
                 [](double x) { return static_cast<std::uint16_t>(x); });
  pack::set_counts(vectors, vector, counts);
}

/// NaN is a missing sample.
void set_bits(PackedVectors& vectors, Index vector, std::span<const double> values) {
  std::vector<std::uint8_t> bits(values.size());
  std::transform(values.begin(), values.end(), bits.begin(), [](double x) {
    return std::isnan(x) ? std::uint8_t{2} : static_cast<std::uint8_t>(x);
  });
  pack::set_bits(vectors, vector, bits);
}

}  // namespace

Index size_of(NumberType type) {
  switch (type) {
    case NumberType::i1:
    case NumberType::u1:
      return 1;
    case NumberType::i2:
    case NumberType::u2:
      return 2;
    case NumberType::f4:
    case NumberType::i4:
    case NumberType::u4:
      return 4;
    case NumberType::f8:
    case NumberType::i8:
    case NumberType::u8:
      return 8;
  }
  throw Error(Failure::internal, "a type of stored numbers that is none");
}

PackedVectors pack_matrix(InputFile& file, const StoredMatrix& matrix, Element element,
                          const ReadRange& part, bool in_passing) {
  return MatrixPacker(file, matrix, element, part).pack(in_passing);
}

PackedVectors room_for_rows(Element element, Index vectors, Index fields) {
  if (element.contraction == ContractionId::count_minima)
    return pack::counts(element, vectors, fields);
  return element == Element::bit ? pack::bits(vectors, fields)
                                 : pack::profiles(element, vectors, fields);
}

std::size_t find_unfit(std::span<const double> values, Element element) {
  if (element == Element::bit) {
    const auto unfit = [](double x) { return x != 0 && x != 1 && !std::isnan(x); };
    return static_cast<std::size_t>(std::find_if(values.begin(), values.end(), unfit) -
                                    values.begin());
  }
  if (element.contraction == ContractionId::count_minima) {
    const double most = element.largest_count();
    const auto unfit = [most](double x) { return !(x >= 0 && x <= most && std::floor(x) == x); };
    return static_cast<std::size_t>(std::find_if(values.begin(), values.end(), unfit) -
                                    values.begin());
  }
  const double bound = limit(element);
  const auto unfit = [bound](double x) { return !(x >= 0 && x < bound); };  // true for NaN
  return static_cast<std::size_t>(std::find_if(values.begin(), values.end(), unfit) -
                                  values.begin());
}

void set_row(PackedVectors& vectors, Index vector, std::span<const double> values, Index number,
             const Place& place) {
  const Region region("pack");
  if (vectors.element() == Element::bit) return set_bits(vectors, vector, values);
  try {
    vectors.element().contraction == ContractionId::count_minima
        ? set_counts(vectors, vector, values)
        : pack::set_profile(vectors, vector, values);
  } catch (const Error& error) {
    if (error.failure() != Failure::inconsistent) throw;
    // the packer counts from the first vector of the part
    std::string message = error.what();
    message.erase(0, message.find(" (from 0)"));
    throw MalformedInput(place, fmt::format("vector {}{}", number, message));
  }
}

std::string expected_value(Element element) {
  if (element == Element::bit) return "0 or 1 expected; ps and braycurtis compare counts";
  if (element.contraction == ContractionId::count_minima) {
    return fmt::format("a whole number from 0 to {} expected", element.largest_count());
  }
  return element == Element::float32 ? "a finite number >= 0 within float32 expected"
                                     : "a finite number >= 0 expected";
}

}  // namespace encke::io
