#pragma once

#include <stdlib.h>

#include <encke/base/error.hpp>
#include <filesystem>
#include <string>

namespace encke::bench {

/// A directory for temporary files that goes away with this object.
class Scratch {
 public:
  /// Throws Error(write).
  Scratch() : path_((std::filesystem::temp_directory_path() / "encke-bench-XXXXXX").string()) {
    if (mkdtemp(path_.data()) == nullptr) {
      throw Error(Failure::write, path_ + ": the directory cannot be made");
    }
  }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
  ~Scratch() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }

  std::string file(const std::string& name) const { return path_ + "/" + name; }

 private:
  std::string path_;
};

}  // namespace encke::bench
