#pragma once

#include <encke/base/error.hpp>
#include <encke/file/input_file.hpp>
#include <encke/io/source.hpp>
#include <encke/pack/packed_vectors.hpp>
#include <span>
#include <string>
#include <vector>

namespace encke::io {

/// How numbers are stored in a file (little-endian).
enum class NumberType { f4, f8, i1, i2, i4, i8, u1, u2, u4, u8 };

/// Bytes of a number.
Index size_of(NumberType type);

/// A matrix of numbers in a file, without gaps, from byte `offset` on. The caller has checked that
/// the file has all of it.
struct StoredMatrix {
  NumberType type = NumberType::f8;
  Index vectors = 0;
  Index fields = 0;
  Index offset = 0;
  bool fields_first = false;  ///< the vectors' first fields lie together (Fortran order)
};

/// Packs a part, not empty, of the matrix; each of its rows is a vector. Reads only what belongs to
/// the part, in chunks of some MiB; `in_passing`: into the file's digest too.
/// Throws MalformedInput, with the byte, for a value that find_unfit() finds and for a row whose
/// sum over the part's fields is too large; Error(read); OutOfMemory.
PackedVectors pack_matrix(InputFile& file, const StoredMatrix& matrix, Element element,
                          const ReadRange& part, bool in_passing);

/// Memory for the rows of a matrix or table: profiles, counts, or bits.
PackedVectors room_for_rows(Element element, Index vectors, Index fields);

/// Position of the first value that cannot be an element of a profile (NaN, infinite, negative, or
/// too large for `element`), a count (not whole, or not from 0 to Element::largest_count()) or a
/// bit (other than 0, 1 and NaN), or values.size().
std::size_t find_unfit(std::span<const double> values, Element element);
/// Packs row `vector`, which is valid; of bits NaN is a missing sample. Throws MalformedInput, at
/// `place`, where its sum is too large for a profile; `number` is the vector's number in the input.
void set_row(PackedVectors& vectors, Index vector, std::span<const double> values, Index number,
             const Place& place);
/// What `element` allows, for messages: "a finite number >= 0 ... expected".
std::string expected_value(Element element);

}  // namespace encke::io
