#pragma once

#include <encke/base/error.hpp>
#include <string>
#include <vector>

namespace encke {

/// The directory whose names are wanted, or in which a file is to be made, is not there.
class NoDirectory : public Error {
 public:
  using Error::Error;
};

/// Names of all that is in a directory but "." and "..", in no order. Throws NoDirectory,
/// Error(open) where it cannot be opened or read, and std::bad_alloc, which C++'s own iterators
/// end the program for.
std::vector<std::string> names_in_directory(const std::string& path);

}  // namespace encke
