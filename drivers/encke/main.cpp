#include <iostream>

#include "encke/command.hpp"
#include "encke/process.hpp"

int main(int argc, char** argv) {
  encke::cli::prepare_signals();
  return encke::cli::guarded([&] { encke::cli::perform({argv + 1, argv + argc}); }, std::cerr);
}
