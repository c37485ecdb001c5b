#pragma once

#include <encke/base/index.hpp>
#include <encke/io/vcf/calls.hpp>
#include <encke/io/vcf/variant_file.hpp>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace encke::io {

/// What a VCF's or BCF's header says that matters here.
struct VcfHeader {
  std::vector<std::string> samples;
};

/// Throws MalformedInput for a header without its first and last line, and for two samples of one
/// name; Error(inconsistent) where there are no samples, or no FORMAT named GT.
VcfHeader read_vcf_header(const std::string& path, const std::vector<std::string>& lines);

/// One variant, but for its calls. The parts are good until the next is read.
struct VariantSite {
  std::string_view chromosome;
  Index position = 0;
  std::string_view id;
  std::string_view ref;
  std::string alt;  ///< all alleles but the reference's, separated by commas; "." for none
  Index alts = 1;   ///< at least 1: PLINK writes an allele that it does not know as ALT "."
  bool passes = false;
  bool has_calls = false;
};

/// The variants of an open file, one after another.
class VariantRecords {
 public:
  VariantRecords(VariantFile& file, std::string path, const VcfHeader& header)
      : file_(file), path_(std::move(path)), header_(header) {}
  VariantRecords(const VariantRecords&) = delete;
  VariantRecords& operator=(const VariantRecords&) = delete;
  virtual ~VariantRecords() = default;

  /// The next variant that is wanted; false at the end. Throws Error(read); MalformedInput with the
  /// line or record.
  bool next();
  const VariantSite& site() const { return site_; }
  /// Codes of a .bed of its calls, see read_text_calls(); returns whether one is phased.
  virtual bool read_calls(CallRules& rules, std::uint8_t* row) = 0;

 protected:
  virtual bool read_site() = 0;
  /// Throws MalformedInput with the line or record, or where ranges are read, with its position.
  [[noreturn]] void refuse(const std::string& why) const;
  [[noreturn]] void refuse_call(Index sample, const std::string& why) const;
  Index samples() const { return static_cast<Index>(header_.samples.size()); }

  VariantFile& file_;
  std::string path_;
  const VcfHeader& header_;
  VariantSite site_;
};

/// Opens records of the file's kind. What it is given must outlive it.
std::unique_ptr<VariantRecords> open_records(VariantFile& file, const std::string& path,
                                             const VcfHeader& header);

}  // namespace encke::io
