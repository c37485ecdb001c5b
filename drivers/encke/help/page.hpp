#pragma once

#include <string>
#include <vector>

#include "topic.hpp"

namespace encke::cli {

/// A manual page (section 1) in the language of man(7): of a topic, or of the program.
std::string man_page(const Topic& topic);
std::string program_man_page();

/// The reference in Markdown: all topics, with all their options, and the exit codes.
std::string markdown_reference();

/// A script that lets a shell complete commands, options and their values.
std::string bash_completion(const std::vector<Topic>& topics);
std::string zsh_completion(const std::vector<Topic>& topics);
std::string fish_completion(const std::vector<Topic>& topics);

}  // namespace encke::cli
