// One call on any number of ranks: mpirun -n 4 ./ranks. Each rank reads what it needs and receives
// the hits that it computed; together they are those of one process, to the last bit.
#include <array>
#include <encke/encke.hpp>
#include <iostream>

int main(int argc, char** argv) try {
  encke::Runtime runtime(argc, argv, 1);  // one thread a rank
  const encke::Communicator& world = runtime.world();
  const auto source = encke::io::open_synthetic({.vectors = 120, .fields = 80});

  std::array<std::int64_t, 1> mine = {0};
  const encke::Plan plan{.way = 2, .threshold = encke::above(0.5)};
  const encke::Report report = encke::run(
      encke::Ccc{}, *source, plan,
      [&](std::span<const encke::Hit<2>> hits) { mine[0] += std::ssize(hits); }, world);

  const auto here = mine[0];
  world.sum(mine);  // of all ranks
  if (world.is_root()) {
    std::cout << report.hits << " values above 0.5, " << here << " of them computed by rank 0 of "
              << world.size() << "; digest " << report.digest.text() << '\n';
  }
  return mine[0] == report.hits ? 0 : 1;
} catch (const encke::Error& error) {
  std::cerr << error.what() << '\n';
  return error.exit_code();
}
