#include <encke/job/request/read_request.hpp>

#include "support/fuzz.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace encke;
  std::string_view input(reinterpret_cast<const char*>(data), size);
  // A command line: a word a line, the first one the metric.
  std::vector<std::string> words;
  for (; !input.empty(); input.remove_prefix(std::min(input.size(), words.back().size() + 1))) {
    words.emplace_back(input.substr(0, input.find('\n')));
  }
  if (words.empty()) return 0;
  std::vector<job::GivenOption> given;
  for (std::size_t w = 1; w < words.size(); ++w) {
    const auto equals = words[w].find('=');
    given.push_back({.name = words[w].substr(0, equals)});
    if (equals != std::string::npos) given.back().text = words[w].substr(equals + 1);
  }
  return fuzz::expect_documented(
      [&] { (void)job::options_in_effect(job::read_request(words[0], given)); });
}
