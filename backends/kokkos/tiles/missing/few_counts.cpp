#include "few_counts.hpp"

#include <encke/base/bits/count_bits.hpp>
#include <encke/base/function.hpp>

#include "gathered_planes.hpp"

// Loops over eight columns that the compiler turns into vector code, as in pack/steps/split_codes.

namespace encke::kokkos {
namespace {

/// Eight columns. Arrays of their own, for what pointers lead to might be what is written.
template <class T>
struct Eight {
  T of[gathered_lanes];

  ENCKE_FUNCTION static Eight at(const T* from) {
    Eight all;
    for (Index l = 0; l < gathered_lanes; ++l) all.of[l] = from[l];
    return all;
  }
  ENCKE_FUNCTION static Eight all(T value) {
    Eight all;
    for (Index l = 0; l < gathered_lanes; ++l) all.of[l] = value;
    return all;
  }
};
using Words = Eight<std::uint64_t>;
using Tallies = Eight<std::int32_t>;

template <class Count>
ENCKE_FUNCTION void add(Words& sum, const Words& x, const Words& y) {
  constexpr Count count{};
  for (Index l = 0; l < gathered_lanes; ++l) sum.of[l] += count(x.of[l] & y.of[l]);
}

/// out = all - counted.
ENCKE_FUNCTION void put(std::int32_t* out, const Tallies& all, const Words& counted) {
  Tallies left;
  for (Index l = 0; l < gathered_lanes; ++l) {
    left.of[l] = all.of[l] - static_cast<std::int32_t>(counted.of[l]);
  }
  for (Index l = 0; l < gathered_lanes; ++l) out[l] = left.of[l];
}

template <class Count>
ENCKE_FUNCTION void count_any(const FewCounts& f) {
  const auto plane = [](Index p) { return p * gathered_lanes; };
  for (Index a = 0; a < 3; ++a) {
    for (Index b = 0; b < 3; ++b) {
      Words sum = Words::all(0);
      for (Index w = 0; w < f.words_of_k; ++w) {
        add<Count>(sum, Words::at(f.i_of_k + w * gathered_line + plane(a)),
                   Words::at(f.j_of_k + w * gathered_line + plane(b)));
      }
      const std::int32_t all = f.ij[(3 * a + b) * f.ij_stride];
      put(f.out + (9 * a + 3 * b + 2) * f.plane_stride, Tallies::all(all), sum);
    }
  }
  for (Index a = 0; a < 2; ++a) {
    for (Index c = 0; c < 2; ++c) {
      Words sum = Words::all(0);
      for (Index w = 0; w < f.words_of_j; ++w) {
        add<Count>(sum, Words::all(f.i_of_j[w * gathered_line + plane(a)]),
                   Words::at(f.k_of_j + w * gathered_line + plane(c)));
      }
      put(f.out + (9 * a + 6 + c) * f.plane_stride, Tallies::at(f.ik + (3 * a + c) * f.ik_stride),
          sum);
    }
  }
  for (Index b = 0; b < 3; ++b) {
    for (Index c = 0; c < 2; ++c) {
      Words sum = Words::all(0);
      for (Index w = 0; w < f.words_of_i; ++w) {
        add<Count>(sum, Words::all(f.j_of_i[w * gathered_line + plane(b)]),
                   Words::at(f.k_of_i + w * gathered_line + plane(c)));
      }
      put(f.out + (18 + 3 * b + c) * f.plane_stride, Tallies::at(f.jk + (3 * b + c) * f.jk_stride),
          sum);
    }
  }
}

void count_plain(const FewCounts& f) { count_any<CountBySteps>(f); }

#if defined(__x86_64__)
[[gnu::target("avx2")]] void count_avx2(const FewCounts& f) { count_any<CountBySteps>(f); }
// g++ vectorises for 256 bits unless told; clang does not know the option in a function.
#if defined(__clang__)
[[gnu::target("avx512f,avx512bw,avx512dq,avx512vl,avx512vpopcntdq")]]
#else
[[gnu::target("avx512f,avx512bw,avx512dq,avx512vl,avx512vpopcntdq,prefer-vector-width=512")]]
#endif
void count_avx512(const FewCounts& f) {
  count_any<CountAtOnce>(f);
}
#endif

}  // namespace

std::vector<CountFew> count_few_forms() {
  std::vector<CountFew> forms{&count_plain};
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx2")) forms.push_back(&count_avx2);
  if (__builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl") &&
      __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vpopcntdq")) {
    forms.push_back(&count_avx512);
  }
#endif
  return forms;
}

}  // namespace encke::kokkos
