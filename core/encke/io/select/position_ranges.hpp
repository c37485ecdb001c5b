#pragma once

#include <cstdint>
#include <encke/file/file_record.hpp>
#include <encke/io/sites.hpp>
#include <map>
#include <string>
#include <vector>

namespace encke::io {

/// Ranges of positions, as the file of PLINK 1.9's --extract range, PLINK 2's --extract bed1: a
/// line for each, CHR FROM TO, both ends included, separated by blanks or tabs; what follows is not
/// read, nor are lines that begin with '#'.
class PositionRanges {
 public:
  /// Throws Error(open), Error(read); MalformedInput, with the line, for less than three columns,
  /// for positions that are no whole numbers, and where TO is below FROM.
  explicit PositionRanges(const std::string& path);

  /// True if a variant lies in one of them.
  bool has(const Sites& sites, Index variant) const;
  const FileRecord& file() const { return file_; }

 private:
  struct Range {
    std::int64_t first;
    std::int64_t last;
  };
  void merge();

  std::map<std::string, std::vector<Range>> ranges_;  ///< by usual names, apart, rising
  FileRecord file_;
  /// That of the last question: variants of a chromosome follow one another.
  mutable std::string name_;
  mutable const std::vector<Range>* found_ = nullptr;
};

}  // namespace encke::io
