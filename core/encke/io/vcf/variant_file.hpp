#pragma once

#include <cstdint>
#include <encke/base/index.hpp>
#include <encke/io/vcf/genome_range.hpp>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace encke::io {

/// True if this Encke reads VCF and BCF (it was built with HTSlib).
bool reads_vcf();

/// One record of a BCF. The parts are good until the next is read.
struct BcfRecord {
  std::string_view chromosome;
  Index position = 0;  ///< from 1
  std::string_view id;
  std::vector<std::string_view> alleles;  ///< the reference's, then the others
  bool passes = false;                    ///< no filter, or PASS
  bool has_calls = false;                 ///< a GT
  std::span<const std::uint8_t> calls;    ///< see read_binary_calls()
  Index width = 0;
  Index ploidy = 0;
};

/// A VCF, as it is or compressed by bgzip or gzip, or a BCF: which, its first bytes tell. Reads its
/// lines or records, with HTSlib. Nothing but the file itself and its index is ever opened.
class VariantFile {
 public:
  /// Throws Error(inconsistent) where this Encke was built without HTSlib; Error(open) where there
  /// is no such regular file; MalformedInput where it is none of these, where its header is
  /// damaged, and where a file of bgzip does not end as such a file ends.
  explicit VariantFile(const std::string& path);
  VariantFile(const VariantFile&) = delete;
  VariantFile& operator=(const VariantFile&) = delete;
  ~VariantFile();

  bool is_bcf() const;
  /// The lines that begin with '#', without their ends.
  const std::vector<std::string>& header() const;

  /// From now on only the records of these ranges (see read_ranges()), by the index F.csi or F.tbi;
  /// a record is in a range where its position is. To be called before the first record is read.
  /// Throws Error(open) where there is no index; Error(inconsistent) where the file cannot be read
  /// from the middle, and for a chromosome that it does not have; Error(command_line);
  /// MalformedInput where the index is damaged.
  void restrict_to(const std::string& ranges);
  /// True if the record that was read is to be used.
  bool is_wanted(std::string_view chromosome, Index position) const;

  /// The next line of a VCF, without its end. Returns false at the end of the file. Throws
  /// Error(read), MalformedInput.
  bool next(std::string_view& line);
  /// The next record of a BCF; the same otherwise.
  bool next(BcfRecord& record);
  /// Line, or record from 1, that was read; 0 where ranges are read.
  Index number() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace encke::io
