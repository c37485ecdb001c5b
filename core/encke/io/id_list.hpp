#pragma once

#include <cstddef>
#include <encke/base/text/text_hash.hpp>
#include <encke/file/file_record.hpp>
#include <string>
#include <utility>

namespace encke::io {

/// Ids of a file, and which of them have been met.
class IdList {
 public:
  void insert(std::string id) { ids_.emplace(std::move(id), false); }
  /// True if the id is in the list; it has been met then.
  bool meets(const std::string& id);
  /// How many have not been met.
  std::ptrdiff_t unknown() const;

  void set_file(FileRecord file) { file_ = std::move(file); }
  /// From which it was read.
  const FileRecord& file() const { return file_; }

 private:
  TextMap<bool> ids_;
  FileRecord file_;
};

/// Ids separated by blanks, tabs or ends of lines, as PLINK reads those of variants. Throws
/// Error(open), Error(read).
IdList read_id_list(const std::string& path);

}  // namespace encke::io
