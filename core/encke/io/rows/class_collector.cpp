#include <encke/host/region.hpp>
#include <encke/io/rows/class_collector.hpp>
#include <encke/pack/packers.hpp>
#include <utility>

namespace encke::io {
namespace {

/// The samples kept of one class: 0 controls, 1 cases.
Kept of_class(const CodedRows& stored, int c) {
  Kept kept = stored.samples;
  for (std::size_t s = 0; s < kept.size(); ++s) {
    if (stored.cases[s] != c) kept[s] = 0;
  }
  return kept;
}

}  // namespace

ClassCollector::ClassCollector(const ReadRange& part, const CodedRows& stored)
    : stored_(stored),
      classes_{BedSamples(of_class(stored, 0)), BedSamples(of_class(stored, 1))},
      vectors_(pack::case_control(part.vectors.size(), classes_[0].kept(), classes_[1].kept())) {
  for (std::size_t c = 0; c < 2; ++c) {
    rows_[c].resize(static_cast<std::size_t>(capacity * classes_[c].gathered_bytes()));
  }
}

void ClassCollector::add(const std::uint8_t* row) {
  for (std::size_t c = 0; c < 2; ++c) {
    classes_[c].gather(row, rows_[c].data() + count_ * classes_[c].gathered_bytes());
  }
  if (++count_ == capacity) flush();
}

void ClassCollector::flush() {
  const Region region("pack");
  pack::set_classes(vectors_, first_, count_,
                    {{{rows_[0].data(), classes_[0].gathered_bytes()},
                      {rows_[1].data(), classes_[1].gathered_bytes()}}},
                    stored_.code, stored_.missing);
  first_ += count_;
  count_ = 0;
}

PackedVectors ClassCollector::finish() {
  flush();
  return std::move(vectors_);
}

}  // namespace encke::io
