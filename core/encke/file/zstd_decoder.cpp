#include <encke/base/error.hpp>
#include <encke/file/decoder.hpp>

#if defined(ENCKE_HAS_ZSTD)
#include <zstd.h>
#endif

namespace encke::io {

#if defined(ENCKE_HAS_ZSTD)

namespace {

class ZstdDecoder final : public PlainBytes::Decoder {
 public:
  explicit ZstdDecoder(const std::string& path) : context_(ZSTD_createDCtx()) {
    if (context_ == nullptr) throw OutOfMemory(path, 128 << 10, 0);
    constexpr int window_log = 27;  // 128 MiB, which zstd, too, takes without --long
    ZSTD_DCtx_setParameter(context_, ZSTD_d_windowLogMax, window_log);
  }
  ~ZstdDecoder() override { ZSTD_freeDCtx(context_); }

  const char* name() const override { return "Zstandard"; }
  void restart() override { ZSTD_DCtx_reset(context_, ZSTD_reset_session_only); }

  Step step(std::span<const std::byte> in, std::span<std::byte> out) override {
    ZSTD_inBuffer from = {in.data(), in.size(), 0};
    ZSTD_outBuffer to = {out.data(), out.size(), 0};
    const std::size_t result = ZSTD_decompressStream(context_, &to, &from);
    Step done{.taken = from.pos, .made = to.pos, .ended = result == 0};
    if (ZSTD_isError(result) != 0U) done.problem = ZSTD_getErrorName(result);
    return done;
  }

 private:
  ZSTD_DCtx* context_;
};

}  // namespace

std::unique_ptr<PlainBytes::Decoder> make_zstd_decoder(const std::string& path) {
  return std::make_unique<ZstdDecoder>(path);
}

#else

std::unique_ptr<PlainBytes::Decoder> make_zstd_decoder(const std::string&) { return nullptr; }

#endif

}  // namespace encke::io
