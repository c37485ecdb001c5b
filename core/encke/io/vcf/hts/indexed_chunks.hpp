#pragma once

#include <encke/io/vcf/genome_range.hpp>
#include <encke/io/vcf/hts/handles.hpp>
#include <string>
#include <vector>

#if defined(ENCKE_HAS_HTSLIB)

namespace encke::io::hts {

/// Goes with a file's index to where records of some ranges are, one range after another.
class IndexedChunks {
 public:
  /// Reads F.csi or F.tbi. `header`: of a BCF, else null; it must outlive this, and so must `file`.
  /// Throws what VariantFile::restrict_to() throws.
  IndexedChunks(const std::string& path, const htsFile& file, const bcf_hdr_t* header,
                const std::string& ranges);

  /// Before each record: goes on to the next chunk of the file where the current one has ended;
  /// false after the last one of the last range. Throws MalformedInput.
  bool advance();
  /// The one whose records are read.
  const GenomeRange& range() const { return ranges_[next_ - 1]; }

 private:
  int number_of(const std::string& chromosome) const;
  void load_index();
  bool next_chunk();

  std::string path_;
  const htsFile& file_;
  const bcf_hdr_t* header_;
  TextIndex text_index_;
  BinaryIndex binary_index_;
  std::vector<GenomeRange> ranges_;
  std::size_t next_ = 0;
  Chunks chunks_;  ///< of the current range
  int chunk_ = 0;
};

}  // namespace encke::io::hts

#endif
