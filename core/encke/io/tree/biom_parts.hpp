#pragma once

#include <encke/file/hdf5/mapped_bytes.hpp>
#include <encke/io/tree/biom.hpp>
#include <optional>
#include <string>

// The two formats of BIOM, each in its own file; read_biom() calls them.

namespace encke::io::detail {

/// `memory`: bytes that reading may take; 0: no limit.
SparseTable read_biom_json(const std::string& path, std::int64_t memory);
SparseTable read_biom_hdf5(const std::string& path, std::int64_t memory);
/// The same in this process; and in another one, where there is one (see read_hdf5_with).
SparseTable read_biom_hdf5_here(const std::string& path, std::int64_t memory,
                                FileBytes how = FileBytes::copied);
std::optional<SparseTable> read_biom_hdf5_apart(const std::string& path, std::int64_t memory);

[[noreturn]] void refuse_biom(const std::string& path, const std::string& message);

/// Throws MalformedInput where a table has no numbers for so many observations.
void check_observations(double observations, const std::string& path);

/// Throws MalformedInput unless the row pointer `begin`, of samples + 1 entries, rises from 0 to
/// the number of entries, all indices are in range, each once in a sample, all counts are finite
/// and not negative with finite sums, and all ids are different.
void check_table(const SparseTable& table, const std::string& path);

}  // namespace encke::io::detail
