#include <encke/base/error.hpp>
#include <encke/io/tree/json_text.hpp>
#include <span>

namespace encke::io {

JsonText::JsonText(const std::string& path, std::int64_t memory)
    : file_(path), bytes_(file_, false), memory_(memory), buffer_(std::size_t{1} << 18) {
  refill();
}

void JsonText::refill() {
  before_ += static_cast<Index>(end_);
  at_ = 0;
  end_ = bytes_.read(std::as_writable_bytes(std::span(buffer_)));
  require(required_);
}

void JsonText::require(std::int64_t bytes) {
  required_ = bytes;
  // a parser's copies of the token, of which a growing one is there twice
  constexpr Index copies = 4;
  const Index all = bytes + copies * (position() - token_);
  if (memory_ == 0 || all <= memory_) return;
  const Index taken = bytes_.packed() ? bytes_.taken() : position();
  const double share = static_cast<double>(taken) / static_cast<double>(file_.size());
  throw OutOfMemory(path(), static_cast<std::int64_t>(static_cast<double>(all) / share), memory_);
}

}  // namespace encke::io
