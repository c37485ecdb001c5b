#pragma once

// The one macro of Encke: marks a function that may run inside a kernel, on the host or on a
// device. Host kernels are compiled once for each instruction-set level; forcing such functions
// inline keeps a copy built for a newer level from being picked by the linker for an older one.
#if defined(__CUDACC__) || defined(__HIP__)
#define ENCKE_FUNCTION __attribute__((host)) __attribute__((device)) inline
#elif defined(__GNUC__) || defined(__clang__)
#define ENCKE_FUNCTION [[gnu::always_inline]] inline
#else
#define ENCKE_FUNCTION inline
#endif
