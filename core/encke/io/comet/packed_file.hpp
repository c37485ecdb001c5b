#pragma once

#include <encke/file/input_file.hpp>
#include <encke/io/dataset.hpp>
#include <encke/io/source.hpp>
#include <encke/pack/codes.hpp>
#include <memory>
#include <string>

namespace encke::io {

/// Opens the headerless file of CoMet: `vectors` vectors of `fields` elements, one after the other.
/// Genotypes have the code GenotypeCode::packed, four to a byte, low bits first, and start at a new
/// byte for each vector; bits are read from the same codes (see set_bits_from_codes()); reals are
/// little-endian float32 or float64, as `element` says, and must be finite and >= 0; counts are
/// whole numbers stored as float64. Vectors are
/// named "0", "1", …
///
/// Collective over `world`: throws the same error on all ranks. Error(command_line) unless vectors
/// >= 1 and fields >= 1; Error(open); Error(inconsistent) where the file's size is not exactly that
/// of such vectors. Source::read() throws MalformedInput for a real of the part that is not
/// allowed, and for a vector whose sum over the part's fields is too large.
std::unique_ptr<Source> open_packed(const std::string& path, Element element, Index vectors,
                                    Index fields, MissingCode missing = MissingCode::missing,
                                    const Communicator& world = {});

/// Reads the whole of such a file. Throws what open_packed() and Source::read() throw.
Dataset read_packed(const std::string& path, Element element, Index vectors, Index fields,
                    MissingCode missing = MissingCode::missing);

/// Checks the size of such a file, as read_packed() does.
/// Throws Error(command_line) unless vectors >= 1 and fields >= 1; Error(inconsistent) where the
/// file has another size.
void check_packed(const InputFile& file, Element element, Index vectors, Index fields);

}  // namespace encke::io
