#include <cstring>
#include <encke/base/error.hpp>
#include <encke/io/bgen/block_decoder.hpp>
#include <limits>

#if defined(ENCKE_HAS_ZLIB)
#include <zlib.h>
#endif
#if defined(ENCKE_HAS_ZSTD)
#include <zstd.h>
#endif

namespace encke::io {
namespace {

class Copier final : public BlockDecoder {
 public:
  bool decode(std::span<const std::byte> in, std::span<std::byte> out) override {
    if (in.size() != out.size()) return false;
    if (!in.empty()) std::memcpy(out.data(), in.data(), in.size());
    return true;
  }
};

#if defined(ENCKE_HAS_ZLIB)
class ZlibDecoder final : public BlockDecoder {
 public:
  explicit ZlibDecoder(const std::string& path) {
    if (::inflateInit(&state_) != Z_OK) throw OutOfMemory(path, 64 << 10, 0);
  }
  ~ZlibDecoder() override { ::inflateEnd(&state_); }

  bool decode(std::span<const std::byte> in, std::span<std::byte> out) override {
    constexpr std::size_t most = std::numeric_limits<uInt>::max();
    if (in.size() > most || out.size() > most) return false;
    ::inflateReset(&state_);
    state_.next_in = reinterpret_cast<Bytef*>(const_cast<std::byte*>(in.data()));
    state_.avail_in = static_cast<uInt>(in.size());
    state_.next_out = reinterpret_cast<Bytef*>(out.data());
    state_.avail_out = static_cast<uInt>(out.size());
    return ::inflate(&state_, Z_FINISH) == Z_STREAM_END && state_.avail_in == 0 &&
           state_.avail_out == 0;
  }

 private:
  z_stream state_ = {};
};
#endif

#if defined(ENCKE_HAS_ZSTD)
class ZstdBlocks final : public BlockDecoder {
 public:
  explicit ZstdBlocks(const std::string& path) : context_(ZSTD_createDCtx()) {
    if (context_ == nullptr) throw OutOfMemory(path, 128 << 10, 0);
  }
  ~ZstdBlocks() override { ZSTD_freeDCtx(context_); }

  bool decode(std::span<const std::byte> in, std::span<std::byte> out) override {
    const std::size_t made =
        ZSTD_decompressDCtx(context_, out.data(), out.size(), in.data(), in.size());
    return ZSTD_isError(made) == 0U && made == out.size();
  }

 private:
  ZSTD_DCtx* context_;
};
#endif

}  // namespace

std::unique_ptr<BlockDecoder> BlockDecoder::make(BgenPacking packing, const std::string& path) {
  if (packing == BgenPacking::none) return std::make_unique<Copier>();
#if defined(ENCKE_HAS_ZLIB)
  if (packing == BgenPacking::zlib) return std::make_unique<ZlibDecoder>(path);
#endif
#if defined(ENCKE_HAS_ZSTD)
  if (packing == BgenPacking::zstd) return std::make_unique<ZstdBlocks>(path);
#endif
  throw Error(Failure::inconsistent, path +
                                         ": cannot be decompressed: this Encke was built without " +
                                         (packing == BgenPacking::zlib ? "zlib" : "Zstandard"));
}

}  // namespace encke::io
