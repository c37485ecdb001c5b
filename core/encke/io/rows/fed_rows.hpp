#pragma once

#include <encke/io/rows/coded_rows.hpp>
#include <functional>

namespace encke::io {

/// Takes the codes of all samples of one row, ceil(samples / 4) bytes.
using TakeRow = std::function<void(Index row, const std::uint8_t* codes)>;
/// Hands the rows of a range that are kept to `take`, in order.
using FeedRows = std::function<void(Range rows, const TakeRow& take)>;

/// Packs a part of the rows and samples kept, as pack_coded_rows() does, of a file whose rows have
/// to be made one by one. Throws Error(inconsistent) for a part of the samples of cases and
/// controls; OutOfMemory; what `feed` throws.
PackedVectors pack_fed_rows(const CodedRows& stored, Element element, const ReadRange& part,
                            const FeedRows& feed);

}  // namespace encke::io
