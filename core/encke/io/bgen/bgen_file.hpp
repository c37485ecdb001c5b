#pragma once

#include <cstddef>
#include <cstdint>
#include <encke/base/index.hpp>
#include <encke/file/input_file.hpp>
#include <encke/io/bgen/block_decoder.hpp>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace encke::io {

/// One variant of a BGEN. The block is good until the next is read.
struct BgenVariant {
  std::string id;  ///< the rsid
  std::string chromosome;
  Index position = 0;
  std::string first;  ///< allele
  std::string last;
  std::span<const std::byte> block;  ///< see HardCalls::read()
};

/// A BGEN 1.2 or 1.3 of layout 2, read from front to back. What it claims is compared with what the
/// file has before memory is taken for it.
class BgenFile {
 public:
  /// Throws Error(open), Error(read); MalformedInput with the byte where the header is damaged;
  /// Error(inconsistent) for another layout, and where the library that decompresses is missing.
  explicit BgenFile(const std::string& path);

  Index variants() const { return variants_; }
  Index samples() const { return samples_; }
  /// Ids of the samples; none where the file has none.
  const std::vector<std::string>& ids() const { return ids_; }

  /// The next of variants(). Throws Error(read); MalformedInput with the byte for what is damaged;
  /// Error(inconsistent) for more or less than two alleles.
  BgenVariant next();
  /// After the last variant. Throws MalformedInput where the file goes on.
  void check_end() const;
  /// Throws MalformedInput with the byte at which the last variant begins.
  [[noreturn]] void refuse(const BgenVariant& variant, const std::string& why) const;

 private:
  std::span<const std::byte> take(std::uint64_t bytes);
  std::uint32_t take_u32();
  std::uint16_t take_u16();
  std::string take_text(std::uint64_t bytes);
  void read_ids();
  [[noreturn]] void refuse(Index at, const std::string& why) const;

  InputFile file_;
  std::vector<std::byte> buffer_;
  Index begin_ = 0;  ///< of the buffer, in the file
  Index next_ = 0;
  Index variant_ = 0;  ///< where the last one begins
  Index variants_ = 0;
  Index samples_ = 0;
  BgenPacking packing_ = BgenPacking::none;
  std::vector<std::string> ids_;
  std::unique_ptr<BlockDecoder> decoder_;
  std::vector<std::byte> block_;
};

}  // namespace encke::io
