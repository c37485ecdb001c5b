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
  /// The same of a sample: its IID alone may be in the list, or both.
  bool meets_sample(const std::string& family, const std::string& individual);
  /// How many have not been met.
  std::ptrdiff_t unknown() const;

  void set_file(FileRecord file) { file_ = std::move(file); }
  /// From which it was read.
  const FileRecord& file() const { return file_; }

 private:
  TextMap<bool> ids_;
  FileRecord file_;
};

/// What stands between ids in a line.
enum class Separators {
  blanks,  ///< blanks and tabs, as PLINK reads ids of variants
  tabs,    ///< tabs alone: ids may have blanks
};

/// Ids of all lines. Throws Error(open), Error(read).
IdList read_id_list(const std::string& path, Separators separators = Separators::blanks);

/// Samples, one a line, as PLINK's --keep reads them: FID and IID, or the IID alone, which is that
/// of any FID; what follows them is not looked at. Lines that begin with # are headers; after #IID
/// the first column is the IID. Throws as read_id_list().
IdList read_sample_list(const std::string& path);

}  // namespace encke::io
