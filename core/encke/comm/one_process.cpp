#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <encke/base/error.hpp>
#include <encke/comm/transport.hpp>
#include <list>
#include <mutex>
#include <string>

namespace encke::comm {
namespace {

/// A send or a receive; both ends know each other's bytes once they have met.
struct Message {
  int tag;
  bool is_send;
  const std::byte* source;
  std::byte* target;
  std::size_t bytes;
  bool met = false;
  std::size_t other_bytes = 0;
};

/// Messages of this process to itself that have not met their counterpart, oldest first.
class Mailbox {
 public:
  void post(const std::shared_ptr<Message>& message) {
    const std::lock_guard lock(mutex_);
    const auto counterpart = std::ranges::find_if(waiting_, [&](const auto& other) {
      return other->tag == message->tag && other->is_send != message->is_send;
    });
    if (counterpart == waiting_.end()) {
      waiting_.push_back(message);
      return;
    }
    Message& other = **counterpart;
    const std::byte* const source = message->is_send ? message->source : other.source;
    std::byte* const target = message->is_send ? other.target : message->target;
    const std::size_t bytes = std::min(message->bytes, other.bytes);
    if (bytes > 0) std::memmove(target, source, bytes);
    message->other_bytes = other.bytes;
    other.other_bytes = message->bytes;
    message->met = other.met = true;
    waiting_.erase(counterpart);
  }

  bool has_met(const Message& message) {
    const std::lock_guard lock(mutex_);
    return message.met;
  }

  void withdraw(const std::shared_ptr<Message>& message) {
    const std::lock_guard lock(mutex_);
    waiting_.remove(message);
  }

 private:
  std::mutex mutex_;
  std::list<std::shared_ptr<Message>> waiting_;
};

class Posted final : public Request {
 public:
  Posted(std::shared_ptr<Mailbox> mailbox, const Message& message)
      : mailbox_(std::move(mailbox)), message_(std::make_shared<Message>(message)) {
    mailbox_->post(message_);
  }
  ~Posted() override { mailbox_->withdraw(message_); }

  bool done() override {
    if (!mailbox_->has_met(*message_)) return false;
    if (message_->bytes != message_->other_bytes) {
      throw Error(Failure::internal, "a message has " + std::to_string(message_->bytes) +
                                         " bytes on one side and " +
                                         std::to_string(message_->other_bytes) + " on the other");
    }
    return true;
  }

  void wait() override {
    if (done()) return;
    throw Error(Failure::internal, "a process waits for a message to itself (tag " +
                                       std::to_string(message_->tag) +
                                       ") of which the other side was not started");
  }

 private:
  std::shared_ptr<Mailbox> mailbox_;
  std::shared_ptr<Message> message_;
};

class OneProcess final : public Transport {
 public:
  int rank() const override { return 0; }
  int size() const override { return 1; }
  bool concurrent() const override { return true; }
  std::shared_ptr<const Transport> split(int, int) const override { return one_process(); }
  void barrier() const override {}
  void broadcast(std::span<std::byte>, int) const override {}
  void reduce(std::span<std::int64_t>, Reduction) const override {}

  void all_gather(std::span<const std::int64_t> mine, std::span<const std::int64_t>,
                  std::span<std::int64_t> all) const override {
    std::ranges::copy(mine, all.begin());
  }

  std::unique_ptr<Request> send(std::span<const std::byte> bytes, int, int tag) const override {
    return std::make_unique<Posted>(mailbox_,
                                    Message{tag, true, bytes.data(), nullptr, bytes.size()});
  }

  std::unique_ptr<Request> receive(std::span<std::byte> bytes, int, int tag) const override {
    return std::make_unique<Posted>(mailbox_,
                                    Message{tag, false, nullptr, bytes.data(), bytes.size()});
  }

  void abort(int exit_code) const override { std::_Exit(exit_code); }

 private:
  std::shared_ptr<Mailbox> mailbox_ = std::make_shared<Mailbox>();
};

}  // namespace

std::shared_ptr<const Transport> one_process() { return std::make_shared<OneProcess>(); }

}  // namespace encke::comm
