#include <fmt/format.h>

#include <algorithm>
#include <encke/base/byte_hash.hpp>
#include <encke/base/error.hpp>
#include <encke/file/output/output_file.hpp>
#include <encke/store/block/block_file.hpp>
#include <encke/store/text/stored_sites.hpp>
#include <encke/store/text/stored_text.hpp>
#include <span>
#include <string_view>

namespace encke::store {
namespace {

std::string sites_path(const std::string& directory) { return directory + "/" + sites_name; }

std::optional<std::string> sites_damage(const std::optional<std::string>& text,
                                        const std::string& digest) {
  if (!text) return "the sites of the vectors are not there";
  if (hash_of(*text) == digest) return std::nullopt;
  return "the sites of the vectors are not as they were written";
}

/// Calls take(text) for each line.
template <class Take>
void for_each_line(const TextColumn& sites, const Take& take) {
  for (std::size_t v = 0; v < sites.size(); ++v) take(std::string(sites[v]) + '\n');
}

}  // namespace

std::string sites_digest(const TextColumn& sites) {
  ByteHash hash;
  for_each_line(sites,
                [&hash](const std::string& line) { hash.add(std::as_bytes(std::span(line))); });
  return hash.text();
}

void write_sites(const std::string& directory, const TextColumn& sites) {
  sink::OutputFile file(sites_path(directory));
  for_each_line(sites, [&file](const std::string& line) { file.write(line); });
  file.commit();
}

std::optional<std::string> damage_of_sites(const std::string& directory,
                                           const std::string& digest) {
  return sites_damage(contents_of(sites_path(directory)), digest);
}

TextColumn read_sites(const std::string& directory, const std::string& digest) {
  const auto text = contents_of(sites_path(directory));
  if (const auto damage = sites_damage(text, digest)) {
    throw Error(Failure::checksum,
                fmt::format("{}: {}; the command of this part with --resume writes them again",
                            sites_path(directory), *damage));
  }
  TextColumn sites;
  for (std::string_view rest = *text; !rest.empty();) {
    const std::size_t end = std::min(rest.find('\n'), rest.size() - 1);
    sites.add(rest.substr(0, end));
    rest.remove_prefix(end + 1);
  }
  return sites;
}

}  // namespace encke::store
