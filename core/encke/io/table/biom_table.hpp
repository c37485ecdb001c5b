#pragma once

#include <encke/comm/communicator.hpp>
#include <encke/io/compare.hpp>
#include <encke/io/source.hpp>
#include <encke/io/table/rare_features.hpp>
#include <encke/io/tree/biom.hpp>
#include <memory>
#include <string>

namespace encke::io {

/// Opens a table in BIOM format, as read_biom() reads it, whose vectors are the samples and whose
/// fields are the observations, or the other way round. `element` is float32 or float64, or one of
/// count2 to count16, each with the counts; or bit: whether the count is above 0. Every rank reads
/// the file. Of `selection` see take_selection(); it comes first.
/// Collective over `world`; throws, on all ranks, what read_biom() and take_selection() throw, and
/// MalformedInput for a table without samples or observations. Source::read() throws
/// MalformedInput, with the ids, for a count that `element` does not hold, and for a sum that is
/// too large.
std::unique_ptr<Source> open_biom_table(const std::string& path, Element element,
                                        Compare compare = Compare::samples,
                                        const TableSelection& selection = {},
                                        const Communicator& world = {}, std::int64_t memory = 0);

}  // namespace encke::io
