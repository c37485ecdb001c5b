#include <algorithm>
#include <encke/base/error.hpp>
#include <encke/base/text/printable.hpp>
#include <encke/store/committed.hpp>
#include <encke/store/file_check.hpp>
#include <encke/store/text/directory.hpp>
#include <iterator>
#include <set>
#include <string_view>
#include <utility>

namespace encke::store {
namespace {

/// The way of a damaged header, where either all but its checksum is right or all but one of
/// the fields before; else 0.
int way_of_damaged(const PosixFile& file, std::uint64_t identity) {
  FileHeader found;
  if (file.size() < Index{sizeof found}) return 0;
  file.read_at(0, std::as_writable_bytes(std::span(&found, 1)));
  for (const std::uint32_t way : {2u, 3u}) {
    FileHeader expected;
    expected.way = way;
    expected.identity = identity;
    expected.checksum = checksum_of(expected);
    const bool fields = checksum_of(found) == expected.checksum;
    if (fields || found.checksum == expected.checksum) return static_cast<int>(way);
  }
  return 0;
}

/// A file that the device does not give back any more is damaged like one with wrong bytes.
void add_unreadable(const std::string& path, const Error& error, FileCheck& result) {
  if (error.failure() != Failure::read) throw error;
  std::string what = error.what();
  const std::string place = printable(path) + ": ";
  if (what.starts_with(place)) what.erase(0, place.size());
  result.findings.push_back({path, 0, std::nullopt, std::move(what)});
}

}  // namespace

FileCheck check_bytes(const std::string& path, std::uint64_t identity) {
  FileCheck result;
  const PosixFile file = PosixFile::open_to_read(path);
  FileHeader header;
  try {
    header = read_header(file, identity);
    result.way = static_cast<int>(header.way);
  } catch (const Error& error) {
    if (error.failure() == Failure::read) {
      add_unreadable(path, error, result);
      return result;
    }
    const bool cut = file.size() < Index{sizeof header};
    result.foreign = error.failure() != Failure::checksum;
    result.findings.push_back({path, 0, std::nullopt,
                               result.foreign ? "the header of another run's block file, or of one "
                                                "that another version of the program wrote"
                                              : "no header of a block file of this run",
                               cut});
    if (result.foreign || cut) return result;
    // The records name the run too: what is whole among them is this run's.
    header.identity = identity;
    result.way = way_of_damaged(file, identity);
  }
  Scan found;
  try {
    found = scan(file, header, {.payloads = true, .go_on = true},
                 [&](const TileEntry& tile) { result.tiles.push_back(tile); });
  } catch (const Error& error) {
    add_unreadable(path, error, result);
    return result;
  }
  std::move(found.findings.begin(), found.findings.end(), std::back_inserter(result.findings));
  result.counts = found.counts;
  result.end = found.end;
  result.footer_checksum = found.footer_checksum;
  return result;
}

bool is_damaged(const std::string& path, const FileCheck& check) {
  const bool open = path.ends_with(open_ending);
  return std::any_of(check.findings.begin(), check.findings.end(),
                     [open](const Finding& finding) { return !open || !finding.cut; });
}

FileCheck check_file(const std::string& directory, const BlockFile& listed,
                     std::uint64_t identity) {
  const std::string path = directory + "/" + listed.name;
  FileCheck result;
  if (!exists(path)) {
    result.findings.push_back(
        {path, 0, std::nullopt, "the manifest lists it, but it is not there"});
    return result;
  }
  result = check_bytes(path, identity);
  if (result.findings.empty() && describe(path, result) != listed) {
    result.findings.push_back({path, 0, std::nullopt, "not the file that the manifest lists"});
  }
  return result;
}

std::vector<std::string> unlisted_files(const std::string& directory,
                                        const std::vector<BlockFile>& listed) {
  std::set<std::string_view> known;  // of thousands of ranks
  for (const BlockFile& file : listed) known.insert(file.name);
  std::vector<std::string> names = block_files_in(directory, closed_ending);
  std::erase_if(names, [&](const std::string& name) { return known.contains(name); });
  for (auto& name : block_files_in(directory, open_ending)) names.push_back(std::move(name));
  return names;
}

void check_headers(const std::string& directory, std::uint64_t identity) {
  for (const auto& name : unlisted_files(directory, {})) {
    try {
      read_header(PosixFile::open_to_read(directory + "/" + name), identity);
    } catch (const Error& error) {
      if (error.failure() != Failure::checksum) throw;  // its records name the run too
    }
  }
}

void add(Verification& all, const BlockFile& listed, const FileCheck& one) {
  all.findings.insert(all.findings.end(), one.findings.begin(), one.findings.end());
  for (const TileEntry& tile : one.tiles) all.good.push_back(tile.id);
  all.lost += std::max<Index>(listed.tiles - static_cast<Index>(one.tiles.size()), 0);
}

void add_unlisted(Verification& all, const std::string& path, const FileCheck& one) {
  all.uncommitted.push_back({path, static_cast<Index>(one.tiles.size())});
  if (!is_damaged(path, one)) return;
  for (const Finding& finding : one.findings) {
    all.findings.push_back(finding);
    all.lost += finding.tile ? 1 : 0;
  }
}

void sort_tiles(Verification& all) {
  std::sort(all.good.begin(), all.good.end());
  all.good.erase(std::unique(all.good.begin(), all.good.end()), all.good.end());
}

}  // namespace encke::store
