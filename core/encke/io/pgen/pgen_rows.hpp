#pragma once

#include <encke/io/pgen/pgen_index.hpp>
#include <encke/io/rows/fed_rows.hpp>

namespace encke::io {

/// Hands the codes, those of a .bed, of the rows of a range that are kept to `take`, in order.
/// Positioned reads of these records and of those that they refer to, in pieces of 512 KiB.
/// `in_passing`: of all records before the last one, and into the file's digest too.
/// Throws Error(read); MalformedInput with the byte.
void read_pgen_rows(InputFile& file, const PgenIndex& index, Range rows, const Kept& kept,
                    bool in_passing, const TakeRow& take);

}  // namespace encke::io
