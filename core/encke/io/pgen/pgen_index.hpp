#pragma once

#include <cstdint>
#include <encke/file/input_file.hpp>
#include <string>
#include <vector>

namespace encke::io {

/// Numbers of variants and samples that the text files have.
struct PgenShape {
  Index variants = 0;
  Index samples = 0;
};

/// The header of a .pgen (PLINK 2 file format specification): where and of which type the records
/// of the variants are. A type's lowest three bits tell how the hard calls are stored.
class PgenIndex {
 public:
  /// Records between two whose places the header has; no record depends on one of another block.
  static constexpr Index block = Index{1} << 16;
  /// True if a record stores differences from the last one before it that does not.
  static constexpr bool is_difference(unsigned type) { return (type & 6) == 2; }
  static constexpr bool has_several_alleles(unsigned type) { return (type & 0x08) != 0; }
  static constexpr bool has_dosages(unsigned type) { return (type & 0xe0) != 0; }

  /// Reads the header of a file in the storage modes 0x02 to 0x04, 0x10 and 0x11, and of one in the
  /// modes 0x20 and 0x21, whose index is in `index_file`; else this is null. The digests of these
  /// files take it in. Throws Error(read); MalformedInput, before memory is taken for what the
  /// header claims, unless the file is of this shape and has all the records that the header has.
  PgenIndex(InputFile& file, InputFile* index_file, PgenShape shape);

  Index variants() const { return shape_.variants; }
  Index samples() const { return shape_.samples; }
  unsigned type(Index variant) const {
    return types_.empty() ? fixed_type_ : types_[static_cast<std::size_t>(variant)];
  }
  /// Bytes of a record.
  Index length(Index variant) const {
    return lengths_.empty() ? fixed_length_ : Index{lengths_[static_cast<std::size_t>(variant)]};
  }
  /// Byte of the .pgen at which a record begins. Sums the lengths of its block before it.
  Index offset(Index variant) const;
  /// The record that has to be decoded first where this one is wanted: itself, or the last one
  /// before it that stores no differences.
  Index first_needed(Index variant) const;

 private:
  class Header;

  void read_fixed(Header& header, unsigned mode);
  void read_blocks(Header& header);
  void read_block(Header& header, Index number);
  void check_places(const InputFile& file, Index least, bool ends_with_file) const;

  PgenShape shape_;
  unsigned fixed_type_ = 0;
  Index fixed_length_ = 0;
  std::vector<Index> blocks_;  ///< byte at which each block begins; of fixed lengths one alone
  std::vector<std::uint8_t> types_;
  std::vector<std::uint32_t> lengths_;
};

/// The third byte of a .pgen: its storage mode. Throws Error(read); MalformedInput for a file that
/// does not begin with the two bytes 6c 1b, for one that is sample-major (mode 0), and for unknown
/// modes.
unsigned storage_mode(const InputFile& file);
/// True if the index is in a second file, with ".pgi" after the name.
constexpr bool has_index_file(unsigned mode) { return mode == 0x20 || mode == 0x21; }
inline constexpr unsigned bed_mode = 0x01;

}  // namespace encke::io
