#pragma once

#include <cstdint>
#include <encke/base/index.hpp>
#include <span>
#include <string>
#include <vector>

namespace encke::io {

/// The record of a variant in a .pgen.
struct PgenRecord {
  std::span<const std::uint8_t> bytes;
  unsigned type = 0;
  Index variant = 0;  ///< from 0
  Index offset = 0;   ///< byte of the file at which it begins
};

/// Decodes the main tracks (hard calls) of records, one after the other, into codes of a .bed: 00
/// for two copies of the alternate allele, 01 missing, 10 het, 11 two copies of the reference.
/// What follows the main track in a record is not looked at.
class MainTrack {
 public:
  /// `path` is for messages.
  MainTrack(std::string path, Index samples);

  /// Codes of all samples, ceil(samples / 4) bytes whose last bits, beyond the last sample, mean
  /// nothing; valid until the next call. A record that stores differences does so from the last one
  /// decoded that does not.
  /// Throws MalformedInput with the byte, for a main track that breaks a rule of the format.
  const std::uint8_t* decode(const PgenRecord& record);

 private:
  class Bytes;

  void decode_plain(Bytes& bytes);
  void decode_two_common(Bytes& bytes);
  void apply_differences(Bytes& bytes, std::vector<std::uint8_t>& codes) const;
  Index apply_group(Bytes& bytes, Index sample, Index count, const std::uint8_t* values,
                    std::uint8_t* codes) const;

  std::string path_;
  Index samples_;
  std::vector<std::uint8_t> base_;     ///< of the last record that stores no differences
  std::vector<std::uint8_t> derived_;  ///< of the last one that does
};

}  // namespace encke::io
