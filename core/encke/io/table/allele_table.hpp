#pragma once

#include <cstdint>
#include <encke/comm/communicator.hpp>
#include <encke/io/source.hpp>
#include <memory>
#include <string>
#include <vector>

namespace encke::io {

/// Opens a table of the alleles of markers with any number of states: tab-separated text with a
/// header line (a name for the first column, then one for each sample), then a line for each
/// marker, see AlleleRow. Lines end in LF or CRLF. A marker with s alleles becomes s vectors of
/// genotypes, each of the copies of one allele, named "marker:allele"; a marker without any gives
/// none, and a remark. The file is read twice, so it cannot be a pipe.
///
/// Opening reads all lines, on every rank. It throws Error(open), Error(read), and MalformedInput
/// with line and column for a table without samples or markers, an empty line between rows, a name
/// that comes twice, and what AlleleRow throws. Collective over `world`: the same error on all
/// ranks. Source::read() reads the lines of its part again.
std::unique_ptr<Source> open_allele_table(const std::string& path, const Communicator& world = {});

/// The number of the marker of each vector with such a name, ascending.
std::vector<std::uint32_t> markers_of(const std::vector<std::string>& names);

}  // namespace encke::io
