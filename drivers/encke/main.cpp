#include <encke/io/tree/reader_process.hpp>

#include "encke/command.hpp"
#include "encke/process.hpp"

int main(int argc, char** argv) {
  encke::cli::prepare_for_failed_allocations();
  if (const auto code = encke::io::serve_hdf5(argc, argv)) return *code;
  encke::io::read_hdf5_with("/proc/self/exe");
  encke::cli::prepare_signals();
  return encke::cli::run_program({argv + 1, argv + argc});
}
