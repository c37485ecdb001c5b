#pragma once

#include <cstddef>
#include <cstdint>
#include <encke/io/source.hpp>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

// What all fuzz targets share. A target is one function that reads its input as one reader does;
// whatever is not a documented error ends the program.
namespace encke::fuzz {

/// What separates the files of an input that is several: a line of its own.
inline constexpr std::string_view separator = "\n==file==\n";

/// Memory that readers which can be limited may take, in bytes.
inline constexpr std::int64_t memory = 64 << 20;

/// The input cut at separators into `count` parts; those that it lacks are empty.
std::vector<std::string_view> parts(std::string_view input, std::size_t count);

/// The first byte of the input modulo `choices`, which is taken off; 0 of an empty one.
std::size_t choose(std::string_view& input, std::size_t choices);

/// Writes a file of this name in a directory of this process; returns its path.
std::string file(const std::string& name, std::string_view bytes);

/// The path that a file of this name has, or would have.
std::string path_of(const std::string& name);

/// Calls the reader. Errors must be documented ones, in one printable line of bounded length; a
/// failed allocation is one, too. Ends the program otherwise. Returns 0.
int expect_documented(const std::function<void()>& read);

/// Reads the whole of a source, and its second half, where that is at most some MiB.
void read(const std::unique_ptr<io::Source>& source);

}  // namespace encke::fuzz
