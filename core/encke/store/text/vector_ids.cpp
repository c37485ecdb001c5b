#include <fmt/format.h>

#include <algorithm>
#include <encke/base/byte_hash.hpp>
#include <encke/base/error.hpp>
#include <encke/file/output/output_file.hpp>
#include <encke/store/block/block_file.hpp>
#include <encke/store/text/stored_text.hpp>
#include <encke/store/text/vector_ids.hpp>
#include <span>

namespace encke::store {
namespace {

std::string ids_path(const std::string& directory) { return directory + "/" + ids_name; }

std::optional<std::string> ids_damage(const std::optional<std::string>& text,
                                      const std::string& digest) {
  if (!text) return "the names of the vectors are not there";
  if (hash_of(*text) == digest) return std::nullopt;
  return "the names of the vectors are not as they were written";
}

}  // namespace

std::string ids_digest(const std::vector<std::string>& names) {
  ByteHash hash;
  for (const auto& name : names) {
    const std::string line = escaped(name) + '\n';
    hash.add(std::as_bytes(std::span(line)));
  }
  return hash.text();
}

void write_ids(const std::string& directory, const std::vector<std::string>& names) {
  sink::OutputFile file(ids_path(directory));
  for (const auto& name : names) file.write(escaped(name) + '\n');
  file.commit();
}

std::optional<std::string> damage_of_ids(const std::string& directory, const std::string& digest) {
  return ids_damage(contents_of(ids_path(directory)), digest);
}

std::vector<std::string> read_ids(const std::string& directory, const std::string& digest) {
  const auto text = contents_of(ids_path(directory));
  if (const auto damage = ids_damage(text, digest)) {
    throw Error(Failure::checksum,
                fmt::format("{}: {}; the command of this part with --resume writes them again",
                            ids_path(directory), *damage));
  }
  std::vector<std::string> names;
  for (std::size_t at = 0; at < text->size();) {
    const std::size_t end = std::min(text->find('\n', at), text->size());
    auto name = unescaped(text->substr(at, end - at));
    if (!name || end == text->size()) {
      throw Error(Failure::checksum, ids_path(directory) + ": not the names of vectors");
    }
    names.push_back(std::move(*name));
    at = end + 1;
  }
  return names;
}

}  // namespace encke::store
