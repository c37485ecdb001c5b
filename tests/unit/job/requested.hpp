#pragma once

#include <encke/job/request/options/table.hpp>
#include <encke/job/request/read_request.hpp>
#include <sstream>
#include <string>
#include <vector>

namespace encke::test {

/// The options of a line of words, each with its value.
inline std::vector<job::GivenOption> given_options(std::istream& words) {
  std::vector<job::GivenOption> given;
  for (std::string word; words >> word;) {
    job::GivenOption option{word};
    const job::OptionRow* const row = job::find_option(word);
    if (row == nullptr || !row->takes.empty()) words >> option.text;
    given.push_back(option);
  }
  return given;
}

/// "ccc --bfile x --way 3" as a request.
inline job::Request requested(const std::string& line) {
  std::istringstream words(line);
  std::string metric;
  words >> metric;
  return job::read_request(metric, given_options(words));
}

}  // namespace encke::test
