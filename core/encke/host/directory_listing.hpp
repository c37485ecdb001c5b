#pragma once

#include <string>
#include <vector>

namespace encke {

/// Names of all that is in a directory but "." and "..", in no order. Throws Error(open) where it
/// cannot be opened or read, and std::bad_alloc, which C++'s own iterators end the program for.
std::vector<std::string> names_in_directory(const std::string& path);

}  // namespace encke
