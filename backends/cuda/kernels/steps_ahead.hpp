#pragma once

#include <encke/base/function.hpp>

namespace encke::cuda {

/// Steps of a tile through two buffers of shared memory: copy(s + 1) is under way while the threads
/// do add(thread, s). Written over an Exec, see bit_tile.hpp.
template <class Exec, class Copy, class Add>
ENCKE_FUNCTION void copy_steps_ahead(Exec& exec, int steps, const Copy& copy, const Add& add) {
  if (steps > 0) copy(0);
  exec.commit();
  for (int s = 0; s < steps; ++s) {
    if (s + 1 < steps) copy(s + 1);
    exec.commit();
    exec.template wait<1>();
    exec.sync();
    exec.threads([&](int thread) { add(thread, s); });
    exec.sync();
  }
}

}  // namespace encke::cuda
