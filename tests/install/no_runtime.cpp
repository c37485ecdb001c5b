// What a program is told that computes without a Runtime: that it is at fault, not the library.
#include <encke/encke.hpp>
#include <iostream>

int main() try {
  const auto data = encke::io::make_synthetic({.vectors = 20, .fields = 30});
  encke::run(encke::Ccc{}, data.vectors, encke::Plan{}, [](std::span<const encke::Hit<2>>) {});
  return 1;
} catch (const encke::Error& error) {
  std::cout << error.what() << '\n';
  const bool said = std::string(error.what()).find("encke::Runtime") != std::string::npos;
  return said && error.failure() == encke::Failure::inconsistent ? 0 : 1;
}
