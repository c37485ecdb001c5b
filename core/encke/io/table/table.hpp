#pragma once

#include <encke/comm/communicator.hpp>
#include <encke/file/input_file.hpp>
#include <encke/io/compare.hpp>
#include <encke/io/dataset.hpp>
#include <encke/io/rows/real_rows.hpp>
#include <encke/io/source.hpp>
#include <memory>
#include <string>

namespace encke::io {

/// Opens a table of non-negative reals whose rows are the vectors (samples, profiles) and whose
/// columns are the fields (features), with Compare::features the other way round. `element` is
/// float32 or float64; values are rounded to it. Or it is bit: every value is 0 or 1, or the sample
/// is missing, as "NA" or an empty cell (NaN in .npy). Or it is one of count2 to count16: every
/// value is a whole number that such a count holds.
///
/// A path that ends in ".npy" is a NumPy file, see open_npy(); anything else is tab-separated text:
/// a header line (a name for the first column, then one for each field; it may start with '#'),
/// then a line for each row: its name and its values. Lines end in LF or CRLF; names may stand in
/// double quotes. Where the header begins with "#OTU ID", "OTU ID", "Feature ID", "feature-id" or
/// "ASV", or "# Constructed from biom file" precedes it, columns are the samples, rows the
/// features, and a last column "taxonomy" is left out. The file is read twice, so it cannot be a
/// pipe; it may be compressed (see PlainBytes). Columns as vectors are collected in pieces of 64
/// MiB, and the lines are read again for each.
///
/// Text is checked in two steps. Opening reads all lines. It throws Error(open), Error(read), and
/// MalformedInput with line and column for a table without rows or fields, an empty line between
/// rows, and a name that is empty or comes twice. Collective over `world`: the same error on all
/// ranks.
/// Source::read() parses the cells of its part. It throws MalformedInput with line and column for a
/// row with too few or too many cells, even outside the part's fields; for a cell of the part that
/// is empty, is not a number, is NaN, infinite, negative or too large for `element` (one too small
/// is 0); for a row whose sum over the part's fields is too large. So whoever owns a row finds what
/// is wrong with it, but that a row's sum is too large only where the fields are not divided.
std::unique_ptr<Source> open_table(const std::string& path, Element element,
                                   const Communicator& world = {},
                                   Compare compare = Compare::samples);

/// Reads the whole of such a table. Throws what open_table() and Source::read() throw.
Dataset read_table(const std::string& path, Element element, Compare compare = Compare::samples);

/// Opens a two-dimensional array (vectors x fields, with Compare::features fields x vectors) of
/// float32, float64 or integers of 8 to 64 bits in a little-endian .npy file, in C or Fortran
/// order. Vectors are named "0", "1", … Throws Error(open), Error(read); MalformedInput for any
/// other type or shape and for a file whose size is not what the header says; collective over
/// `world`: the same error on all ranks. Source::read() throws MalformedInput, with the byte, for
/// values and sums as above.
std::unique_ptr<Source> open_npy(const std::string& path, Element element,
                                 const Communicator& world = {},
                                 Compare compare = Compare::samples);

/// Reads the header of an .npy file from the file's beginning, and checks it as open_npy() does.
/// Throws Error(read); MalformedInput for a type, shape or size that open_npy() refuses.
StoredMatrix npy_matrix(InputFile& file);

}  // namespace encke::io
