#include <encke/base/error.hpp>
#include <encke/file/output/zstd_stream.hpp>
#include <utility>

#if defined(ENCKE_HAS_ZSTD)
#include <zstd.h>

#include <algorithm>
#include <encke/host/threads/host_loop.hpp>
#include <memory>
#include <vector>
#endif

namespace encke::sink {

#if defined(ENCKE_HAS_ZSTD)

bool has_zstd() { return true; }

namespace {

/// Text up to which no thread is started.
constexpr std::size_t most_alone = std::size_t{512} << 10;

/// At level 1 digits take a third of the time of level 3, and less space.
constexpr int level = 1;

}  // namespace

struct ZstdStream::State {
  explicit State(std::string of) : path(std::move(of)) {
    if (!owned) throw OutOfMemory("compression", 0, 0);
    set(ZSTD_c_compressionLevel, level);
    set(ZSTD_c_checksumFlag, 1);
    out.resize(ZSTD_CStreamOutSize());
  }
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

  /// Pieces of the text go to threads of the library, where it has any. What is made depends on
  /// there being threads, but not on how many: so there is always one at least.
  void begin(const Consumer& consumer) {
    begun = true;
    ZSTD_CCtx_setParameter(context, ZSTD_c_nbWorkers, std::max(1, host_workers()));
    run(held, ZSTD_e_continue, consumer);
    std::vector<std::byte>().swap(held);
  }

  struct Free {
    void operator()(ZSTD_CCtx* of) const { ZSTD_freeCCtx(of); }
  };

  std::string path;
  std::unique_ptr<ZSTD_CCtx, Free> owned{ZSTD_createCCtx()};  ///< also freed where this throws
  ZSTD_CCtx* context = owned.get();
  std::vector<std::byte> out;
  std::vector<std::byte> held;  ///< text, until it is known to be long
  bool begun = false;
};

void ZstdStream::add(std::span<const std::byte> bytes, const Consumer& consumer) {
  State& state = *state_;
  if (!state.begun && state.held.size() + bytes.size() <= most_alone) {
    state.held.insert(state.held.end(), bytes.begin(), bytes.end());
    return;
  }
  if (!state.begun) state.begin(consumer);
  state.run(bytes, ZSTD_e_continue, consumer);
}

void ZstdStream::finish(const Consumer& consumer) {
  state_->run(state_->held, ZSTD_e_end, consumer);
}

std::int64_t ZstdStream::memory(int workers) {
  // pieces of 2 MiB, their output and a table for each thread; two more wait for their turn
  constexpr std::int64_t piece = std::int64_t{5} << 20;
  return (std::max(1, workers) + 2) * piece;
}

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
std::int64_t ZstdStream::memory(int) { return 0; }

#endif

ZstdStream::ZstdStream(std::string path) : state_(std::make_unique<State>(std::move(path))) {}
ZstdStream::ZstdStream(ZstdStream&&) noexcept = default;
ZstdStream::~ZstdStream() = default;

}  // namespace encke::sink
