#include <encke/io/tree/reader_process.hpp>

#include "encke/command.hpp"
#include "encke/process.hpp"

namespace {

/// Before the objects of other files are made, which may allocate, as CLI11's do.
[[gnu::constructor(101)]] void prepare() { encke::cli::prepare_for_failed_allocations(); }

}  // namespace

int main(int argc, char** argv) {
  if (const auto code = encke::io::serve_hdf5(argc, argv)) return *code;
  encke::io::read_hdf5_with("/proc/self/exe");
  encke::cli::prepare_signals();
  return encke::cli::leave(encke::cli::run_program({argv + 1, argv + argc}));
}
