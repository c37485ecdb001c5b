#pragma once

#include <cstdint>
#include <encke/file/input_file.hpp>
#include <encke/io/rows/haploid_rows.hpp>
#include <encke/io/source.hpp>
#include <encke/pack/codes.hpp>
#include <string>
#include <vector>

namespace encke::io {

Index count_kept(const Kept& kept);
/// From the first to the last of the items `part`, counted among those kept; none of an empty part.
Range place_of(const Kept& kept, Range part);
/// Leaves the names of what is kept.
void keep_names(std::vector<std::string>& names, const Kept& kept);

/// Rows of two-bit codes in a file, ceil(samples / 4) bytes each, from byte `offset` on. The caller
/// has checked that the file has all of them.
struct CodedRows {
  Index offset = 0;
  Kept rows;     ///< which rows are vectors
  Kept samples;  ///< which codes of a row are fields
  GenotypeCode code = GenotypeCode::packed;
  MissingCode missing = MissingCode::missing;
  Kept cases = {};           ///< Element::case_control: the samples of `samples` that are cases
  HaploidRows haploid = {};  ///< rows of which some genotypes are read as missing

  Index row_bytes() const { return divide_up(static_cast<Index>(samples.size()), 4); }
};

/// Bytes that packing a part takes beside what it returns.
Index bytes_to_pack(const CodedRows& stored, Element element);

/// Packs a part, not empty, of the rows and samples kept. Reads only what belongs to the part, in
/// chunks of 1 MiB. `in_passing`: into the file's digest too; the whole is then read from the first
/// row to the last, whatever is kept. `element` is genotype or bit. Throws Error(read);
/// OutOfMemory.
PackedVectors pack_coded_rows(InputFile& file, const CodedRows& stored, Element element,
                              const ReadRange& part, bool in_passing);

}  // namespace encke::io
