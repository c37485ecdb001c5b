#include "finished.hpp"

#include <fstream>
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

}  // namespace

bool is_finished(const job::Outcome& outcome) {
  std::ifstream file(outcome.request.out + ".summary.json");
  const Json found = Json::parse(file, nullptr, false);
  if (!found.is_object() || !found.contains("finished")) return false;
  try {
    return asked(found) == asked(summary_json(outcome, ""));
  } catch (const Json::exception&) {  // not written by us
    return false;
  }
}

}  // namespace encke::cli
