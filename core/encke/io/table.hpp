#pragma once

#include <encke/io/dataset.hpp>
#include <encke/io/input_file.hpp>
#include <encke/io/real_rows.hpp>
#include <string>

namespace encke::io {

/// Reads a table of non-negative reals whose rows are the vectors (samples, profiles) and whose
/// columns are the fields (features). A table of the other orientation, with a row for each
/// feature, must be transposed first. `element` is float32 or float64; values are rounded to it. Or
/// it is bit: every value is 0 or 1, or the sample is missing, as "NA" or an empty cell (NaN in
/// .npy).
///
/// A path that ends in ".npy" is a NumPy file, see read_npy(); anything else is tab-separated text:
/// a header line (a name for the first column, then one for each field; it may start with '#'),
/// then a line for each vector: its name and its values. Lines end in LF or CRLF. The file is read
/// twice, so it cannot be a pipe.
///
/// Throws Error(open), Error(read), OutOfMemory, and MalformedInput with line and column for a
/// table without rows or fields; a line with too few or too many cells; an empty cell; a cell that
/// is not a number, is NaN, infinite, negative or too large for `element` (one too small is 0); a
/// row whose sum is too large for a profile; a name that comes twice.
Dataset read_table(const std::string& path, Element element);

/// Reads a two-dimensional array (vectors x fields) of float32, float64 or integers of 8 to 64 bits
/// from a little-endian .npy file, in C or Fortran order. Vectors are named "0", "1", …
/// Throws as read_table(); MalformedInput also for any other type or shape and for a file whose
/// size is not what the header says.
Dataset read_npy(const std::string& path, Element element);

/// Reads the header of an .npy file from the file's beginning, and checks it as read_npy() does.
/// Throws Error(read); MalformedInput for a type, shape or size that read_npy() refuses.
StoredMatrix npy_matrix(InputFile& file);

}  // namespace encke::io
