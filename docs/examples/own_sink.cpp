// A sink of your own: what becomes of the values that pass the threshold. This one counts the
// neighbours of each vector, in memory that does not grow with the hits. Its functions are called
// one at a time, whatever the number of threads.
#include <algorithm>
#include <encke/encke.hpp>
#include <iostream>
#include <vector>

class Neighbours final : public encke::Sink {
 public:
  void begin(const encke::SinkInfo& info) override {
    if (info.way != 2) throw encke::Error(encke::Failure::inconsistent, "neighbours are of pairs");
    counts_.assign(static_cast<std::size_t>(info.vectors), 0);
  }
  void take(std::span<const encke::Hit<2>> hits) override {
    for (const auto& hit : hits) {
      for (const std::uint32_t vector : hit.index) ++counts_[vector];
    }
  }
  void take(std::span<const encke::Hit<3>> /*hits*/) override {}
  void finish() override {}

  const std::vector<int>& counts() const { return counts_; }

 private:
  std::vector<int> counts_;
};

int main(int argc, char** argv) try {
  encke::Runtime runtime(argc, argv);
  const auto data =
      encke::io::make_synthetic({.element = encke::Element::float64, .vectors = 100, .fields = 50});
  Neighbours neighbours;
  const auto report =
      encke::run(encke::Ps{}, data.vectors, {.threshold = encke::above(0.7)}, neighbours);

  const auto& counts = neighbours.counts();
  const auto most = std::max_element(counts.begin(), counts.end());
  std::cout << report.hits << " pairs above 0.7; vector " << data.names[most - counts.begin()]
            << " has " << *most << " neighbours\n";
  long both = 0;
  for (const int count : counts) both += count;
  return both == 2 * report.hits ? 0 : 1;
} catch (const encke::Error& error) {
  std::cerr << error.what() << '\n';
  return error.exit_code();
}
