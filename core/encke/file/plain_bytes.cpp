#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <encke/base/error.hpp>
#include <encke/file/decoder.hpp>
#include <encke/file/plain_bytes.hpp>

namespace encke::io {
namespace {

constexpr std::size_t buffer_bytes = std::size_t{1} << 17;

std::unique_ptr<PlainBytes::Decoder> make_decoder(const InputFile& file) {
  const Packing packing = packing_of(file);
  if (packing == Packing::none) return nullptr;
  const bool gzip = packing == Packing::gzip;
  auto decoder = gzip ? make_gzip_decoder(file.path()) : make_zstd_decoder(file.path());
  if (decoder) return decoder;
  throw Error(Failure::inconsistent,
              fmt::format("{}: compressed with {}, which this build cannot read: decompress it, or "
                          "build with {}",
                          file.path(), gzip ? "gzip" : "Zstandard",
                          gzip ? "zlib (-DENCKE_ZLIB=ON)" : "Zstandard (-DENCKE_ZSTD=ON)"));
}

}  // namespace

Packing packing_of(const InputFile& file) {
  constexpr std::string_view gzip = "\x1f\x8b\x08";  // deflate is its only method
  constexpr std::string_view zstd = "\x28\xb5\x2f\xfd";
  constexpr std::string_view skippable = "\x2a\x4d\x18";  // after 50 to 5f: what pzstd writes first
  std::array<char, 4> first{};
  const auto size = std::min<Index>(file.size(), std::ssize(first));
  file.read_at(0, std::as_writable_bytes(std::span(first).first(static_cast<std::size_t>(size))));
  const std::string_view bytes(first.data(), static_cast<std::size_t>(size));
  if (bytes.starts_with(gzip)) return Packing::gzip;
  const bool skipped = bytes.ends_with(skippable) && (bytes[0] & 0xf0) == 0x50;
  return bytes == zstd || skipped ? Packing::zstd : Packing::none;
}

bool reads(Packing packing) {
  switch (packing) {
    case Packing::gzip:
      return make_gzip_decoder("") != nullptr;
    case Packing::zstd:
      return make_zstd_decoder("") != nullptr;
    case Packing::none:
      break;
  }
  return true;
}

PlainBytes::PlainBytes(InputFile& file, bool apart)
    : file_(file), apart_(apart), decoder_(make_decoder(file)) {
  if (decoder_) in_.resize(buffer_bytes);
}

PlainBytes::PlainBytes(PlainBytes&&) noexcept = default;
PlainBytes::~PlainBytes() = default;

Index PlainBytes::taken() const { return file_position_ - std::ssize(left_); }

// The next bytes of the file; false at its end.
bool PlainBytes::refill() {
  auto into = std::span(in_);
  if (apart_) {
    into =
        into.first(std::min(into.size(), static_cast<std::size_t>(file_.size() - file_position_)));
    file_.read_at(file_position_, into);
  } else {
    into = into.first(file_.read_next(into));
  }
  file_position_ += std::ssize(into);
  left_ = into;
  return !into.empty();
}

std::size_t PlainBytes::decode(std::span<std::byte> out) {
  const auto fail = [this](const std::string& what) {
    throw MalformedInput({.file = file_.path(), .offset = taken()},
                         fmt::format("{}: {}", decoder_->name(), what));
  };
  std::size_t done = 0;
  while (done < out.size()) {
    const bool more = !left_.empty() || refill();
    if (!more && !decoder_->open) break;
    if (!decoder_->open && decoder_->is_padding(left_.front())) {
      left_ = left_.subspan(1);
      continue;
    }
    const Decoder::Step step = decoder_->step(left_, out.subspan(done));
    left_ = left_.subspan(step.taken);
    done += step.made;
    if (step.problem != nullptr) fail(fmt::format("damaged data ({})", step.problem));
    decoder_->open = !step.ended;
    if (!more && decoder_->open && step.made == 0) fail("the data end early");
  }
  return done;
}

std::size_t PlainBytes::read(std::span<std::byte> out) {
  if (decoder_) {
    out = out.first(decode(out));
  } else if (apart_) {
    const auto left = static_cast<std::size_t>(std::max<Index>(file_.size() - position_, 0));
    out = out.first(std::min(out.size(), left));
    file_.read_at(position_, out);
  } else {
    out = out.first(file_.read_next(out));
  }
  position_ += std::ssize(out);
  if (!decoder_) file_position_ = position_;
  return out.size();
}

void PlainBytes::seek(Index offset) {
  if (!decoder_) {
    position_ = file_position_ = offset;
    return;
  }
  if (offset < position_) {
    decoder_->restart();
    decoder_->open = false;
    left_ = {};
    position_ = file_position_ = 0;
  }
  std::vector<std::byte> passed(buffer_bytes);
  while (position_ < offset) {
    const auto step = static_cast<std::size_t>(offset - position_);
    if (read(std::span(passed).first(std::min(step, passed.size()))) == 0) return;
  }
}

std::string read_text(InputFile& file) {
  PlainBytes bytes(file, false);
  // beyond the size of a plain file, whose end then shows at once
  std::string text(static_cast<std::size_t>(file.size()) + 1, '\0');
  std::size_t size = 0;
  for (;;) {
    const auto free = std::as_writable_bytes(std::span(text)).subspan(size);
    const std::size_t done = bytes.read(free);
    size += done;
    if (done < free.size()) break;
    if (bytes.packed() && text.size() >= PlainBytes::most_at_once) {
      throw MalformedInput({.file = file.path()}, "more than 2 GiB of text when decompressed");
    }
    text.resize(2 * text.size());
  }
  text.resize(size);
  return text;
}

}  // namespace encke::io
