#include "support/fuzz.hpp"

#include <cstdio>
#include <cstdlib>
#include <encke/base/error.hpp>
#include <encke/base/text/printable.hpp>
#include <filesystem>
#include <fstream>
#include <new>

namespace encke::fuzz {
namespace {

/// Goes when the program ends.
class Directory {
 public:
  Directory() {
    std::string name = std::filesystem::temp_directory_path() / "fuzz-XXXXXX";
    if (::mkdtemp(name.data()) == nullptr) std::abort();
    path_ = name;
  }
  Directory(const Directory&) = delete;
  Directory& operator=(const Directory&) = delete;
  ~Directory() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

[[noreturn]] void wrong(const char* what, const std::string& message) {
  std::fprintf(stderr, "fuzz: %s: %s\n", what, message.c_str());
  std::abort();
}

void check(const Error& error) {
  constexpr std::size_t longest = 8192;
  const std::string message = error.what();
  if (std::getenv("ENCKE_FUZZ_SAY") != nullptr) std::fprintf(stderr, "  %s\n", message.c_str());
  if (error.failure() == Failure::internal) wrong("an internal error", message);
  if (message.empty() || message.size() > longest) wrong("a message that is too long", message);
  if (printable(message) != message) wrong("a message that is not one printable line", message);
}

}  // namespace

std::vector<std::string_view> parts(std::string_view input, std::size_t count) {
  std::vector<std::string_view> all(count);
  for (std::size_t i = 0; i < count; ++i) {
    const auto end = i + 1 < count ? input.find(separator) : std::string_view::npos;
    all[i] = input.substr(0, end);
    if (end == std::string_view::npos) break;
    input.remove_prefix(end + separator.size());
  }
  return all;
}

std::size_t choose(std::string_view& input, std::size_t choices) {
  if (input.empty()) return 0;
  const auto first = static_cast<unsigned char>(input.front());
  input.remove_prefix(1);
  return first % choices;
}

std::string path_of(const std::string& name) {
  static const Directory directory;
  return directory.path() + '/' + name;
}

std::string file(const std::string& name, std::string_view bytes) {
  std::string path = path_of(name);
  std::ofstream out(path, std::ios::binary | std::ios::trunc);
  out.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  out.close();
  if (!out) wrong("cannot write", path);
  return path;
}

int expect_documented(const std::function<void()>& read) {
  try {
    read();
  } catch (const Error& error) {
    check(error);
  } catch (const std::bad_alloc&) {  // exit code 2
  }
  return 0;
}

void read(const std::unique_ptr<io::Source>& source) {
  constexpr double most = 1 << 24;
  const auto part = source->whole();
  for (const auto& remark : source->remarks()) {
    if (printable(remark) != remark) wrong("a remark that is not one printable line", remark);
  }
  if (static_cast<double>(part.vectors.size()) * static_cast<double>(part.fields.size()) > most) {
    return;
  }
  (void)source->read({{part.vectors.size() / 2, part.vectors.end}, part.fields});
  (void)source->read(part);
  (void)source->names();
  (void)source->files();
}

}  // namespace encke::fuzz
