#include <encke/file/hdf5/heap.hpp>

#include "support/files.hpp"

namespace encke::io {
namespace {

constexpr std::size_t begin = 64;  // of the collection in the file

void put(std::string& bytes, std::size_t at, std::uint64_t value, int count) {
  for (int i = 0; i < count; ++i)
    bytes[at + static_cast<std::size_t>(i)] = static_cast<char>(value >> 8 * i);
}

/// A file with one collection of 512 bytes that holds "first" as number 1 and "second" as 2.
std::string file() {
  std::string bytes(begin + 512, '\0');
  bytes.replace(begin, 5, "GCOL\1");
  put(bytes, begin + 8, 512, 8);
  std::size_t at = begin + 16;
  for (const std::string text : {"first", "second"}) {
    put(bytes, at, text == "first" ? 1 : 2, 2);
    put(bytes, at + 8, text.size(), 8);
    bytes.replace(at + 16, text.size(), text);
    at += 24;
  }
  return bytes;
}

std::string text_of(const std::string& bytes, std::uint32_t length, std::uint64_t address,
                    std::uint32_t number) {
  std::string reference(Hdf5Heap::reference_bytes, '\0');
  put(reference, 0, length, 4);
  put(reference, 4, address, 8);
  put(reference, 12, number, 4);
  Hdf5Heap heap("h.biom", std::as_bytes(std::span(bytes)));
  return heap.text(std::as_bytes(std::span(reference)).first<Hdf5Heap::reference_bytes>());
}

TEST(Hdf5Heap, has_texts) {
  EXPECT_EQ(text_of(file(), 5, begin, 1), "first");
  EXPECT_EQ(text_of(file(), 6, begin, 2), "second");
  EXPECT_EQ(text_of(file(), 0, begin, 1), "");
  EXPECT_EQ(text_of(file(), 0, 0, 0), "");
  std::string cut = file();
  cut[begin + 16 + 16 + 2] = '\0';
  EXPECT_EQ(text_of(cut, 5, begin, 1), "fi");
}

TEST(Hdf5Heap, refuses_references_that_do_not_fit) {
  const struct {
    std::uint32_t length;
    std::uint64_t address;
    std::uint32_t number;
    std::string_view why;
  } cases[] = {
      {4, begin, 1, "a text of 5 bytes, 4 expected"},
      {0xffffffff, begin, 1, "a text of 5 bytes, 4294967295 expected"},
      {5, begin, 3, "none with the number 3"},
      {5, begin, 0x10001, "none with the number 65537"},
      {5, begin + 1, 1, "no collection of texts begins here"},
      {5, 576, 1, "texts at byte 576 of 576"},
      {5, 561, 1, "texts at byte 561 of 576"},
      {5, ~std::uint64_t{0}, 1, "texts at byte 18446744073709551615 of 576"},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.why);
    expect_error([&] { text_of(file(), c.length, c.address, c.number); }, Failure::malformed,
                 {"h.biom: ", c.why});
  }
}

TEST(Hdf5Heap, refuses_collections_that_do_not_fit) {
  const struct {
    std::size_t at;
    std::uint64_t value;
    int bytes;
    std::string_view why;
  } cases[] = {
      {begin, 'X', 1, "no collection of texts begins here"},
      {begin + 4, 2, 1, "no collection of texts begins here"},
      {begin + 8, 513, 8, "of 513 bytes, 16 to 512 expected"},
      {begin + 8, ~std::uint64_t{0}, 8, "16 to 512 expected"},
      {begin + 8, 15, 8, "of 15 bytes, 16 to 512 expected"},
      {begin + 8, 36, 8, "a text of 5 bytes, at most 4 expected"},
      {begin + 16, 2, 2, "two texts have the number 2"},
      {begin + 24, 481, 8, "a text of 481 bytes, at most 480 expected"},
      {begin + 24, ~std::uint64_t{0}, 8, "at most 480 expected"},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.why);
    std::string bytes = file();
    put(bytes, c.at, c.value, c.bytes);
    expect_error([&] { text_of(bytes, 6, begin, 2); }, Failure::malformed, {"h.biom: byte", c.why});
  }
}

TEST(Hdf5Heap, takes_no_more_than_the_file_holds) {
  const auto reference = [](std::uint32_t length, std::uint64_t address, std::uint32_t number) {
    std::string bytes(Hdf5Heap::reference_bytes, '\0');
    put(bytes, 0, length, 4);
    put(bytes, 4, address, 8);
    put(bytes, 12, number, 4);
    return bytes;
  };
  const auto take = [](Hdf5Heap& heap, const std::string& of) {
    heap.text(std::as_bytes(std::span(of)).first<Hdf5Heap::reference_bytes>());
  };
  std::string bytes = file();
  Hdf5Heap heap("h.biom", std::as_bytes(std::span(bytes)));
  const auto often = [&] {
    for (int i = 0; i < 1000; ++i) take(heap, reference(6, begin, 2));
  };
  expect_error(often, Failure::malformed, {"more texts than the file can hold"});
  // a collection inside another
  bytes.replace(begin + 40 + 16, 5, "GCOL\1");
  put(bytes, begin + 40 + 16 + 8, 64, 8);
  Hdf5Heap other("h.biom", std::as_bytes(std::span(bytes)));
  take(other, reference(5, begin, 1));
  expect_error([&] { take(other, reference(5, begin + 40 + 16, 1)); }, Failure::malformed,
               {"overlaps another"});
}

}  // namespace
}  // namespace encke::io
