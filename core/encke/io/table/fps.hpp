#pragma once

#include <encke/comm/communicator.hpp>
#include <encke/io/source.hpp>
#include <memory>
#include <string>

namespace encke::io {

/// Opens a file of fingerprints in the FPS format of chemfp (Dalke, Journal of Cheminformatics 11,
/// 2019): lines that begin with '#', of which "#num_bits=N" is read, then a line for each vector:
/// bytes as pairs of hexadecimal digits, in order, the lowest bit of a byte first; a tab; an id;
/// and whatever follows another tab. The fields are the bits, of Element::bit. The file may be
/// compressed (see PlainBytes).
///
/// Opening reads all lines, on every rank. It throws Error(open), Error(read), and MalformedInput
/// with the line for a file without fingerprints, lengths that differ or are not those of num_bits,
/// a line without a tab or id, an id that comes twice, an empty line before others. Collective over
/// `world`: the same error on all ranks. Source::read() reads the lines of its part again, and
/// throws MalformedInput, with line and column, for a character that is no hexadecimal digit and
/// for bits behind the last.
std::unique_ptr<Source> open_fps(const std::string& path, const Communicator& world = {});

}  // namespace encke::io
