#pragma once

#include <encke/io/tree/biom.hpp>
#include <optional>
#include <string>

namespace encke::io {

/// Lets read_biom() and read_hdf5_matrix() read HDF5 files in a process of their own, for which
/// they start `program` with the arguments that serve_hdf5() takes: what a damaged file does to the
/// HDF5 library then ends that process and is MalformedInput here. A program that calls
/// serve_hdf5() first names itself
/// ("/proc/self/exe"). Where the program cannot be started, or does not call serve_hdf5(), files
/// are read in this process. "": they are, which is the default. Not to be called while a file is
/// read.
///
/// A program of its own and not a fork: other threads, MPI and devices may be at work here.
void read_hdf5_with(const std::string& program);

/// To be called first in main(): if this process was started to read a file for another, does that
/// and returns the exit code. Memory and processor time are limited.
std::optional<int> serve_hdf5(int argc, const char* const* argv);

}  // namespace encke::io
