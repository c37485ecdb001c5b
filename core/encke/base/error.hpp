#pragma once

#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>

namespace encke {

/// What went wrong, numbered as the exit code that the command line gives it.
enum class Failure : int {
  memory = 2,        ///< not enough memory
  open = 3,          ///< a file could not be opened
  read = 4,          ///< a file could not be read
  write = 5,         ///< a file could not be written
  malformed = 6,     ///< an input breaks the rules of its format
  inconsistent = 7,  ///< inputs or options that do not fit together
  command_line = 8,  ///< an option that is unknown, missing or out of range
  gpu = 16,          ///< a GPU was asked for and cannot be used
  stopped = 20,      ///< stopped on request; can be resumed
  checksum = 21,     ///< data differ from their checksum
  rank_died = 22,    ///< another rank of the run died
  internal = 60,     ///< a defect of Encke
};

/// The only exception type that leaves the library. what() is one complete sentence that names
/// the thing that is wrong, where it is, and what was expected: one line, see printable_message().
class Error : public std::runtime_error {
 public:
  Error(Failure failure, const std::string& message);

  Failure failure() const { return failure_; }
  int exit_code() const { return static_cast<int>(failure_); }

 private:
  Failure failure_;
};

/// More memory is needed than is allowed or available.
class OutOfMemory : public Error {
 public:
  OutOfMemory(const std::string& what_for, std::int64_t needed, std::int64_t allowed);

  std::int64_t bytes_needed() const { return needed_; }
  std::int64_t bytes_allowed() const { return allowed_; }

 private:
  std::int64_t needed_;
  std::int64_t allowed_;
};

/// A place in an input file. Lines and columns count from 1, byte offsets from 0.
struct Place {
  std::string file;
  std::optional<std::int64_t> line{};
  std::optional<std::int64_t> column{};
  std::optional<std::int64_t> offset{};
};

/// An input that breaks the rules of its format: "FILE:LINE:COLUMN: message" or
/// "FILE: byte OFFSET: message".
class MalformedInput : public Error {
 public:
  MalformedInput(const Place& place, const std::string& message);

  const Place& place() const { return place_; }

 private:
  Place place_;
};

}  // namespace encke
