#include <encke/host/huge_pages.hpp>

#include "support/common.hpp"

namespace encke {
namespace {

TEST(HugePages, HoldWhatIsWritten) {
  for (const std::size_t size : {std::size_t{0}, std::size_t{10}, std::size_t{3} << 20}) {
    std::vector<int> numbers = {1, 2, 3};
    reserve_huge(numbers, size);
    EXPECT_GE(numbers.capacity(), size);
    EXPECT_EQ(numbers, (std::vector<int>{1, 2, 3}));
    while (numbers.size() < size) numbers.push_back(static_cast<int>(numbers.size()) + 1);
    for (std::size_t n = 0; n < numbers.size(); ++n) ASSERT_EQ(numbers[n], static_cast<int>(n) + 1);
    std::vector<double> zeros;
    resize_huge(zeros, size);
    EXPECT_EQ(zeros, std::vector<double>(size));
  }
}

}  // namespace
}  // namespace encke
