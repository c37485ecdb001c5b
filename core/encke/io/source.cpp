#include <fmt/format.h>

#include <encke/base/error.hpp>
#include <encke/io/source.hpp>

namespace encke::io {
namespace {

bool is_within(Range range, Index size) {
  return 0 <= range.begin && range.begin <= range.end && range.end <= size;
}

}  // namespace

Source::About Source::numbered(Element element, Index vectors, Index fields) {
  return {.element = element,
          .vectors = vectors,
          .fields = fields,
          .vectors_in_file = vectors,
          .fields_in_file = fields};
}

const std::vector<std::string>& Source::names() const {
  auto& names = about_.names;
  if (names.empty()) {
    names.reserve(static_cast<std::size_t>(vectors()));
    for (Index i = 0; i < vectors(); ++i) names.push_back(std::to_string(i));
  }
  return names;
}

SourceCosts Source::costs() const {
  const auto bytes_of = [](const std::vector<std::string>& texts) {
    constexpr std::size_t inside = 15;  // bytes that a string has without memory of its own
    constexpr std::size_t of_heap = 16;
    std::size_t bytes = texts.capacity() * sizeof(std::string);
    for (const std::string& text : texts) {
      if (text.size() > inside) bytes += text.capacity() + of_heap;
    }
    return static_cast<std::int64_t>(bytes);
  };
  SourceCosts costs;
  const bool numbered = about_.names.empty();  // they are made when somebody asks for names
  costs.held = numbered ? vectors() * Index{sizeof(std::string)} : bytes_of(about_.names);
  costs.held += bytes_of(about_.field_names) + about_.sites.bytes() + std::ssize(about_.males);
  return costs;
}

PackedVectors Source::read(const ReadRange& part) {
  if (!is_within(part.vectors, vectors()) || !is_within(part.fields, fields())) {
    throw Error(Failure::internal,
                fmt::format("vectors {} to {}, fields {} to {} asked for: {} x {} expected at most",
                            part.vectors.begin, part.vectors.end, part.fields.begin,
                            part.fields.end, vectors(), fields()));
  }
  // of cases and controls only the source knows how many there are
  const bool empty = part.vectors.size() == 0 || part.fields.size() == 0;
  if (empty && !element().row().classes) {
    return PackedVectors::allocate(element(), part.vectors.size(), part.fields.size(), false);
  }
  return read_range(part);
}

Dataset read_all(std::unique_ptr<Source> source) {
  Dataset data{.vectors = source->read(source->whole())};
  data.files = source->files();
  data.vectors_in_file = source->vectors_in_file();
  data.fields_in_file = source->fields_in_file();
  data.duplicate_names = source->duplicate_names();
  data.monomorphic = count_monomorphic(data.vectors);
  source->names();  // made, where they are numbers
  data.names = std::move(source->about_.names);
  data.remarks = std::move(source->about_.remarks);
  return data;
}

}  // namespace encke::io
