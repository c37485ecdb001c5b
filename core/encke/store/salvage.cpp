#include <unistd.h>

#include <encke/base/error.hpp>
#include <encke/store/committed.hpp>
#include <encke/store/file_lock.hpp>
#include <filesystem>

namespace encke::store {
namespace {

/// Puts a footer behind the last complete tile, in place of all that follows it.
void close_after(PosixFile& file, const FileHeader& header, Scan& found) {
  RecordHead head;
  head.kind = RecordKind::footer;
  head.bytes = sizeof(StoredFooter);
  head.payload_checksum = checksum_of(std::as_bytes(std::span(&found.counts, 1)));
  head.checksum = checksum_of(head, found.end, header.identity);
  file.resize(found.end);
  file.write_at(found.end, std::as_bytes(std::span(&head, 1)));
  file.write_at(found.end + Index{sizeof head}, std::as_bytes(std::span(&found.counts, 1)));
  found.footer_checksum = head.checksum;
}

}  // namespace

std::optional<BlockFile> salvage(const std::string& path, std::uint64_t identity) {
  const std::string closed =
      path.ends_with(open_ending) ? path.substr(0, path.rfind(".open")) : path;
  if (closed != path && std::filesystem::exists(closed)) {
    throw Error(Failure::inconsistent, path + ": " + closed + " exists too; move one of them away");
  }
  PosixFile file = PosixFile::open_to_change(path);
  if (!FileLock::try_lock(file)) {
    throw Error(Failure::inconsistent,
                path + ": another process still writes it; wait until it has ended");
  }
  std::optional<FileHeader> header;
  try {
    header = read_header(file, identity);
  } catch (const Error& error) {
    if (error.failure() != Failure::checksum) throw;  // without a header it has no tile
  }
  Scan found;
  if (header) found = scan(file, *header, {}, [](const TileEntry&) {});
  if (found.counts.tiles == 0) {
    ::unlink(path.c_str());
    return std::nullopt;
  }
  if (!found.closed) close_after(file, *header, found);
  file.sync();
  if (closed != path) rename_durably(path, closed);
  return describe(closed.substr(closed.rfind('/') + 1), file, found);
}

}  // namespace encke::store
