#include "encke/command.hpp"
#include "encke/process.hpp"

int main(int argc, char** argv) {
  encke::cli::prepare_for_failed_allocations();
  encke::cli::prepare_signals();
  return encke::cli::run_program({argv + 1, argv + argc});
}
