#include <encke/base/error.hpp>
#include <encke/file/decoder.hpp>

#if defined(ENCKE_HAS_ZLIB)
#include <zlib.h>

#include <algorithm>
#include <limits>
#endif

namespace encke::io {

#if defined(ENCKE_HAS_ZLIB)

namespace {

class GzipDecoder final : public PlainBytes::Decoder {
 public:
  explicit GzipDecoder(const std::string& path) {
    constexpr int gzip_alone = 16 + MAX_WBITS;
    if (::inflateInit2(&state_, gzip_alone) != Z_OK) throw OutOfMemory(path, 64 << 10, 0);
  }
  ~GzipDecoder() override { ::inflateEnd(&state_); }

  const char* name() const override { return "gzip"; }
  void restart() override { ::inflateReset(&state_); }
  // GNU tar and tapes fill up blocks; gzip -t takes such files.
  bool is_padding(std::byte byte) const override { return byte == std::byte{0}; }

  Step step(std::span<const std::byte> in, std::span<std::byte> out) override {
    const auto fit = [](std::size_t size) {
      return static_cast<uInt>(std::min<std::size_t>(size, std::numeric_limits<uInt>::max()));
    };
    state_.next_in = reinterpret_cast<Bytef*>(const_cast<std::byte*>(in.data()));
    state_.avail_in = fit(in.size());
    state_.next_out = reinterpret_cast<Bytef*>(out.data());
    state_.avail_out = fit(out.size());
    const uInt offered = state_.avail_in;
    const uInt wanted = state_.avail_out;
    const int result = ::inflate(&state_, Z_NO_FLUSH);
    Step done{.taken = offered - state_.avail_in, .made = wanted - state_.avail_out};
    done.ended = result == Z_STREAM_END;
    // Z_BUF_ERROR: nothing could be done with what was given
    if (result != Z_OK && result != Z_STREAM_END && result != Z_BUF_ERROR) {
      done.problem = state_.msg != nullptr ? state_.msg : "not gzip";
    }
    if (done.ended) restart();
    return done;
  }

 private:
  z_stream state_ = {};
};

}  // namespace

std::unique_ptr<PlainBytes::Decoder> make_gzip_decoder(const std::string& path) {
  return std::make_unique<GzipDecoder>(path);
}

#else

std::unique_ptr<PlainBytes::Decoder> make_gzip_decoder(const std::string&) { return nullptr; }

#endif

}  // namespace encke::io
