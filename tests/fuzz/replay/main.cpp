// The fuzz targets as one ordinary program, of any compiler, with or without sanitizers: feeds them
// files, each also cut at each byte and with each bit turned. tests/fuzz/replay/run.sh calls it.
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <encke/run/runtime.hpp>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "fuzz/replay/targets.hpp"

namespace {

namespace fs = std::filesystem;

/// What is being run, for the message of a crash.
char at_work[512];

extern "C" void say_and_die(int signal) {
  const auto size = static_cast<std::size_t>(std::find(at_work, at_work + 511, '\0') - at_work);
  if (::write(STDERR_FILENO, at_work, size) < 0) ::_exit(1);
  std::signal(signal, SIG_DFL);
  ::raise(signal);
}

long runs = 0;

void run(const encke::fuzz::Target& target, const std::string& input, const std::string& what) {
  std::snprintf(at_work, sizeof at_work, "%s: ends in %s\n", target.name, what.c_str());
  target.run(reinterpret_cast<const std::uint8_t*>(input.data()), input.size());
  ++runs;
}

std::string bytes_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// The HDF5 library is not to be trusted with damaged files in this process (SECURITY.md).
bool is_hdf5(const std::string& bytes) {
  return bytes.substr(0, 16).find("\x89HDF") != std::string::npos;
}

/// The bytes as they are, every beginning of them, and with each bit turned.
void run_all(const encke::fuzz::Target& target, const std::string& path) {
  const std::string bytes = bytes_of(path);
  run(target, bytes, path);
  if (is_hdf5(bytes)) return;
  for (std::size_t at = 0; at < bytes.size(); ++at) {
    const std::string place = path + " at byte " + std::to_string(at);
    run(target, bytes.substr(0, at), place + ", cut");
    for (int bit = 0; bit < 8; ++bit) {
      std::string changed = bytes;
      changed[at] = static_cast<char>(changed[at] ^ (1 << bit));
      run(target, changed, place + ", bit " + std::to_string(bit));
    }
  }
}

/// The files of FOLDER/TARGET of all folders.
std::vector<std::string> files_of(const char* target, int folders, char** folder) {
  std::vector<std::string> files;
  for (int f = 0; f < folders; ++f) {
    const fs::path own = fs::path(folder[f]) / target;
    if (!fs::is_directory(own)) continue;
    for (const auto& entry : fs::directory_iterator(own)) files.push_back(entry.path().string());
  }
  std::sort(files.begin(), files.end());
  return files;
}

}  // namespace

int main(int argc, char** argv) {
  encke::Runtime runtime(argc, argv, 2);
  for (const int signal : {SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGILL}) {
    std::signal(signal, &say_and_die);
  }
  std::size_t targets = 0, inputs = 0;
  for (const auto& target : encke::fuzz::targets()) {
    const auto files = files_of(target.name, argc - 1, argv + 1);
    if (files.empty()) std::printf("%s: no input\n", target.name);
    for (const auto& file : files) run_all(target, file);
    targets += files.empty() ? 0 : 1;
    inputs += files.size();
  }
  std::printf("%zu targets, %zu inputs, %ld runs\n", targets, inputs, runs);
  return targets == 0 ? 1 : 0;
}
