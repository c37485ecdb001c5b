#include <encke/base/error.hpp>
#include <exception>
#include <iostream>

#include "options.hpp"
#include "tasks.hpp"

int main(int argc, char** argv) {
  try {
    encke::bench::perform(encke::bench::parse_options({argv + 1, argv + argc}));
    return 0;
  } catch (const encke::Error& error) {
    std::cerr << "encke-bench: " << error.what() << '\n';
    return error.exit_code();
  } catch (const std::exception& error) {
    std::cerr << "encke-bench: " << error.what() << '\n';
    return static_cast<int>(encke::Failure::internal);
  }
}
