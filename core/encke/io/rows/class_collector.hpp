#pragma once

#include <cstdint>
#include <encke/io/rows/bed_rows.hpp>
#include <encke/io/rows/coded_rows.hpp>
#include <vector>

namespace encke::io {

/// Collects rows of codes of which some samples are controls and some cases, and packs them by the
/// dozens, each class by itself.
class ClassCollector {
 public:
  ClassCollector(const ReadRange& part, const CodedRows& stored);

  /// A whole row of the file.
  void add(const std::uint8_t* row);
  PackedVectors finish();

 private:
  static constexpr Index capacity = 64;

  void flush();

  const CodedRows& stored_;
  std::vector<BedSamples> classes_;
  std::vector<std::uint8_t> rows_[2];
  PackedVectors vectors_;
  Index first_ = 0;
  Index count_ = 0;
};

}  // namespace encke::io
