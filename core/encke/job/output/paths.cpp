#include <fmt/format.h>

#include <encke/base/error.hpp>
#include <encke/file/output/leftovers.hpp>
#include <encke/file/posix_file.hpp>
#include <encke/job/output/format_table.hpp>
#include <encke/job/output/paths.hpp>
#include <encke/job/request/network.hpp>
#include <encke/sink/format/matrix/squares.hpp>
#include <encke/sink/kinship/relatives.hpp>
#include <encke/store/text/directory.hpp>
#include <filesystem>

namespace encke::job {

std::string best_path(const Request& request) { return request.out + ".best.tsv"; }
std::string adjusted_path(const Request& request) { return request.out + ".adjusted.tsv"; }
std::string refined_path(const Request& request) { return request.out + ".refined.tsv"; }
std::string permutations_path(const Request& request) { return request.out + ".permutations.tsv"; }
std::string histogram_path(const Request& request) { return request.out + ".histogram.tsv"; }
std::string histogram_picture_path(const Request& request) {
  return request.out + ".histogram.svg";
}
bool has_histogram_picture(const Request& request) {
  return request.histogram && !request.cell_histogram;
}
std::string faith_pd_path(const Request& request) { return request.out + ".faith_pd.tsv"; }

std::string values_path(const Request& request) {
  if (only_best(request)) return best_path(request);
  const FormatRow& format = format_of(request);
  const std::string zst = format.streams ? sink::ending(request.compression) : "";
  return request.out + std::string(format.ending) + zst;
}

namespace {

/// The files of values, and those that say what their rows are.
std::vector<std::string> paths_of_values(const Request& request,
                                         const std::vector<io::Locus>& loci) {
  if (only_best(request) || !format_of(request).squares) return {values_path(request)};
  std::vector<std::string> paths;
  const auto add = [&](const std::string& name) {
    for (auto& path : sink::Squares::paths(request.out, name)) paths.push_back(std::move(path));
  };
  for (const io::Locus& locus : loci) add(locus.name);
  if (loci.empty()) add("");
  return paths;
}

}  // namespace

std::vector<std::string> result_paths(const Request& request, const std::vector<io::Locus>& loci) {
  if (is_part(request)) return {};
  std::vector<std::string> paths = paths_of_values(request, loci);
  if (!only_best(request) && format_of(request).names_beside) paths.push_back(request.out + ".ids");
  if (request.best && !only_best(request)) paths.push_back(best_path(request));
  if (request.adjust) paths.push_back(adjusted_path(request));
  if (request.refine != Refine::none) paths.push_back(refined_path(request));
  if (request.permutations) paths.push_back(permutations_path(request));
  if (request.king_cutoff) {
    for (const auto& path : sink::RelativeLists::paths(request.out)) paths.push_back(path);
  }
  if (request.histogram) paths.push_back(histogram_path(request));
  if (has_histogram_picture(request)) paths.push_back(histogram_picture_path(request));
  if (request.faith_pd) paths.push_back(faith_pd_path(request));
  if (request.network) {
    for (auto& path : network::result_paths(network_of(request))) paths.push_back(std::move(path));
  }
  return paths;
}

namespace {

/// What the run would do to an input that is a file of its own; "" where it is none.
std::string harm_to(const std::string& input, const std::vector<std::string>& outputs,
                    const std::string& state) {
  namespace fs = std::filesystem;
  std::error_code missing;  // a file that does not exist is not the same as any
  const fs::path directory = directory_of(input);
  const std::string name = fs::path(input).filename().string();
  if (fs::equivalent(directory, state, missing) &&
      (name == "lock" || name == "manifest" || store::is_ours(name))) {
    return "removed with " + state;
  }
  for (const auto& output : outputs) {
    if (fs::equivalent(output, input, missing)) return "replaced by an output";
    if (fs::equivalent(directory, directory_of(output), missing) &&
        sink::is_leftover_name(name, fs::path(output).filename().string())) {
      return "removed as a leftover of " + output;
    }
  }
  return "";
}

}  // namespace

void check_not_inputs(const std::vector<std::string>& outputs,
                      const std::vector<std::string>& inputs, const std::string& state) {
  for (const auto& input : inputs) {
    const std::string harm = harm_to(input, outputs, state);
    if (harm.empty()) continue;
    throw Error(Failure::command_line,
                fmt::format("{}: would be {}. Use another --out.", input, harm));
  }
}

}  // namespace encke::job
