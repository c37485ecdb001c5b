#include <fmt/format.h>

#include <encke/base/error.hpp>
#include <encke/io/source.hpp>

namespace encke::io {
namespace {

bool is_within(Range range, Index size) {
  return 0 <= range.begin && range.begin <= range.end && range.end <= size;
}

PackedVectors room(Element element, Index vectors, Index fields) {
  if (is_real(element)) return PackedVectors::profiles(element, vectors, fields);
  return PackedVectors::of_codes(element, vectors, fields);
}

}  // namespace

PackedVectors Source::read(const Part& part) {
  if (!is_within(part.vectors, vectors()) || !is_within(part.fields, fields())) {
    throw Error(Failure::internal,
                fmt::format("vectors {} to {}, fields {} to {} asked for: {} x {} expected at most",
                            part.vectors.begin, part.vectors.end, part.fields.begin,
                            part.fields.end, vectors(), fields()));
  }
  if (part.vectors.size() == 0 || part.fields.size() == 0) {
    return room(element(), part.vectors.size(), part.fields.size());
  }
  return read_part(part);
}

Dataset read_all(std::unique_ptr<Source> source) {
  Dataset data{.vectors = source->read(source->whole())};
  data.files = source->files();
  data.vectors_in_file = source->vectors_in_file();
  data.fields_in_file = source->fields_in_file();
  data.duplicate_names = source->duplicate_names();
  data.monomorphic = count_monomorphic(data.vectors);
  data.names = std::move(source->about_.names);
  data.remarks = std::move(source->about_.remarks);
  return data;
}

}  // namespace encke::io
