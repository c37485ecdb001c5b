#pragma once

#include <encke/base/byte_hash.hpp>
#include <encke/file/output/output_file.hpp>
#include <span>
#include <string>
#include <string_view>

namespace encke::network {

/// Where text goes.
class TextTarget {
 public:
  TextTarget() = default;
  TextTarget(const TextTarget&) = delete;
  TextTarget& operator=(const TextTarget&) = delete;
  virtual ~TextTarget() = default;
  /// Throws Error(write).
  virtual void write(std::string_view text) = 0;
};

/// Text in memory, up to a limit: beyond it there is none.
class ShortText final : public TextTarget {
 public:
  explicit ShortText(std::size_t most) : most_(most) {}
  void write(std::string_view text) override {
    whole_ = whole_ && text.size() <= most_ - text_.size();
    if (whole_) text_ += text;
  }
  std::string text() const { return whole_ ? text_ : std::string(); }

 private:
  std::size_t most_;
  std::string text_;
  bool whole_ = true;
};

/// A file of results under way, and a digest of its bytes (before compression).
class ResultFile final : public TextTarget {
 public:
  /// As sink::OutputFile(); it gets its name with the others of `set`.
  ResultFile(std::string path, sink::OutputSet& set) : file_(std::move(path)) { file_.join(set); }

  void write(std::string_view text) override {
    hash_.add(std::as_bytes(std::span(text.data(), text.size())));
    file_.write(text);
  }
  void commit() { file_.commit(); }

  const std::string& path() const { return file_.path(); }
  /// 16 hexadecimal digits.
  std::string digest() const { return hash_.text(); }

 private:
  sink::OutputFile file_;
  ByteHash hash_;
};

}  // namespace encke::network
