#include <encke/base/error.hpp>
#include <encke/file/output/zstd_stream.hpp>
#include <utility>

#if defined(ENCKE_HAS_ZSTD)
#include <zstd.h>

#include <vector>
#endif

namespace encke::sink {

#if defined(ENCKE_HAS_ZSTD)

bool has_zstd() { return true; }

struct ZstdStream::State {
  explicit State(std::string of) : path(std::move(of)), context(ZSTD_createCCtx()) {
    if (context == nullptr) throw OutOfMemory("compression", 0, 0);
    set(ZSTD_c_compressionLevel, ZSTD_CLEVEL_DEFAULT);
    set(ZSTD_c_checksumFlag, 1);
    out.resize(ZSTD_CStreamOutSize());
  }
  State(const State&) = delete;
  State& operator=(const State&) = delete;
  ~State() { ZSTD_freeCCtx(context); }

  void set(ZSTD_cParameter parameter, int value) const {
    check(ZSTD_CCtx_setParameter(context, parameter, value));
  }

  std::size_t check(std::size_t result) const {
    if (ZSTD_isError(result) != 0U) {
      throw Error(Failure::write, path + ": cannot compress: " + ZSTD_getErrorName(result));
    }
    return result;
  }

  void run(std::span<const std::byte> bytes, ZSTD_EndDirective end, const Consumer& consumer) {
    ZSTD_inBuffer in = {bytes.data(), bytes.size(), 0};
    for (;;) {
      ZSTD_outBuffer made = {out.data(), out.size(), 0};
      const std::size_t left = check(ZSTD_compressStream2(context, &made, &in, end));
      if (made.pos > 0) consumer(std::span(out).first(made.pos));
      if (end == ZSTD_e_end ? left == 0 : in.pos == in.size) return;
    }
  }

  std::string path;
  ZSTD_CCtx* context;
  std::vector<std::byte> out;
};

void ZstdStream::add(std::span<const std::byte> bytes, const Consumer& consumer) {
  state_->run(bytes, ZSTD_e_continue, consumer);
}

void ZstdStream::finish(const Consumer& consumer) { state_->run({}, ZSTD_e_end, consumer); }

#else

bool has_zstd() { return false; }

struct ZstdStream::State {
  explicit State(const std::string& path) {
    throw Error(Failure::inconsistent,
                path + ": cannot be compressed: this Encke was built without Zstandard");
  }
};

void ZstdStream::add(std::span<const std::byte>, const Consumer&) {}
void ZstdStream::finish(const Consumer&) {}

#endif

ZstdStream::ZstdStream(std::string path) : state_(std::make_unique<State>(std::move(path))) {}
ZstdStream::ZstdStream(ZstdStream&&) noexcept = default;
ZstdStream::~ZstdStream() = default;

}  // namespace encke::sink
