#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <encke/base/error.hpp>
#include <encke/comm/agree.hpp>
#include <encke/file/input_file.hpp>
#include <vector>

namespace encke::io {
namespace {

void require_regular(const PosixFile& file) {
  struct stat status = {};
  if (::fstat(file.descriptor(), &status) == 0 && S_ISREG(status.st_mode)) return;
  const char* const kind = S_ISDIR(status.st_mode) ? "a directory" : "a pipe or device";
  throw Error(Failure::open,
              fmt::format("{}: cannot open: {}, expected a regular file", file.path(), kind));
}

}  // namespace

InputFile::InputFile(const std::string& path) : file_(PosixFile::open_to_read(path)) {
  require_regular(file_);
  size_ = file_.size();
}

std::size_t InputFile::read_next(std::span<std::byte> bytes) {
  const auto left = static_cast<std::size_t>(size_ - next_);
  const auto taken = bytes.first(std::min(bytes.size(), left));
  file_.read_at(next_, taken);
  digest_.add(taken);
  next_ += static_cast<Index>(taken.size());
  return taken.size();
}

void InputFile::read_in_passing(Index offset, std::span<std::byte> bytes) {
  file_.read_at(offset, bytes);
  const Index known = next_ - offset;  // bytes of these that the digest has
  if (known < 0 || known >= static_cast<Index>(bytes.size())) return;
  digest_.add(bytes.subspan(static_cast<std::size_t>(known)));
  next_ = offset + static_cast<Index>(bytes.size());
}

FileRecord InputFile::record() {
  std::vector<std::byte> buffer(
      static_cast<std::size_t>(std::clamp<Index>(size_ - next_, 0, 1 << 20)));
  while (next_ < size_) read_next(buffer);
  return {path(), size_, FileDigest::text(digest_.sum(), size_)};
}

std::uint64_t digest_share(const InputFile& file, Slice share) {
  constexpr Index chunk = FileDigest::chunk_bytes;
  const Range chunks = share.of({0, divide_up(file.size(), chunk)});
  const Index end = std::min(chunks.end * chunk, file.size());
  FileDigest digest(chunks.begin);
  std::vector<std::byte> buffer(1 << 20);
  for (Index at = chunks.begin * chunk; at < end; at += std::ssize(buffer)) {
    const auto bytes =
        std::span(buffer).first(std::min(buffer.size(), static_cast<std::size_t>(end - at)));
    file.read_at(at, bytes);
    digest.add(bytes);
  }
  return digest.sum();
}

FileRecord record_of(InputFile& file, const Communicator& world) {
  if (world.size() == 1) return file.record();
  std::uint64_t sum = 0;
  agree(world, [&] { sum = digest_share(file, {world.rank(), world.size()}); });
  // in halves: sums modulo 2^64 would overflow the signed integers that ranks add
  std::array<std::int64_t, 2> halves = {static_cast<std::int64_t>(sum & 0xffffffff),
                                        static_cast<std::int64_t>(sum >> 32)};
  world.sum(halves);
  sum = static_cast<std::uint64_t>(halves[0]) + (static_cast<std::uint64_t>(halves[1]) << 32);
  return {file.path(), file.size(), FileDigest::text(sum, file.size())};
}

}  // namespace encke::io
