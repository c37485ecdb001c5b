#pragma once

#include <cstdint>
#include <cstring>
#include <encke/base/function.hpp>
#include <encke/base/index.hpp>

namespace encke::cpu {

/// The tiles of AmxTiles in plain C++, for any CPU. What is done before configure() or after
/// release() has no effect, where AMX would end the program: sums are then wrong.
template <class Level>
class EmulatedTiles {
 public:
  ENCKE_FUNCTION void configure() {
    std::memset(tiles_, 0, sizeof tiles_);
    configured_ = true;
  }
  ENCKE_FUNCTION void release() { configured_ = false; }

  template <int t>
  ENCKE_FUNCTION void zero() {
    std::memset(tiles_[t], 0, sizeof tiles_[t]);
  }
  template <int t>
  ENCKE_FUNCTION void load(const void* from, Index stride) {
    if (!configured_) return;
    for (Index row = 0; row < rows; ++row) {
      std::memcpy(tiles_[t][row], static_cast<const char*>(from) + row * stride, row_bytes);
    }
  }
  template <int t>
  ENCKE_FUNCTION void store(void* to, Index stride) {
    if (!configured_) return;
    for (Index row = 0; row < rows; ++row) {
      std::memcpy(static_cast<char*>(to) + row * stride, tiles_[t][row], row_bytes);
    }
  }
  template <int c, int a, int b>
  ENCKE_FUNCTION void multiply() {
    std::int32_t sums[rows][rows];
    std::memcpy(sums, tiles_[c], sizeof sums);
    for (Index row = 0; row < rows; ++row) {
      for (Index four = 0; four < rows; ++four) {
        for (Index col = 0; col < rows; ++col) {
          for (Index k = 0; k < 4; ++k) {
            sums[row][col] += tiles_[a][row][4 * four + k] * tiles_[b][four][4 * col + k];
          }
        }
      }
    }
    std::memcpy(tiles_[c], sums, sizeof sums);
  }

 private:
  static constexpr Index rows = 16, row_bytes = 64;

  alignas(64) std::int8_t tiles_[8][rows][row_bytes];
  bool configured_ = false;
};

}  // namespace encke::cpu
