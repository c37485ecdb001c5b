#include <cstdint>
#include <encke/base/error.hpp>
#include <encke/comm/backoff.hpp>
#include <encke/network/mcl/solve.hpp>
#include <encke/network/ranks/helpers.hpp>
#include <memory>
#include <mutex>
#include <new>
#include <optional>
#include <thread>
#include <utility>

namespace encke::network {
namespace {

constexpr int head_tag = 1;
constexpr int body_tag = 2;

/// What goes before each body: how many bytes that has. Of the root 0 ends help().
using Head = std::int64_t;

std::span<std::byte> bytes_of(Head& head) { return std::as_writable_bytes(std::span(&head, 1)); }

void send(const Communicator& world, int to, std::span<const std::byte> body) {
  Head head = std::ssize(body);
  Transfer first = world.send(bytes_of(head), to, head_tag);
  Transfer second = world.send(body, to, body_tag);
  first.wait();
  second.wait();
}

std::vector<std::byte> receive_body(const Communicator& world, int from, const Head& head) {
  std::vector<std::byte> body(static_cast<std::size_t>(head));
  world.receive(body, from, body_tag).wait();
  return body;
}

/// The root's next message, which says while a helper is at work that it is to end.
class NextHead {
 public:
  explicit NextHead(const Communicator& world)
      : several_(world.concurrent()), transfer_(world.receive(bytes_of(head_), 0, head_tag)) {}

  Head wait() {
    if (!came_) transfer_.wait();
    return head_;
  }
  /// Any thread may call it. Throws Error(stopped) where the message is there.
  void refuse_if_there() {
    if (!several_ && std::this_thread::get_id() != owner_) return;
    const std::unique_lock lock(mutex_, std::try_to_lock);
    if (!lock) return;
    came_ = came_ || transfer_.done();
    if (came_) throw Error(Failure::stopped, "stopped by the root");
  }

 private:
  const bool several_;
  const std::thread::id owner_ = std::this_thread::get_id();
  std::mutex mutex_;
  Head head_ = 0;
  Transfer transfer_;
  bool came_ = false;
};

/// Works on what the bytes say.
Answer work_on(std::span<const std::byte> bytes, int threads,
               const std::function<void()>& check_stop) {
  Answer answer;
  std::vector<std::optional<FinishedComponent>> done;
  try {
    Handed handed = handed_of(bytes);
    handed.options.threads = threads;
    handed.options.check_stop = check_stop;
    done.resize(handed.starts.size());
    Starts starts;
    for (const Columns& start : handed.starts) {
      starts.nodes.push_back(static_cast<Index>(start.count()));
    }
    starts.matrix = [&](std::size_t place) { return std::move(handed.starts[place]); };
    solve(starts, handed.options, [&](std::size_t place, FinishedComponent component) {
      done[place] = std::move(component);
    });
  } catch (const Error& error) {
    answer.failure = error;
  } catch (const std::bad_alloc&) {
    answer.failure.emplace(Failure::memory, "not enough memory");
  }
  for (std::size_t place = 0; place < done.size(); ++place) {
    if (done[place]) answer.done.emplace_back(place, std::move(*done[place]));
  }
  return answer;
}

}  // namespace

struct Helpers::Pending {
  Head head = 0;
  Transfer transfer;
};

Helpers::Helpers(const Communicator& world)
    : world_(world), pending_(static_cast<std::size_t>(world.size())) {}

Helpers::~Helpers() {
  try {
    stop();
    for (int helper = 1; helper <= count(); ++helper) {
      if (is_busy(helper)) answer(helper);
    }
  } catch (const std::exception&) {  // one has died: whoever waits for it next says so
  }
}

void Helpers::hand_out(int helper, const MclOptions& options, std::span<const Columns> starts) {
  send(world_, helper, network::bytes_of(options, starts));
  auto pending = std::make_unique<Pending>();
  pending->transfer = world_.receive(bytes_of(pending->head), helper, head_tag);
  pending_.at(static_cast<std::size_t>(helper)) = std::move(pending);
}

Answer Helpers::answer(int helper, const std::function<void()>& check_stop) {
  auto& pending = pending_.at(static_cast<std::size_t>(helper));
  comm::Backoff backoff;
  while (!pending->transfer.done()) {
    if (check_stop) check_stop();
    backoff.pause();
  }
  const Head head = pending->head;
  pending.reset();
  return answer_of(receive_body(world_, helper, head));
}

void Helpers::stop() {
  if (ended_) return;
  ended_ = true;
  for (int helper = 1; helper <= count(); ++helper) {
    Head end = 0;
    world_.send(bytes_of(end), helper, head_tag).wait();
  }
}

void help(const Communicator& world, int threads, const std::function<void()>& check_stop) {
  auto next = std::make_unique<NextHead>(world);
  while (true) {
    const Head head = next->wait();
    if (head == 0) return;
    const std::vector<std::byte> body = receive_body(world, 0, head);
    next = std::make_unique<NextHead>(world);
    const Answer answer = work_on(body, threads, [&] {
      if (check_stop) check_stop();
      next->refuse_if_there();
    });
    send(world, 0, network::bytes_of(answer));
  }
}

}  // namespace encke::network
