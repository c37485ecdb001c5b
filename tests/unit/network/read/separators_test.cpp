#include <encke/network/read/separators.hpp>
#include <memory>
#include <random>

#include "support/common.hpp"

namespace encke::network {
namespace {

using Cells = std::vector<std::vector<std::string>>;

/// The lines' columns, of which no more than `most` are kept.
Cells split(const std::string& text, std::size_t most) {
  const auto separators = std::make_unique<Separators>();
  Cells lines;
  std::vector<std::string_view> cells(most);
  separators->start(text);
  const char* at = text.data();
  while (at < text.data() + text.size()) {
    std::size_t found = 0;
    at = separators->split_line(at, cells, found);
    auto& line = lines.emplace_back();
    for (std::size_t c = 0; c < std::min(found, most); ++c) line.emplace_back(cells[c]);
    for (std::size_t c = most; c < found; ++c) line.emplace_back("more");
  }
  return lines;
}

TEST(Separators, EndColumnsAndLines) {
  EXPECT_EQ(split("a\tb\t1\n\tx\r\n\n\r\ny\rz\t\n", 2),
            (Cells{{"a", "b", "more"}, {"", "x"}, {""}, {""}, {"y\rz", ""}}));
  EXPECT_TRUE(split("", 2).empty());
}

TEST(Separators, AreFoundWhereverTheyAre) {
  std::mt19937 random(1);
  constexpr std::string_view other = "\x08\x0b\x00\x89\x8a\xff, az";  // neighbours of both
  for (int round = 0; round < 300; ++round) {
    Cells expected;
    std::string text;
    const std::size_t wanted = round < 290 ? random() % 200 : 40'000;
    while (text.size() < wanted) {
      auto& line = expected.emplace_back();
      for (auto columns = 1 + random() % 4; columns > 0; --columns) {
        std::string cell(random() % (round % 5 == 0 ? 12'000 : 20), ' ');
        for (char& c : cell) c = other[random() % other.size()];
        text += cell + (columns > 1 ? '\t' : '\n');
        line.push_back(cell);
      }
    }
    ASSERT_EQ(split(text, 4), expected);
  }
}

}  // namespace
}  // namespace encke::network
