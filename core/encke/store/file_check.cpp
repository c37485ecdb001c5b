#include <algorithm>
#include <encke/base/error.hpp>
#include <encke/store/committed.hpp>
#include <encke/store/file_check.hpp>
#include <filesystem>
#include <iterator>
#include <utility>

namespace encke::store {
namespace {

void sort_unique(std::vector<Index>& ids) {
  std::sort(ids.begin(), ids.end());
  ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
}

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

}  // namespace

FileCheck check_file(const std::string& directory, const BlockFile& listed,
                     std::uint64_t identity) {
  const std::string path = directory + "/" + listed.name;
  FileCheck result;
  const auto find = [&](const std::string& what) {
    result.findings.push_back({path, 0, std::nullopt, what});
  };
  if (!std::filesystem::exists(path)) {
    find("the manifest lists it, but it is not there");
    return result;
  }
  const PosixFile file = PosixFile::open_to_read(path);
  FileHeader header;
  try {
    header = read_header(file, identity);
    result.way = static_cast<int>(header.way);
  } catch (const Error& error) {
    find(error.what());
    if (error.failure() != Failure::checksum) return result;
    // The records name the run too: what is whole among them is this run's.
    header.identity = identity;
    result.way = way_of_damaged(file, identity);
  }
  Scan found = scan(file, header, {.payloads = true, .go_on = true},
                    [&](const TileEntry& tile) { result.tiles.push_back(tile); });
  std::move(found.findings.begin(), found.findings.end(), std::back_inserter(result.findings));
  if (result.findings.empty() && describe(listed.name, file, found) != listed) {
    find("not the file that the manifest lists");
  }
  return result;
}

void add(Verification& all, const BlockFile& listed, const FileCheck& one) {
  for (const Finding& finding : one.findings) {
    all.findings.push_back(finding);
    if (finding.tile) all.again.push_back(*finding.tile);
  }
  for (const TileEntry& tile : one.tiles) all.good.push_back(tile.id);
  all.lost += std::max<Index>(listed.tiles - static_cast<Index>(one.tiles.size()), 0);
}

void finish(Verification& all) {
  sort_unique(all.good);
  sort_unique(all.again);
  std::vector<Index> again;
  std::set_difference(all.again.begin(), all.again.end(), all.good.begin(), all.good.end(),
                      std::back_inserter(again));
  all.again = std::move(again);
}

}  // namespace encke::store
