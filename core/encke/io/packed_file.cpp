#include <fmt/format.h>

#include <algorithm>
#include <encke/base/error.hpp>
#include <encke/io/input_file.hpp>
#include <encke/io/packed_file.hpp>
#include <encke/io/real_rows.hpp>
#include <encke/io/stopwatch.hpp>

namespace encke::io {
namespace {

constexpr Index piece_bytes = 4 << 20;

/// Genotypes and bits are stored as the same codes.
bool has_codes(Element element) { return element == Element::genotype || element == Element::bit; }

Index vector_bytes(Element element, Index fields) {
  if (has_codes(element)) return divide_up(fields, 4);
  return fields * (element == Element::float32 ? 4 : 8);
}

PackedVectors pack_codes(InputFile& file, Element element, Index vectors, Index fields,
                         MissingCode missing) {
  auto packed = PackedVectors::of_codes(element, vectors, fields);
  const Index stride = vector_bytes(Element::genotype, fields);
  const Index piece = round_up(std::clamp<Index>(piece_bytes / stride, 8, vectors + 8), 8);
  std::vector<std::uint8_t> codes(static_cast<std::size_t>(std::min(piece, vectors) * stride));
  for (Index first = 0; first < vectors; first += piece) {
    const Index count = std::min(piece, vectors - first);
    file.read_next(
        std::as_writable_bytes(std::span(codes)).first(static_cast<std::size_t>(count * stride)));
    packed.set_codes(first, count, codes.data(), stride, GenotypeCode::packed, missing);
  }
  return packed;
}

PackedVectors pack_reals(InputFile& file, Element element, Index vectors, Index fields) {
  const auto type = element == Element::float32 ? NumberType::f4 : NumberType::f8;
  return pack_matrix(file, {.type = type, .vectors = vectors, .fields = fields}, element);
}

}  // namespace

void check_packed(const InputFile& file, Element element, Index vectors, Index fields) {
  if (vectors < 1 || fields < 1) {
    throw Error(Failure::command_line,
                fmt::format("{} vectors of {} fields asked for in {}, at least 1 of 1 expected",
                            vectors, fields, file.path()));
  }
  // fields beyond the file's size cannot fit, and would overflow the product
  const Index bytes = fields <= 4 * file.size() ? vector_bytes(element, fields) : 0;
  if (bytes > 0 && file.size() % bytes == 0 && file.size() / bytes == vectors) return;
  throw Error(Failure::inconsistent,
              fmt::format("{}: {} bytes found, {} vectors of {} {} expected", file.path(),
                          file.size(), vectors, fields,
                          has_codes(element)            ? "genotypes, ceil(fields / 4) bytes each"
                          : element == Element::float32 ? "float32"
                                                        : "float64"));
}

Dataset read_packed(const std::string& path, Element element, Index vectors, Index fields,
                    MissingCode missing) {
  const Stopwatch watch;
  InputFile file(path);
  check_packed(file, element, vectors, fields);
  Dataset data{.vectors = has_codes(element) ? pack_codes(file, element, vectors, fields, missing)
                                             : pack_reals(file, element, vectors, fields)};
  data.names = numbers_as_names(vectors);
  data.files.push_back(file.record());
  data.vectors_in_file = vectors;
  data.fields_in_file = fields;
  data.monomorphic = count_monomorphic(data.vectors);
  data.seconds = watch.seconds();
  return data;
}

}  // namespace encke::io
