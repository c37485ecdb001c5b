#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <encke/file/output/leftovers.hpp>
#include <encke/file/posix_file.hpp>
#include <encke/host/directory_listing.hpp>
#include <encke/store/block/block_file.hpp>
#include <encke/store/text/directory.hpp>
#include <string_view>

namespace encke::store {
namespace {

/// Takes `word` from the front of `text`; false where it is not there.
bool take(std::string_view& text, std::string_view word) {
  if (!text.starts_with(word)) return false;
  text.remove_prefix(word.size());
  return true;
}

/// The same for a number as std::to_string writes it, of at least `least`.
bool take(std::string_view& text, Index least, Index& number) {
  const auto result = std::from_chars(text.data(), text.data() + text.size(), number);
  if (result.ec != std::errc() || number < least) return false;
  return take(text, std::to_string(number));
}

/// What follows "run-R-rank-K" in a name, and R.
struct BlockName {
  Index run = 0;
  std::string_view ending;
};

BlockName block_name_in(std::string_view name) {
  BlockName found;
  Index rank = 0;
  if (!take(name, "run-") || !take(name, 1, found.run) || !take(name, "-rank-") ||
      !take(name, 0, rank)) {
    return {};
  }
  found.ending = name;
  return found;
}

/// Of an OutputFile; "STEM.tmp-PID" or "STEM.tmp-PID-N" of a manifest, and of older releases.
bool is_temporary(std::string_view name, std::string_view stem) {
  if (sink::is_leftover_name(name, stem)) return true;
  Index number = 0;
  if (!take(name, stem) || !take(name, ".tmp-") || !take(name, 1, number)) return false;
  return name.empty() || (take(name, "-") && take(name, 0, number) && name.empty());
}

}  // namespace

std::vector<std::string> names_in(const std::string& directory) {
  auto names = names_in_directory(directory);
  std::sort(names.begin(), names.end());
  return names;
}

bool is_block_file(const std::string& name, const std::string& ending) {
  const BlockName found = block_name_in(name);
  return found.run > 0 && found.ending == ending;
}

std::vector<std::string> block_files_in(const std::string& directory, const std::string& ending) {
  auto names = names_in(directory);
  std::erase_if(names, [&](const std::string& name) { return !is_block_file(name, ending); });
  return names;
}

bool is_temporary_manifest(const std::string& name) { return is_temporary(name, "manifest"); }

bool is_packed_file(const std::string& name) {
  std::string_view rest = name;
  Index number = 0;
  return take(rest, "packed-") && take(rest, 0, number) && take(rest, "-") &&
         take(rest, 0, number) && rest.empty();
}

void remove_packed_files(const std::string& directory) {
  for (const auto& name : names_in(directory)) {
    if (is_packed_file(name)) ::unlink((directory + "/" + name).c_str());
  }
}

bool is_ours(const std::string& name) {
  if (is_temporary_manifest(name) || is_packed_file(name)) return true;
  for (const char* const published : {ids_name, sites_name, domain_name, about_name}) {
    if (name == published || is_temporary(name, published)) return true;
  }
  for (const char* const ending : {closed_ending, open_ending, damaged_ending}) {
    if (is_block_file(name, ending)) return true;
  }
  return false;
}

Index run_of(const std::string& name) { return block_name_in(name).run; }

Index last_run(const std::string& directory) {
  Index last = 0;
  for (const auto& name : names_in(directory)) last = std::max(last, run_of(name));
  return last;
}

void remove_files(const std::string& directory) {
  for (const auto& name : names_in(directory)) {
    if (is_ours(name)) ::unlink((directory + "/" + name).c_str());
  }
}

void put_aside(const std::string& path) {
  if (!exists(path)) return;
  rename_file(path, path.substr(0, path.rfind(closed_ending)) + damaged_ending);
}

}  // namespace encke::store
