#include <gtest/gtest.h>

#include <cstdint>
#include <cstdlib>
#include <encke/base/error.hpp>
#include <encke/host/aligned_buffer.hpp>

namespace {

using encke::Index;
using encke::zeroed_memory;

constexpr Index page = Index{2} << 20;  // a large one

TEST(ZeroedMemory, is_aligned_and_zeroed_for_any_size) {
  for (const Index bytes :
       {Index{0}, Index{1}, Index{63}, page - 1, page, page + 1, 3 * page + 4097, 9 * page + 65}) {
    auto* data = static_cast<unsigned char*>(zeroed_memory(bytes));
    ASSERT_NE(data, nullptr);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(data) % (bytes >= page ? page : 64), 0U) << bytes;
    unsigned any = 0;
    for (Index i = 0; i < bytes; ++i) any |= data[i];
    EXPECT_EQ(any, 0U) << bytes;
    std::free(data);
  }
}

TEST(ZeroedMemory, refuses_what_no_machine_has) {
  EXPECT_THROW(zeroed_memory(-1), encke::OutOfMemory);
  EXPECT_THROW(zeroed_memory(Index{1} << 61), encke::OutOfMemory);
}

}  // namespace
