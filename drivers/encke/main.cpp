#include <iostream>

#include "encke/command.hpp"

int main(int argc, char** argv) {
  return encke::cli::guarded([&] { encke::cli::perform({argv + 1, argv + argc}); }, std::cerr);
}
