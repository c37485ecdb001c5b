#pragma once

#if defined(__AVX2__) && defined(__FMA__)
#include <immintrin.h>
#elif defined(__ARM_NEON)
#include <arm_neon.h>
#endif

#include <encke/contraction/powered_sums.hpp>

#include "column_sums.hpp"

// The steps of powered sums in the registers of levels that multiply and add at once. Minima of
// reals that are not negative are those of their bits: AMD's pipes of additions, on which those of
// reals run, are left to the additions.

namespace encke {

#if defined(__AVX512F__)

template <>
struct RealSteps<cpu::Vector<float, 64>::Type> {
  using V = cpu::Vector<float, 64>::Type;
  ENCKE_FUNCTION static void least(const V& a, const V& b, V& out) {
    out = _mm512_castsi512_ps(_mm512_min_epi32(_mm512_castps_si512(a), _mm512_castps_si512(b)));
  }
  ENCKE_FUNCTION static void most(const V& a, const V& b, V& out) {
    out = _mm512_castsi512_ps(_mm512_max_epi32(_mm512_castps_si512(a), _mm512_castps_si512(b)));
  }
  ENCKE_FUNCTION static void fused(const V& a, const V& b, const V& c, V& out) {
    out = _mm512_fmadd_ps(a, b, c);
  }
};

template <>
struct RealSteps<cpu::Vector<double, 64>::Type> {
  using V = cpu::Vector<double, 64>::Type;
  ENCKE_FUNCTION static void least(const V& a, const V& b, V& out) {
    out = _mm512_castsi512_pd(_mm512_min_epi64(_mm512_castpd_si512(a), _mm512_castpd_si512(b)));
  }
  ENCKE_FUNCTION static void most(const V& a, const V& b, V& out) {
    out = _mm512_castsi512_pd(_mm512_max_epi64(_mm512_castpd_si512(a), _mm512_castpd_si512(b)));
  }
  ENCKE_FUNCTION static void fused(const V& a, const V& b, const V& c, V& out) {
    out = _mm512_fmadd_pd(a, b, c);
  }
};

#endif
#if defined(__AVX2__) && defined(__FMA__)

template <>
struct RealSteps<cpu::Vector<float, 32>::Type> {
  using V = cpu::Vector<float, 32>::Type;
  ENCKE_FUNCTION static void least(const V& a, const V& b, V& out) {
    out = _mm256_castsi256_ps(_mm256_min_epi32(_mm256_castps_si256(a), _mm256_castps_si256(b)));
  }
  ENCKE_FUNCTION static void most(const V& a, const V& b, V& out) {
    out = _mm256_castsi256_ps(_mm256_max_epi32(_mm256_castps_si256(a), _mm256_castps_si256(b)));
  }
  ENCKE_FUNCTION static void fused(const V& a, const V& b, const V& c, V& out) {
    out = _mm256_fmadd_ps(a, b, c);
  }
};

template <>
struct RealSteps<cpu::Vector<double, 32>::Type> {
  using V = cpu::Vector<double, 32>::Type;
  ENCKE_FUNCTION static void least(const V& a, const V& b, V& out) { out = _mm256_min_pd(a, b); }
  ENCKE_FUNCTION static void most(const V& a, const V& b, V& out) { out = _mm256_max_pd(a, b); }
  ENCKE_FUNCTION static void fused(const V& a, const V& b, const V& c, V& out) {
    out = _mm256_fmadd_pd(a, b, c);
  }
};

#elif defined(__ARM_NEON)

template <>
struct RealSteps<cpu::Vector<float, 16>::Type> {
  using V = cpu::Vector<float, 16>::Type;
  ENCKE_FUNCTION static void least(const V& a, const V& b, V& out) {
    out = (V)vminq_f32((float32x4_t)a, (float32x4_t)b);
  }
  ENCKE_FUNCTION static void most(const V& a, const V& b, V& out) {
    out = (V)vmaxq_f32((float32x4_t)a, (float32x4_t)b);
  }
  ENCKE_FUNCTION static void fused(const V& a, const V& b, const V& c, V& out) {
    out = (V)vfmaq_f32((float32x4_t)c, (float32x4_t)a, (float32x4_t)b);
  }
};

template <>
struct RealSteps<cpu::Vector<double, 16>::Type> {
  using V = cpu::Vector<double, 16>::Type;
  ENCKE_FUNCTION static void least(const V& a, const V& b, V& out) {
    out = (V)vminq_f64((float64x2_t)a, (float64x2_t)b);
  }
  ENCKE_FUNCTION static void most(const V& a, const V& b, V& out) {
    out = (V)vmaxq_f64((float64x2_t)a, (float64x2_t)b);
  }
  ENCKE_FUNCTION static void fused(const V& a, const V& b, const V& c, V& out) {
    out = (V)vfmaq_f64((float64x2_t)c, (float64x2_t)a, (float64x2_t)b);
  }
};

#endif

}  // namespace encke
