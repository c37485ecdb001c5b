#include "packed.hpp"

#include <encke/file/output/zstd_stream.hpp>
#include <span>

#if defined(ENCKE_HAS_ZLIB)
#include <zlib.h>
#endif

namespace encke::test {

#if defined(ENCKE_HAS_ZLIB)
std::string gzipped(std::string_view bytes) {
  z_stream state = {};
  ::deflateInit2(&state, 6, Z_DEFLATED, 16 + MAX_WBITS, 8, Z_DEFAULT_STRATEGY);
  std::string out(::deflateBound(&state, bytes.size()) + 32, '\0');
  state.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
  state.avail_in = static_cast<uInt>(bytes.size());
  state.next_out = reinterpret_cast<Bytef*>(out.data());
  state.avail_out = static_cast<uInt>(out.size());
  ::deflate(&state, Z_FINISH);
  out.resize(state.total_out);
  ::deflateEnd(&state);
  return out;
}
#else
std::string gzipped(std::string_view) { return ""; }
#endif

std::string zstd_packed(std::string_view bytes) {
  if (!sink::has_zstd()) return "";
  std::string out;
  const auto take = [&](std::span<const std::byte> made) {
    out.append(reinterpret_cast<const char*>(made.data()), made.size());
  };
  sink::ZstdStream stream("a test's file");
  stream.add(std::as_bytes(std::span(bytes)), take);
  stream.finish(take);
  return out;
}

}  // namespace encke::test
