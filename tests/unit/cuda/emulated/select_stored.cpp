#include "device.hpp"

namespace encke::test {

namespace {

struct StoredShape {
  static constexpr int rows = cuda::screen_rows, cols = cuda::screen_cols, shared_bytes = 16;
};

}  // namespace

void EmulatedDevice::select_stored(int queue, const cuda::StoredTallies& tallies,
                                   const cuda::ScreenJob& screen) {
  put(queue, [=] {
    const auto run = [&](auto element, auto products, auto test) {
      const typename decltype(test)::type passes{screen.data};
      each_tile<StoredShape>(tallies.rows, tallies.cols, [&](EmulatedExec& exec, Index r, Index c) {
        cuda::select_stored_tile<typename decltype(element)::type, decltype(products)::value>(
            exec, tallies, passes, screen.out, r, c);
      });
    };
    cuda::with_stored_test(tallies.reals, tallies.products, screen.kind, screen.way, run);
  });
  ++selections;
}

}  // namespace encke::test
