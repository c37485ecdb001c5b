#include <algorithm>
#include <encke/base/error.hpp>
#include <encke/base/index.hpp>
#include <encke/host/region.hpp>
#include <encke/io/rows/bed_rows.hpp>
#include <encke/io/rows/class_collector.hpp>
#include <encke/io/rows/coded_rows.hpp>
#include <encke/io/rows/row_chunks.hpp>
#include <encke/io/rows/row_collector.hpp>
#include <encke/pack/packers.hpp>

namespace encke::io {
namespace {

constexpr Index coded_chunk = 1 << 20;  // stays in the cache until it is packed
constexpr Index chunk_rows = 8;         // at least, and a multiple of that

PackedVectors allocate_for(Element element, const ReadRange& part) {
  // of cases and controls, ClassCollector has its own
  if (element == Element::case_control) return pack::genotypes(0, 0);
  return PackedVectors(element, part.vectors.size(), part.fields.size());
}

}  // namespace

void keep_names(std::vector<std::string>& names, const Kept& kept) {
  std::size_t end = 0;
  for (std::size_t v = 0; v < names.size(); ++v) {
    if (kept[v] == 0) continue;
    if (end != v) names[end] = std::move(names[v]);
    ++end;
  }
  names.resize(end);
}

Index count_kept(const Kept& kept) {
  return static_cast<Index>(std::count(kept.begin(), kept.end(), 1));
}

Range place_of(const Kept& kept, Range part) {
  Range place;
  if (part.size() == 0) return place;
  Index seen = 0;
  for (Index i = 0; seen < part.end; ++i) {
    if (kept[idx(i)] == 0) continue;
    if (seen == part.begin) place.begin = i;
    if (++seen == part.end) place.end = i + 1;
  }
  return place;
}

Index bytes_to_pack(const CodedRows& stored, Element element) {
  constexpr Index rest = 1 << 20;
  const Index chunk = std::max(coded_chunk, chunk_rows * stored.row_bytes());
  return (element == Element::case_control ? 4 : 1) * chunk + rest;
}

PackedVectors pack_coded_rows(InputFile& file, const CodedRows& stored, Element element,
                              const ReadRange& part, bool in_passing) {
  const ReadRange place = {place_of(stored.rows, part.vectors),
                           place_of(stored.samples, part.fields)};
  const bool all_fields = part.fields.size() == count_kept(stored.samples);
  if (element == Element::case_control && !all_fields) {
    throw Error(Failure::inconsistent, "cases and controls are read with all of their samples");
  }
  const bool whole = all_fields && part.vectors.size() == count_kept(stored.rows);
  const Range rows =
      whole && in_passing ? Range{0, static_cast<Index>(stored.rows.size())} : place.vectors;
  // whole bytes, and whole rows where these are hashed
  const bool every_byte = (whole && in_passing) || element == Element::case_control;
  const Index first_byte = every_byte ? 0 : place.fields.begin / 4;
  const Index end_byte = every_byte ? stored.row_bytes() : divide_up(place.fields.end, 4);

  RowChunks chunks(file, {stored.offset, stored.row_bytes(), {first_byte, end_byte}}, in_passing);
  PackedVectors vectors = allocate_for(element, part);
  const auto for_each_chunk = [&](auto take) {
    chunks.for_each(rows, coded_chunk, chunk_rows,
                    [&](Index first, Index count, std::uint8_t* codes) {
                      for (Index r = 0; r < count; ++r) {
                        stored.haploid.set_missing(first + r, {first_byte, end_byte},
                                                   codes + r * chunks.stride());
                      }
                      take(first, count, static_cast<const std::uint8_t*>(codes));
                    });
  };
  if (element != Element::case_control && rows.size() == part.vectors.size() &&
      place.fields.size() == part.fields.size() && place.fields.begin == 4 * first_byte) {
    for_each_chunk([&](Index first, Index count, const std::uint8_t* codes) {
      const Region region("pack");
      pack::set_codes(vectors, first - rows.begin, count, codes, chunks.stride(), stored.code,
                      stored.missing);
    });
    return vectors;
  }
  if (element == Element::case_control) {
    ClassCollector collector(part, stored);
    for_each_chunk([&](Index first, Index count, const std::uint8_t* codes) {
      for (Index r = 0; r < count; ++r) {
        if (stored.rows[idx(first + r)] != 0) collector.add(codes + r * chunks.stride());
      }
    });
    return collector.finish();
  }
  Kept fields(stored.samples.begin() + 4 * first_byte,
              stored.samples.begin() + std::min<Index>(4 * end_byte, std::ssize(stored.samples)));
  std::fill_n(fields.begin(), place.fields.begin - 4 * first_byte, std::uint8_t{0});
  std::fill(fields.begin() + (place.fields.end - 4 * first_byte), fields.end(), std::uint8_t{0});
  const BedSamples samples(fields);
  RowCollector collector(vectors, samples, stored);
  for_each_chunk([&](Index first, Index count, const std::uint8_t* codes) {
    for (Index r = 0; r < count; ++r) {
      if (stored.rows[idx(first + r)] != 0) collector.add(codes + r * chunks.stride());
    }
  });
  collector.flush();
  return vectors;
}

}  // namespace encke::io
