#pragma once

#include <encke/file/output/output_file.hpp>
#include <encke/io/source.hpp>
#include <encke/job/request/request.hpp>

#include "row.hpp"

// What commands that read variants and write lists of them have in common.
namespace encke::cli {

/// The files that such a command is going to write, its log last. `more`: inputs beside those of
/// the request. Throws Error(command_line) on several ranks, and where an input would be replaced.
std::vector<std::string> list_outputs(const job::Request& request, std::vector<std::string> outputs,
                                      const std::vector<std::string>& more, std::string_view name,
                                      const Communicator& world);

/// What there is to say of the input.
std::vector<std::string> sentences_on(const io::Source& source);

/// Gives all files their names, and says what was done.
void complete_lists(const std::vector<std::string>& sentences,
                    const std::vector<std::string>& outputs, sink::OutputFile& log,
                    sink::OutputSet& set, const Stage& stage);

}  // namespace encke::cli
