#include <unistd.h>

#include <encke/base/error.hpp>
#include <encke/file/file_lock.hpp>
#include <encke/store/committed.hpp>
#include <encke/store/salvage.hpp>

namespace encke::store {
namespace {

/// Puts a footer behind the last complete tile, in place of all that follows it.
void close_after(PosixFile& file, std::uint64_t identity, FileCheck& found) {
  RecordHead head;
  head.kind = RecordKind::footer;
  head.bytes = sizeof(StoredFooter);
  head.payload_checksum = checksum_of(std::as_bytes(std::span(&found.counts, 1)));
  head.checksum = checksum_of(head, found.end, identity);
  file.resize(found.end);
  file.write_at(found.end, std::as_bytes(std::span(&head, 1)));
  file.write_at(found.end + Index{sizeof head}, std::as_bytes(std::span(&found.counts, 1)));
  found.footer_checksum = head.checksum;
}

std::string text_of_loss(const FileCheck& check) {
  const auto tiles = [](std::size_t n) {
    return std::to_string(n) + (n == 1 ? " tile" : " tiles");
  };
  std::string text = encke::store::text(check.findings.front());
  const std::size_t more = check.findings.size() - 1;
  if (more > 0) text += " (and " + std::to_string(more) + " more)";
  return text + "; " + (check.way == 0 ? "nothing" : tiles(check.tiles.size()) + ", those whole,") +
         " of the file could be kept, the others are computed again";
}

}  // namespace

Salvaged salvage(const std::string& path, std::uint64_t identity, const std::string& copy) {
  const std::string closed =
      path.ends_with(open_ending) ? path.substr(0, path.rfind(".open")) : path;
  if (closed != path && exists(closed)) {
    throw Error(Failure::inconsistent, path + ": " + closed + " exists too; move one of them away");
  }
  PosixFile file = PosixFile::open_to_change(path);
  if (!FileLock::try_lock(file)) {
    throw Error(Failure::inconsistent,
                path + ": another process still writes it; wait until it has ended");
  }
  FileCheck found = check_bytes(path, identity);
  if (found.foreign) read_header(file, identity);  // says what it is
  if (is_damaged(path, found)) {
    return {copy_tiles(path, identity, found, copy), path, text_of_loss(found)};
  }
  if (found.tiles.empty()) {
    ::unlink(path.c_str());
    return {};
  }
  if (!found.findings.empty()) close_after(file, identity, found);
  file.sync();
  if (closed != path) rename_durably(path, closed);
  return {describe(closed, found), "", ""};
}

}  // namespace encke::store
