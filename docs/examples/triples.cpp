// The ten triples of variants whose alleles go together most, of a made-up data set.
#include <encke/encke.hpp>
#include <iostream>

int main(int argc, char** argv) try {
  encke::Runtime runtime(argc, argv);
  const encke::io::Dataset data = encke::io::make_synthetic({.vectors = 60, .fields = 200});

  encke::sink::Collect best;  // keeps hits in memory
  encke::sink::Top top(10, best, encke::sink::TopOrder::by_value);
  const encke::Report report = encke::run(encke::Ccc{}, data.vectors, encke::Plan{.way = 3}, top);

  for (const encke::Hit<3>& hit : best.triples()) {
    for (const std::uint32_t vector : hit.index) std::cout << data.names[vector] << ' ';
    // bit v of the cell from the left is the allele of vector v
    std::cout << "alleles " << (hit.cell >> 2 & 1) << (hit.cell >> 1 & 1) << (hit.cell & 1) << ": "
              << hit.value << '\n';
  }
  std::cout << report.tuples << " triples compared\n";
  return best.triples().size() == 10 && report.tuples == 60 * 59 * 58 / 6 ? 0 : 1;
} catch (const encke::Error& error) {
  std::cerr << error.what() << '\n';
  return error.exit_code();
}
