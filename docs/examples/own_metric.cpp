// A metric that Encke does not bring: the share of samples in which two sets differ (Hamming's
// distance). A metric says which sums it is made of, here those of bits, and how a value follows
// from them. It runs on every backend, thread count and number of ranks.
#include <encke/encke.hpp>
#include <iostream>
#include <vector>

struct Hamming {
  using contraction = encke::AlleleBits;
  template <int Way>
  static constexpr int cells = 1;
  template <int Way>
  ENCKE_FUNCTION double value(const encke::Evidence<contraction, Way>& evidence,
                              int /*cell*/) const {
    double all = 0;
    for (auto count : evidence.joint) all += count;  // samples with 00, 01, 10, 11
    return all == 0 ? 0 : 1 - (evidence.joint.front() + evidence.joint.back()) / all;
  }
};
static_assert(encke::MetricFor<Hamming, 2>);

int main(int argc, char** argv) try {
  encke::Runtime runtime(argc, argv, 1);
  const std::vector<std::int8_t> sets = {1, 1, 0, 0, 1, 0,  //
                                         1, 0, 0, 0, 1, 1,  //
                                         0, 0, 1, 1, 0, 1};
  const auto data = encke::io::read_matrix(
      encke::io::matrix_of(std::span(sets), 3, 6, encke::io::VectorsAre::rows),
      {.element = encke::Element::bit});
  encke::sink::Collect all;
  encke::run(Hamming{}, data.vectors, encke::Plan{}, all);
  double sum = 0;
  for (const encke::Hit<2>& hit : all.pairs()) {
    std::cout << hit.index[0] << ' ' << hit.index[1] << ' ' << hit.value << '\n';
    sum += 6 * hit.value;
  }
  return sum == 2 + 6 + 4 ? 0 : 1;
} catch (const encke::Error& error) {
  std::cerr << error.what() << '\n';
  return error.exit_code();
}
