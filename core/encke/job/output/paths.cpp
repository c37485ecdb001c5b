#include <fmt/format.h>

#include <encke/base/error.hpp>
#include <encke/job/output/format_table.hpp>
#include <encke/job/output/paths.hpp>
#include <filesystem>

namespace encke::job {

std::string best_path(const Request& request) { return request.out + ".best.tsv"; }
std::string permutations_path(const Request& request) { return request.out + ".permutations.tsv"; }
std::string histogram_path(const Request& request) { return request.out + ".histogram.tsv"; }

std::string values_path(const Request& request) {
  if (only_best(request)) return best_path(request);
  const FormatRow& format = format_of(request);
  const std::string zst = format.streams ? sink::ending(request.compression) : "";
  return request.out + std::string(format.ending) + zst;
}

std::vector<std::string> result_paths(const Request& request) {
  if (is_part(request)) return {};
  std::vector<std::string> paths = {values_path(request)};
  if (request.best && !only_best(request)) paths.push_back(best_path(request));
  if (request.permutations) paths.push_back(permutations_path(request));
  if (request.histogram) paths.push_back(histogram_path(request));
  return paths;
}

void check_not_inputs(const std::vector<std::string>& outputs,
                      const std::vector<std::string>& inputs) {
  for (const auto& output : outputs) {
    for (const auto& input : inputs) {
      std::error_code missing;  // a file that does not exist is not the same as any
      if (!std::filesystem::equivalent(output, input, missing)) continue;
      throw Error(Failure::command_line,
                  fmt::format("{}: would be replaced by an output; another --out expected", input));
    }
  }
}

}  // namespace encke::job
