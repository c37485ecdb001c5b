#include <encke/base/error.hpp>
#include <encke/store/committed.hpp>

namespace encke::store {

FileHeader visit_committed(const std::string& directory, const BlockFile& listed,
                           std::uint64_t identity,
                           const std::function<void(const TileEntry&)>& visit) {
  const std::string path = directory + "/" + listed.name;
  const auto refuse = [&](const std::string& what) {
    throw Error(Failure::checksum, what + "; 'encke verify' says which tiles are lost");
  };
  if (!exists(path)) refuse(path + ": the manifest lists it, but it is not there");
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

BlockFile describe(const std::string& path, const FileCheck& check) {
  return {path.substr(path.rfind('/') + 1), PosixFile::open_to_read(path).size(),
          check.counts.tiles, check.counts.hits, check.footer_checksum};
}

}  // namespace encke::store
