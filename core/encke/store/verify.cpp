#include <encke/base/error.hpp>
#include <encke/store/file_check.hpp>
#include <encke/store/run_store.hpp>
#include <encke/store/text/manifest.hpp>
#include <encke/store/verify.hpp>
#include <optional>
#include <string>

namespace encke::store {
namespace {

/// Merging and resuming add these up: somebody may have made up numbers that go together with their
/// checksums, and whose sum there cannot be.
void add_totals(Totals& totals, const std::string& path, FileCheck& check) {
  for (const TileEntry& tile : check.tiles) {
    try {
      add(totals, tile);
    } catch (const Error& error) {
      check.findings.push_back({path, tile.offset, std::nullopt, error.what()});
      return;
    }
  }
}

}  // namespace

Verification verify(const std::string& prefix) {
  const std::string directory = directory_for(prefix);
  const std::string manifest = manifest_of(directory);
  Verification all;
  ManifestContent content;
  try {
    content = Manifest::read_good_lines(manifest);
  } catch (const Error& error) {
    if (error.failure() != Failure::checksum) throw;
    all.findings.push_back({manifest, 0, std::nullopt, error.what()});
    return all;
  }
  if (!content.damage.empty()) {
    all.findings.push_back({manifest, content.bytes, std::nullopt, damaged_list});
  }
  const std::uint64_t identity = content.identity.hash();
  Totals totals;
  for (const BlockFile& file : content.files) {
    FileCheck check = check_file(directory, file, identity);
    add_totals(totals, directory + "/" + file.name, check);
    add(all, file, check);
  }
  for (const auto& name : unlisted_files(directory, content.files)) {
    const std::string path = directory + "/" + name;
    add_unlisted(all, path, check_bytes(path, identity));
  }
  sort_tiles(all);
  return all;
}

}  // namespace encke::store
