#pragma once

#include <cstdint>
#include <encke/base/index.hpp>
#include <encke/pack/steps/split_codes.hpp>
#include <vector>

namespace encke {

/// Genotypes of some vectors, a byte each: 0, 1 or 2 copies of allele 1, and bytes from 128 on
/// (below 0) where they are missing. Field f of vector v is data[v * vector_stride + f *
/// field_stride], and one of the strides is 1.
struct ByteGenotypes {
  const std::uint8_t* data = nullptr;
  Index vectors = 0;
  Index fields = 0;
  Index vector_stride = 0;
  Index field_stride = 0;
};

/// Splits all words of the groups, of which there are divide_up(vectors, 8); bits beyond the last
/// field are zero in every plane, and those of vectors that do not exist are any. False, with the
/// planes undefined, where a byte is none of the above.
using SplitBytes = bool (*)(const ByteGenotypes& from, CodePlanes* to);

/// The forms of it that this CPU runs, from the reference to the fastest. All give the same bits.
std::vector<SplitBytes> split_bytes_forms();

/// The fastest.
bool split_bytes(const ByteGenotypes& from, CodePlanes* to);

}  // namespace encke
