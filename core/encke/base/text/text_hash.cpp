#include <sys/random.h>

#include <chrono>
#include <encke/base/mix.hpp>
#include <encke/base/text/text_hash.hpp>

namespace encke {
namespace {

std::array<std::uint64_t, 2> random_key() {
  std::array<std::uint64_t, 2> key{};
  if (::getrandom(key.data(), sizeof key, 0) == sizeof key) return key;
  // an old system; the time and where the program lies are hard to know, too
  const auto now = std::chrono::high_resolution_clock::now().time_since_epoch().count();
  key[0] = mix(static_cast<std::uint64_t>(now));
  key[1] = mix(key[0] ^ reinterpret_cast<std::uintptr_t>(&key));
  return key;
}

}  // namespace

const std::array<std::uint64_t, 2>& key_of_process() {
  static const std::array<std::uint64_t, 2> key = random_key();
  return key;
}

}  // namespace encke
