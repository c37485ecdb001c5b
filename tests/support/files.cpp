#include "files.hpp"

#include <sys/stat.h>

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <stdexcept>

namespace encke::io {

TemporaryFiles::TemporaryFiles() {
  std::string name = (std::filesystem::temp_directory_path() / "encke-io-XXXXXX").string();
  if (::mkdtemp(name.data()) == nullptr) throw std::runtime_error("cannot make " + name);
  directory_ = name;
}

TemporaryFiles::~TemporaryFiles() { std::filesystem::remove_all(directory_); }

std::string TemporaryFiles::write(const std::string& name, std::string_view bytes) const {
  std::ofstream file(directory_ / name, std::ios::binary);
  file.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  file.close();
  if (!file) throw std::runtime_error("cannot write " + name);
  return path(name);
}

std::string TemporaryFiles::make_pipe(const std::string& name) const {
  if (::mkfifo(path(name).c_str(), 0600) != 0) throw std::runtime_error("cannot make " + name);
  return path(name);
}

std::string bytes_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) throw std::runtime_error("cannot read " + path);
  return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace encke::io
