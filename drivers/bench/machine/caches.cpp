#include "caches.hpp"

#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <string>

namespace encke::bench {
namespace {

constexpr std::int64_t page = 4096;
constexpr const char* names[] = {"L1", "L2", "L3"};
constexpr std::int64_t usual[] = {32 << 10, 1 << 20, 32 << 20};

std::string word_of(const std::filesystem::path& path) {
  std::ifstream file(path);
  std::string word;
  file >> word;
  return word;
}

/// "48K", "32M": in bytes; 0 for anything else.
std::int64_t bytes_of(const std::string& text) {
  std::size_t end = 0;
  std::int64_t number = 0;
  while (end < text.size() && end < 12 && text[end] >= '0' && text[end] <= '9') {
    number = 10 * number + (text[end++] - '0');
  }
  const std::string unit = text.substr(end);
  if (unit == "K") return number << 10;
  if (unit == "M") return number << 20;
  if (unit == "G") return number << 30;
  return unit.empty() ? number : 0;
}

std::int64_t from_folder(const std::filesystem::path& folder, int level) {
  for (int index = 0; index < 8; ++index) {
    const auto cache = folder / ("index" + std::to_string(index));
    if (word_of(cache / "level") != std::to_string(level)) continue;
    if (word_of(cache / "type") != "Instruction") return bytes_of(word_of(cache / "size"));
  }
  return 0;
}

std::int64_t from_system(int level) {
  constexpr int keys[] = {_SC_LEVEL1_DCACHE_SIZE, _SC_LEVEL2_CACHE_SIZE, _SC_LEVEL3_CACHE_SIZE};
  return std::max<std::int64_t>(0, sysconf(keys[level - 1]));
}

std::int64_t whole_pages(std::int64_t bytes) { return std::max(page, bytes / page * page); }

}  // namespace

std::vector<MemoryLevel> memory_levels(int threads, const std::filesystem::path& folder) {
  std::vector<MemoryLevel> all;
  for (int level = 1; level <= 3; ++level) {
    MemoryLevel found{names[level - 1], from_folder(folder, level)};
    if (found.bytes == 0) found.bytes = from_system(level);
    found.reported = found.bytes > 0;
    if (!found.reported) found.bytes = usual[level - 1];
    found.working_set = whole_pages(found.bytes / 2);
    all.push_back(found);
  }
  // Half of the third, but more than the second holds.
  all[2].working_set =
      whole_pages(std::max(all[2].bytes / 2 / threads, std::min(2 * all[1].bytes, all[2].bytes)));
  constexpr std::int64_t most = std::int64_t{1} << 30;
  MemoryLevel memory{"memory"};
  memory.working_set = whole_pages(
      std::max(std::min(4 * all[2].bytes, most) / threads, std::min(2 * all[2].bytes, most / 8)));
  all.push_back(memory);
  return all;
}

}  // namespace encke::bench
