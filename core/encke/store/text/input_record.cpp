#include <fmt/format.h>

#include <encke/base/error.hpp>
#include <encke/file/output/output_file.hpp>
#include <encke/store/block/block_file.hpp>
#include <encke/store/text/input_record.hpp>
#include <encke/store/text/stored_text.hpp>
#include <nlohmann/json.hpp>

namespace encke::store {
namespace {

// One line of JSON, then its hash.
using Json = nlohmann::ordered_json;
constexpr std::size_t end_bytes = 16 + 1;

std::string record_path(const std::string& directory) { return directory + "/" + about_name; }

std::optional<std::string> record_damage(const std::optional<std::string>& text) {
  if (!text) return "what the log says of the input is not there";
  if (text->size() > end_bytes) {
    const std::string line = text->substr(0, text->size() - end_bytes);
    if (*text == line + hash_of(line) + '\n') return std::nullopt;
  }
  return "what the log says of the input is not as it was written";
}

/// Throws Json::exception.
InputRecord record_in(const std::string& text) {
  const Json json = Json::parse(text);
  InputRecord about;
  for (const Json& file : json.at("inputs")) {
    about.inputs.push_back(
        {.path = file.at("path"), .bytes = file.at("bytes"), .digest = file.at("digest")});
  }
  about.remarks = json.at("remarks").get<std::vector<std::string>>();
  about.vectors_in_file = json.at("vectors_in_file");
  about.fields_in_file = json.at("fields_in_file");
  about.empty_vectors = json.at("empty_vectors");
  about.empty_tuples = json.at("empty_tuples");
  about.tests = json.at("tests");
  return about;
}

}  // namespace

void write_input_record(const std::string& directory, const InputRecord& about) {
  Json inputs = Json::array();
  for (const auto& file : about.inputs) {
    inputs.push_back({{"path", file.path}, {"bytes", file.bytes}, {"digest", file.digest}});
  }
  const Json json = {{"inputs", inputs},
                     {"remarks", about.remarks},
                     {"vectors_in_file", about.vectors_in_file},
                     {"fields_in_file", about.fields_in_file},
                     {"empty_vectors", about.empty_vectors},
                     {"empty_tuples", about.empty_tuples},
                     {"tests", about.tests}};
  // paths and ids may be in any encoding; JSON is UTF-8
  const std::string line = json.dump(-1, ' ', false, Json::error_handler_t::replace) + '\n';
  sink::OutputFile file(record_path(directory));
  file.write(line + hash_of(line) + '\n');
  file.commit();
}

std::optional<std::string> damage_of_input_record(const std::string& directory) {
  return record_damage(contents_of(record_path(directory)));
}

InputRecord read_input_record(const std::string& directory) {
  const auto text = contents_of(record_path(directory));
  if (const auto damage = record_damage(text)) {
    throw Error(Failure::checksum,
                fmt::format("{}: {}; the command of this part with --resume writes it again",
                            record_path(directory), *damage));
  }
  try {
    return record_in(text->substr(0, text->size() - end_bytes));
  } catch (const Json::exception&) {  // though its hash is right
    throw Error(Failure::checksum, record_path(directory) + ": not what the log says of an input");
  }
}

}  // namespace encke::store
