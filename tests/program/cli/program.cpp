#include "program.hpp"

#include <sys/wait.h>

#include <cstdlib>
#include <sstream>

namespace encke::test {
namespace {

std::vector<std::string> split(const std::string& text, char separator) {
  std::vector<std::string> parts;
  std::istringstream stream(text);
  for (std::string part; std::getline(stream, part, separator);) parts.push_back(part);
  return parts;
}

// Open MPI's launcher prints such lines, each with an empty one, when a rank ends while it looks at
// its pipes.
std::string without_warnings_of_launcher(const std::string& text) {
  std::string kept;
  bool of_launcher = false;
  for (const std::string& line : split(text, '\n')) {
    if (of_launcher && line.empty()) continue;
    of_launcher = line.starts_with("[warn] Epoll ");
    if (!of_launcher) kept += line + '\n';
  }
  return kept;
}

}  // namespace

Program::Program() {
  const char* const program = std::getenv("ENCKE_BIN");
  if (program == nullptr) throw std::runtime_error("ENCKE_BIN does not name the program to test");
  program_ = program;
}

Ended Program::run(const std::string& arguments) const {
  // What it prints goes beside its directory, so that this holds nothing but its files.
  const std::string base = path("").substr(0, path("").size() - 1);
  const std::string command = "cd '" + base + "' && " + launcher_ + " '" + program_ + "' " +
                              arguments + " >'" + base + ".out' 2>'" + base + ".err'";
  const int status = std::system(command.c_str());
  Ended ended{WIFEXITED(status) ? WEXITSTATUS(status) : -1, bytes_of(base + ".out"),
              bytes_of(base + ".err")};
  if (!launcher_.empty()) ended.err = without_warnings_of_launcher(ended.err);
  std::filesystem::remove(base + ".out");
  std::filesystem::remove(base + ".err");
  return ended;
}

Ended Program::succeed(const std::string& arguments) const {
  Ended ended = run(arguments);
  EXPECT_EQ(ended.code, 0) << arguments << '\n' << ended.err;
  EXPECT_EQ(ended.err, "") << arguments;
  return ended;
}

void Program::refuse(const std::string& arguments, int code,
                     std::initializer_list<std::string_view> words) {
  const auto before = files();
  const Ended ended = run(arguments);
  EXPECT_EQ(ended.code, code) << arguments << '\n' << ended.err;
  EXPECT_EQ(lines_of(ended.err).size(), 1U) << ended.err;
  EXPECT_TRUE(ended.err.starts_with("encke: error: ")) << ended.err;
  for (const auto word : words) {
    EXPECT_NE(ended.err.find(word), std::string::npos) << "no '" << word << "' in: " << ended.err;
  }
  EXPECT_EQ(files(), before) << arguments;
}

std::vector<std::string> Program::outputs() const {
  auto names = files();
  std::erase_if(names, [](const std::string& name) { return name.ends_with(".blocks"); });
  return names;
}

void Program::write(const std::string& name, std::string_view bytes) const {
  std::ofstream(path(name), std::ios::binary) << bytes;
}

nlohmann::json Program::summary(const std::string& out) const {
  return nlohmann::json::parse(read(out + ".summary.json"));
}

std::string Program::digest(const std::string& arguments) const {
  succeed(arguments);
  return summary().at("digest");
}

std::vector<std::string> lines_of(const std::string& text) { return split(text, '\n'); }

std::vector<std::string> cells_of(const std::string& line) { return split(line, '\t'); }

}  // namespace encke::test
