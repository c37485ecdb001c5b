#pragma once

#include <encke/base/index.hpp>
#include <encke/file/file_record.hpp>
#include <optional>
#include <string>
#include <vector>

namespace encke::store {

/// What log and summary tell of the input. Kept in the directory of a stored run, because
/// `encke merge` does not see the input.
struct InputRecord {
  std::vector<io::FileRecord> inputs{};
  std::vector<std::string> remarks{};
  Index vectors_in_file = 0;
  Index fields_in_file = 0;
  Index empty_vectors = 0;
  Index empty_tuples = 0;
  Index tests = 0;  ///< hypotheses that are tested, of the whole problem; 0 where none is
};

/// Throws Error(open), Error(write).
void write_input_record(const std::string& directory, const InputRecord& about);

/// What is wrong with the file in `directory`; nothing where it is as it was written. Throws
/// Error(read).
std::optional<std::string> damage_of_input_record(const std::string& directory);

/// Throws Error(checksum), with the file, where it is not there or not as it was written;
/// Error(read).
InputRecord read_input_record(const std::string& directory);

}  // namespace encke::store
