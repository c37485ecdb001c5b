#include <encke/base/error.hpp>
#include <encke/io/rows/class_collector.hpp>
#include <encke/io/rows/fed_rows.hpp>
#include <encke/io/rows/row_collector.hpp>

namespace encke::io {
namespace {

/// Those samples of a part that are kept.
Kept samples_of(const CodedRows& stored, Range fields) {
  Kept kept = stored.samples;
  Index field = 0;
  for (std::uint8_t& keep : kept) {
    if (keep != 0 && !fields.contains(field++)) keep = 0;
  }
  return kept;
}

}  // namespace

PackedVectors pack_fed_rows(const CodedRows& stored, Element element, const ReadRange& part,
                            const FeedRows& feed) {
  const Range rows = place_of(stored.rows, part.vectors);
  const auto feed_into = [&](auto& collector) {
    std::vector<std::uint8_t> changed;
    feed(rows, [&](Index row, const std::uint8_t* codes) {
      if (stored.haploid.changes(row)) {
        changed.assign(codes, codes + stored.row_bytes());
        stored.haploid.set_missing(row, {0, stored.row_bytes()}, changed.data());
        codes = changed.data();
      }
      collector.add(codes);
    });
  };
  if (element == Element::case_control) {
    if (part.fields.size() != count_kept(stored.samples)) {
      throw Error(Failure::inconsistent, "cases and controls are read with all of their samples");
    }
    ClassCollector collector(part, stored);
    feed_into(collector);
    return collector.finish();
  }
  auto vectors = PackedVectors(element, part.vectors.size(), part.fields.size());
  const BedSamples samples(samples_of(stored, part.fields));
  RowCollector collector(vectors, samples, stored);
  feed_into(collector);
  collector.flush();
  return vectors;
}

}  // namespace encke::io
