#pragma once

#include <gtest/gtest.h>

#include <encke/base/error.hpp>
#include <filesystem>
#include <string>
#include <string_view>

namespace encke::io {

/// A directory for one test's files; gone afterwards.
class TemporaryFiles {
 public:
  TemporaryFiles();
  TemporaryFiles(const TemporaryFiles&) = delete;
  TemporaryFiles& operator=(const TemporaryFiles&) = delete;
  ~TemporaryFiles();

  /// Path of the file `name`, which need not exist.
  std::string path(const std::string& name) const { return (directory_ / name).string(); }
  /// Writes a file and returns its path.
  std::string write(const std::string& name, std::string_view bytes) const;
  /// Makes a pipe that no one writes to and returns its path.
  std::string make_pipe(const std::string& name) const;

 private:
  std::filesystem::path directory_;
};

/// All bytes of a file. Throws std::runtime_error where it cannot be opened.
std::string bytes_of(const std::string& path);

/// Calls `act`, which must throw an Error of kind `failure` whose message has all of `words`.
template <class Act>
void expect_error(Act act, Failure failure, std::initializer_list<std::string_view> words) {
  try {
    act();
    ADD_FAILURE() << "accepted";
  } catch (const Error& error) {
    EXPECT_EQ(error.exit_code(), static_cast<int>(failure)) << error.what();
    for (const std::string_view word : words) {
      EXPECT_NE(std::string_view(error.what()).find(word), std::string_view::npos)
          << "no '" << word << "' in: " << error.what();
    }
  }
}

}  // namespace encke::io
