#include "variant_lists.hpp"

#include <fmt/format.h>

#include <encke/base/text/printable.hpp>
#include <encke/base/text/text.hpp>
#include <encke/base/version.hpp>
#include <encke/job/output/paths.hpp>
#include <encke/job/request/input.hpp>
#include <encke/job/request/options/value.hpp>
#include <encke/store/run_store.hpp>

#include "encke/report/log_text.hpp"

namespace encke::cli {

std::vector<std::string> list_outputs(const job::Request& request, std::vector<std::string> outputs,
                                      const std::vector<std::string>& more, std::string_view name,
                                      const Communicator& world) {
  if (world.size() > 1) {
    job::refuse(fmt::format("{} does not work under mpirun or srun. Start one process.", name));
  }
  outputs.push_back(request.out + ".log");
  std::vector<std::string> inputs = job::input_paths(request);
  inputs.insert(inputs.end(), more.begin(), more.end());
  job::check_not_inputs(outputs, inputs, store::directory_for(request.out));
  return outputs;
}

std::vector<std::string> sentences_on(const io::Source& source) {
  std::vector<std::string> all = source.remarks();
  all.push_back(fmt::format("{} of {}", counted(source.vectors(), "variant"),
                            counted(source.fields(), "sample")));
  return all;
}

void complete_lists(const std::vector<std::string>& sentences,
                    const std::vector<std::string>& outputs, sink::OutputFile& log,
                    sink::OutputSet& set, const Stage& stage) {
  std::string text = fmt::format("encke {}\n{}\n", version(), command_text(stage.arguments));
  for (const std::string& sentence : sentences) text += printable(sentence) + '\n';
  log.write(text);
  log.commit();
  set.commit();
  for (const std::string& sentence : sentences) stage.console.print(printable(sentence));
  for (const std::string& path : outputs) stage.console.print("wrote " + printable(path));
}

}  // namespace encke::cli
