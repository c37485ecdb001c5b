#include <gtest/gtest.h>

#include <encke/base/error.hpp>
#include <encke/host/aligned_buffer.hpp>
#include <limits>

namespace {

using encke::AlignedBuffer;
using encke::Error;
using encke::Failure;
using encke::MalformedInput;
using encke::OutOfMemory;
using encke::Place;

TEST(Error, carries_its_message_and_the_exit_code_of_its_failure) {
  const Error error(Failure::inconsistent, "two vectors, three names");
  EXPECT_STREQ(error.what(), "two vectors, three names");
  EXPECT_EQ(error.failure(), Failure::inconsistent);
  EXPECT_EQ(error.exit_code(), 7);
}

TEST(Error, numbers_failures_as_the_command_line_documents_them) {
  EXPECT_EQ(Error(Failure::memory, "").exit_code(), 2);
  EXPECT_EQ(Error(Failure::open, "").exit_code(), 3);
  EXPECT_EQ(Error(Failure::read, "").exit_code(), 4);
  EXPECT_EQ(Error(Failure::write, "").exit_code(), 5);
  EXPECT_EQ(Error(Failure::malformed, "").exit_code(), 6);
  EXPECT_EQ(Error(Failure::command_line, "").exit_code(), 8);
  EXPECT_EQ(Error(Failure::gpu, "").exit_code(), 16);
  EXPECT_EQ(Error(Failure::stopped, "").exit_code(), 20);
  EXPECT_EQ(Error(Failure::checksum, "").exit_code(), 21);
  EXPECT_EQ(Error(Failure::rank_died, "").exit_code(), 22);
  EXPECT_EQ(Error(Failure::internal, "").exit_code(), 60);
}

TEST(OutOfMemory, says_in_whole_mebibytes_what_is_needed_and_allowed) {
  const OutOfMemory error("this run", (10 << 20) + 1, 5 << 20);
  EXPECT_STREQ(error.what(), "not enough memory for this run: 11 MiB needed, 5 MiB allowed");
  EXPECT_EQ(error.failure(), Failure::memory);
  EXPECT_EQ(error.bytes_needed(), (10 << 20) + 1);
  EXPECT_EQ(error.bytes_allowed(), 5 << 20);
}

TEST(OutOfMemory, leaves_out_a_limit_that_is_not_known) {
  EXPECT_STREQ(OutOfMemory("a buffer", 1 << 20, 0).what(),
               "not enough memory for a buffer: 1 MiB needed");
}

TEST(OutOfMemory, of_a_size_near_the_largest_integer_is_told_right) {
  constexpr auto most = std::numeric_limits<std::int64_t>::max();
  EXPECT_STREQ(OutOfMemory("this run", most, 0).what(),
               "not enough memory for this run: 8796093022208 MiB needed");
}

TEST(MalformedInput, names_file_line_and_column) {
  const MalformedInput error({.file = "a.tsv", .line = 3, .column = 7}, "a number was expected");
  EXPECT_STREQ(error.what(), "a.tsv:3:7: a number was expected");
  EXPECT_EQ(error.failure(), Failure::malformed);
  EXPECT_EQ(error.place().line, 3);
}

TEST(MalformedInput, names_the_byte_offset_in_files_without_lines) {
  const MalformedInput error({.file = "a.bed", .offset = 2}, "sample-major");
  EXPECT_STREQ(error.what(), "a.bed: byte 2: sample-major");
}

TEST(MalformedInput, names_the_file_alone_where_there_is_no_place) {
  EXPECT_STREQ(MalformedInput({.file = "a.bim"}, "empty").what(), "a.bim: empty");
}

TEST(AlignedBuffer, starts_at_a_cache_line_and_is_zero) {
  for (const encke::Index size : {1, 3, 63, 64, 65, 1000}) {
    const AlignedBuffer<std::uint32_t> buffer(size);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(buffer.data()) % 64, 0u);
    for (encke::Index i = 0; i < size; ++i) EXPECT_EQ(buffer[i], 0u);
  }
}

TEST(AlignedBuffer, of_no_items_holds_nothing) {
  const AlignedBuffer<double> buffer(0);
  EXPECT_TRUE(buffer.empty());
  EXPECT_EQ(buffer.data(), nullptr);
}

TEST(AlignedBuffer, larger_than_the_address_space_is_out_of_memory) {
#if defined(__SANITIZE_ADDRESS__)
  GTEST_SKIP() << "the sanitizer's allocator ends the program instead";
#endif
  EXPECT_THROW(AlignedBuffer<std::byte>(std::int64_t{1} << 60), OutOfMemory);
}

}  // namespace
