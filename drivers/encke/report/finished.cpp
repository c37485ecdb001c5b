#include "finished.hpp"

#include <encke/base/error.hpp>
#include <encke/file/input_file.hpp>
#include <encke/file/plain_bytes.hpp>
#include <nlohmann/json.hpp>

#include "summary.hpp"

namespace encke::cli {
namespace {

using Json = nlohmann::ordered_json;

/// Options with which the results are the same.
constexpr const char* without_effect[] = {
    "threads",         "memory",         "backend",       "level",         "block",
    "check",           "no-pruning",     "force-pruning", "resume",        "sync-after",
    "num-proc-vector", "num-proc-field", "num-proc-repl", "gpu-aware-mpi", "all"};

/// What a summary says of what was asked for; "" for what it lacks.
Json asked(const Json& summary) {
  Json options = summary.value("options", Json::object());
  for (const char* const name : without_effect) options.erase(name);
  return {{"version", summary.value("version", "")},
          {"metric", summary.value("metric", "")},
          {"inputs", summary.value("inputs", Json::array())},
          {"outputs", summary.value("outputs", Json::array())},
          {"options", options}};
}

/// "" where it cannot be read: then it says nothing.
std::string summary_text(const job::Outcome& outcome) {
  try {
    io::InputFile file(outcome.request.out + ".summary.json");
    return io::read_text(file);
  } catch (const Error&) {
    return "";
  }
}

}  // namespace

bool is_finished(const job::Outcome& outcome) {
  const Json found = Json::parse(summary_text(outcome), nullptr, false);
  if (!found.is_object() || !found.contains("finished")) return false;
  try {
    return asked(found) == asked(summary_json(outcome, ""));
  } catch (const Json::exception&) {  // not written by us
    return false;
  }
}

}  // namespace encke::cli
