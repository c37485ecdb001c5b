#pragma once

namespace encke::bench {

/// Instructions on registers of some level, by kind.
struct Operations {
  int popcount = 0;
  int logic = 0;
  int shuffle = 0;   ///< of bytes, as a table of 16
  int add = 0;       ///< also subtractions
  int minimum = 0;   ///< also maxima
  int multiply = 0;  ///< a fused multiplication and addition counts here, as one

  constexpr int total() const { return popcount + logic + shuffle + add + minimum + multiply; }

  friend constexpr Operations operator+(const Operations& a, const Operations& b) {
    return {a.popcount + b.popcount, a.logic + b.logic,     a.shuffle + b.shuffle,
            a.add + b.add,           a.minimum + b.minimum, a.multiply + b.multiply};
  }
  friend constexpr Operations operator*(int times, const Operations& a) {
    return {times * a.popcount, times * a.logic,   times * a.shuffle,
            times * a.add,      times * a.minimum, times * a.multiply};
  }
  friend constexpr bool operator==(const Operations&, const Operations&) = default;
};

}  // namespace encke::bench
