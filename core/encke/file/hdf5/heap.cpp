#include <fmt/format.h>

#include <algorithm>
#include <encke/base/error.hpp>
#include <encke/file/hdf5/heap.hpp>
#include <string_view>

namespace encke::io {
namespace {

// "Global Heap" of the HDF5 file format specification, with addresses and lengths of 8 bytes.
constexpr std::string_view signature = "GCOL\1";
constexpr Index header_bytes = 16;  // signature, version, 3 reserved, size of the collection
constexpr Index head_bytes = 16;    // of an object: number, references, 4 reserved, size
constexpr Index alignment = 8;      // of the objects

std::uint64_t little_endian(std::span<const std::byte> bytes) {
  std::uint64_t value = 0;
  for (std::size_t i = bytes.size(); i-- > 0;) {
    value = value << 8 | std::to_integer<std::uint64_t>(bytes[i]);
  }
  return value;
}

}  // namespace

void Hdf5Heap::refuse(Index at, const std::string& message) const {
  throw MalformedInput({.file = path_, .offset = at}, message);
}

std::uint64_t Hdf5Heap::number(Index at, int bytes) const {
  return little_endian(
      file_.subspan(static_cast<std::size_t>(at), static_cast<std::size_t>(bytes)));
}

Hdf5Heap::Collection Hdf5Heap::read_collection(Index begin) const {
  const auto size = number(begin + 8, 8);
  const auto left = static_cast<std::uint64_t>(std::ssize(file_) - begin);
  if (size < header_bytes || size > left) {
    refuse(begin, fmt::format("a collection of texts of {} bytes, {} to {} expected", size,
                              header_bytes, left));
  }
  Collection all{.end = begin + static_cast<Index>(size), .objects = {}};
  for (Index at = begin + header_bytes; all.end - at >= head_bytes;) {
    const auto of = static_cast<std::uint32_t>(number(at, 2));
    if (of == 0) break;  // what follows is free
    const auto bytes = number(at + 8, 8);
    const Index most = all.end - at - head_bytes;
    if (bytes > static_cast<std::uint64_t>(most)) {
      refuse(at, fmt::format("a text of {} bytes, at most {} expected", bytes, most));
    }
    all.objects.push_back({of, at + head_bytes, static_cast<Index>(bytes)});
    at += head_bytes + round_up(static_cast<Index>(bytes), alignment);
  }
  std::ranges::sort(all.objects, {}, &Object::number);
  const auto twice = std::ranges::adjacent_find(all.objects, {}, &Object::number);
  if (twice != all.objects.end()) {
    refuse(begin, fmt::format("two texts have the number {}", twice->number));
  }
  return all;
}

const Hdf5Heap::Collection& Hdf5Heap::collection_at(std::uint64_t address) {
  const auto end = static_cast<std::uint64_t>(std::ssize(file_));
  if (address > end || end - address < header_bytes) {
    throw MalformedInput({.file = path_},
                         fmt::format("texts at byte {} of {}", address, file_.size()));
  }
  const auto begin = static_cast<Index>(address);
  const auto known = collections_.find(begin);
  if (known != collections_.end()) return known->second;
  const auto found = file_.subspan(static_cast<std::size_t>(begin), signature.size());
  if (!std::ranges::equal(found, std::as_bytes(std::span(signature)))) {
    refuse(begin, "no collection of texts begins here (GCOL, version 1)");
  }
  Collection all = read_collection(begin);
  const auto next = collections_.lower_bound(begin);
  if ((next != collections_.end() && next->first < all.end) ||
      (next != collections_.begin() && std::prev(next)->second.end > begin)) {
    refuse(begin, "a collection of texts that overlaps another");
  }
  return collections_.emplace_hint(next, begin, std::move(all))->second;
}

Index Hdf5Heap::length(std::span<const std::byte, reference_bytes> reference) {
  return static_cast<Index>(little_endian(reference.first<4>()));
}

std::string Hdf5Heap::text(std::span<const std::byte, reference_bytes> reference) {
  const Index bytes = length(reference);
  const auto address = little_endian(reference.subspan<4, 8>());
  const auto of = static_cast<std::uint32_t>(little_endian(reference.last<4>()));
  if (address == 0 || bytes == 0) return {};
  const auto& objects = collection_at(address).objects;
  const auto at = static_cast<Index>(address);
  const auto object = std::ranges::lower_bound(objects, of, {}, &Object::number);
  if (object == objects.end() || object->number != of) {
    refuse(at, fmt::format("the collection of texts has none with the number {}", of));
  }
  if (object->size != bytes) {
    refuse(object->begin - head_bytes,
           fmt::format("a text of {} bytes, {} expected", object->size, bytes));
  }
  taken_ += bytes;
  if (taken_ > std::ssize(file_)) refuse(at, "more texts than the file can hold");
  const auto* const begin = reinterpret_cast<const char*>(file_.data() + object->begin);
  const std::string_view whole(begin, static_cast<std::size_t>(bytes));
  return std::string(whole.substr(0, whole.find('\0')));
}

}  // namespace encke::io
