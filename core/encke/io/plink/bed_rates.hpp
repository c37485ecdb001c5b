#pragma once

#include <encke/comm/communicator.hpp>
#include <encke/file/input_file.hpp>
#include <encke/io/plink/subset.hpp>
#include <encke/io/rows/coded_rows.hpp>
#include <encke/schedule/slice.hpp>
#include <functional>

namespace encke::io {

/// Looks at a share of the rows of a .bed and takes those out of stored.rows that the filter does
/// not keep; the rows of other shares stay as they are. Reads in chunks of 4 MiB; `in_passing`:
/// into the file's digest too. Throws Error(read).
void drop_by_rates(InputFile& bed, Slice share, RateFilter& filter, bool in_passing,
                   CodedRows& stored);

/// Collective: takes the rows out of stored.rows that `subset` does not keep for their rates; each
/// rank reads a share of them. Throws, on all ranks, Error(read); Error(inconsistent) where none is
/// left.
void select_by_rates(InputFile& bed, const Subset& subset, const Communicator& world,
                     CodedRows& stored, ReadLog& log);

/// The same for rows from elsewhere. `drop` is called with this rank's share where rates select at
/// all: it takes the rows of the share that the filter does not keep out of stored.rows.
void select_by_rates(const Subset& subset, const Communicator& world, CodedRows& stored,
                     ReadLog& log, const std::function<void(Slice, RateFilter&)>& drop);

}  // namespace encke::io
