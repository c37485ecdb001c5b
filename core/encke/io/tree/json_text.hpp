#pragma once

#include <cstdint>
#include <encke/file/plain_bytes.hpp>
#include <iterator>
#include <string>
#include <vector>

namespace encke::io {

/// The text of a file, which may be compressed (see PlainBytes), read piece by piece for a parser
/// of JSON that takes iterators, so that it is never whole in memory.
class JsonText {
 public:
  /// `memory`: bytes that what is read may take; 0: no limit. Throws Error(open), Error(read).
  JsonText(const std::string& path, std::int64_t memory);
  JsonText(const JsonText&) = delete;
  JsonText& operator=(const JsonText&) = delete;

  const std::string& path() const { return file_.path(); }
  bool empty() const { return file_.size() == 0; }

  /// To be called at each token: parsers hold the text of one, which counts as memory.
  void note_token() { token_ = position(); }
  /// Says that what has been read takes `bytes`. Throws OutOfMemory where that and the token that
  /// is being read are more than is allowed; the bytes needed are estimated from the share read.
  void require(std::int64_t bytes);

  /// Points to a character of the text; ++ and the first one throw Error(read), OutOfMemory.
  class Iterator {
   public:
    using iterator_category = std::input_iterator_tag;
    using value_type = char;
    using difference_type = std::ptrdiff_t;
    using pointer = const char*;
    using reference = char;

    Iterator() = default;
    explicit Iterator(JsonText* text) : text_(text) {}

    char operator*() const { return text_->buffer_[text_->at_]; }
    Iterator& operator++() {
      if (++text_->at_ == text_->end_) text_->refill();
      return *this;
    }
    void operator++(int) { ++*this; }
    friend bool operator==(const Iterator& a, const Iterator& b) {
      return a.is_at_end() == b.is_at_end();
    }

   private:
    bool is_at_end() const { return text_ == nullptr || text_->end_ == 0; }

    JsonText* text_ = nullptr;
  };

  Iterator begin() { return Iterator(this); }
  Iterator end() { return Iterator(); }

 private:
  void refill();
  Index position() const { return before_ + static_cast<Index>(at_); }

  InputFile file_;
  PlainBytes bytes_;
  std::int64_t memory_;
  std::int64_t required_ = 0;
  Index token_ = 0;   ///< where the last one ended
  Index before_ = 0;  ///< bytes before the buffer's
  std::vector<char> buffer_;
  std::size_t at_ = 0;
  std::size_t end_ = 0;  ///< 0: there is no more
};

}  // namespace encke::io
