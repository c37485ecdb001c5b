#include <charconv>
#include <encke/base/error.hpp>
#include <encke/store/committed.hpp>
#include <filesystem>
#include <set>

namespace encke::store {

FileHeader visit_committed(const std::string& directory, const BlockFile& listed,
                           std::uint64_t identity,
                           const std::function<void(const TileEntry&)>& visit) {
  const std::string path = directory + "/" + listed.name;
  const auto refuse = [&](const std::string& what) {
    throw Error(Failure::checksum, what + "; 'encke verify' tells which tiles are lost");
  };
  if (!std::filesystem::exists(path)) refuse(path + ": the manifest lists it, but it is not there");
  const PosixFile file = PosixFile::open_to_read(path);
  const FileHeader header = read_header(file, identity);
  if (file.size() != listed.bytes) {
    refuse(path + ": " + std::to_string(file.size()) + " bytes, the manifest says " +
           std::to_string(listed.bytes));
  }
  const Scan found = scan(file, header, {.payloads = false}, visit);
  if (!found.closed) refuse(text(found.findings.front()));
  if (describe(listed.name, file, found) != listed) {
    refuse(path + ": not the file that the manifest lists");
  }
  return header;
}

BlockFile describe(const std::string& name, const PosixFile& file, const Scan& scan) {
  return {name, file.size(), scan.counts.tiles, scan.counts.hits, scan.footer_checksum};
}

std::vector<std::string> names_in(const std::string& directory, const std::string& ending) {
  std::set<std::string> names;
  std::error_code reason;
  for (std::filesystem::directory_iterator at(directory, reason), end; !reason && at != end;
       at.increment(reason)) {
    std::string name = at->path().filename().string();
    if (name.size() > ending.size() && name.ends_with(ending)) names.insert(std::move(name));
  }
  if (reason) {
    throw Error(Failure::open, directory + ": cannot list the directory: " + reason.message());
  }
  return {names.begin(), names.end()};
}

Index run_of(const std::string& name) {
  constexpr std::string_view word = "run-";
  if (!name.starts_with(word)) return 0;
  Index run = 0;
  const auto result = std::from_chars(name.data() + word.size(), name.data() + name.size(), run);
  return result.ec == std::errc() && run > 0 ? run : 0;
}

Index last_run(const std::string& directory) {
  Index last = 0;
  for (const auto& name : names_in(directory, "")) last = std::max(last, run_of(name));
  return last;
}

}  // namespace encke::store
