#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "support/scratch.hpp"

namespace encke::test {

/// What a program that has ended left.
struct Ended {
  int code = 0;
  std::string out;
  std::string err;
};

/// Runs the command line (the program that ENCKE_BIN names) in a directory of its own.
class Program : public Scratch {
 protected:
  Program();

  /// From now on the program is started by this command, such as "mpirun -n 3".
  void start_by(const std::string& launcher) { launcher_ = launcher; }
  /// Runs `encke ARGUMENTS`, which a shell splits into words.
  Ended run(const std::string& arguments) const;
  /// The same; the program must succeed and say nothing of errors.
  Ended succeed(const std::string& arguments) const;
  /// The same; the program must end with `code`, one line on standard error that has all of
  /// `words`, and no file that was not there before.
  void refuse(const std::string& arguments, int code,
              std::initializer_list<std::string_view> words);
  /// Names of the files that are there, without the blocks of unfinished runs; sorted.
  std::vector<std::string> outputs() const;

  void write(const std::string& name, std::string_view bytes) const;
  std::string read(const std::string& name) const { return bytes_of(path(name)); }
  nlohmann::json summary(const std::string& out = "encke") const;
  /// Digest of a run with these arguments.
  std::string digest(const std::string& arguments) const;

 private:
  std::string program_;
  std::string launcher_;
};

/// The lines of a text; the cells of a line.
std::vector<std::string> lines_of(const std::string& text);
std::vector<std::string> cells_of(const std::string& line);

}  // namespace encke::test
