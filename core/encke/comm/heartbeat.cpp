#include <algorithm>
#include <condition_variable>
#include <encke/base/error.hpp>
#include <encke/comm/heartbeat.hpp>
#include <exception>
#include <mutex>
#include <thread>
#include <utility>

namespace encke {

using Clock = std::chrono::steady_clock;
using namespace std::chrono_literals;

class Heartbeat::Pulse {
 public:
  Pulse(Communicator ring, Report report, HeartbeatTimes times)
      : ring_(std::move(ring)),
        report_(std::move(report)),
        times_(times),
        next_((ring_.rank() + 1) % ring_.size()),
        previous_((ring_.rank() + ring_.size() - 1) % ring_.size()) {
    receiving_ = ring_.receive(std::span(&heard_, 1), previous_, 0);
    thread_ = std::thread([this] { beat_until_stopped(); });
  }

  void stop(Clock::duration patience) {
    {
      const std::lock_guard lock(mutex_);
      stopping_ = true;
      patience_ = patience;
    }
    wake_.notify_one();
    thread_.join();
  }

 private:
  static constexpr std::byte beat{0};
  static constexpr std::byte last_beat{1};

  void beat_until_stopped() {
    try {
      auto now = Clock::now();
      while (!is_over()) {
        {
          std::unique_lock lock(mutex_);
          // The others wait for the end, so that it should not take long.
          wake_.wait_for(lock, stopping_ ? 1ms : std::min(times_.period / 4 + 1ms, 100ms));
        }
        const auto before = std::exchange(now, Clock::now());
        // At most a period: if more has passed, this process did not run, and heard nothing.
        pass(std::min<Clock::duration>(now - before, times_.period));
      }
    } catch (const Error& error) {
      give_up(error.what());
    }
  }

  bool is_over() {
    const std::lock_guard lock(mutex_);
    return stopping_ && said_last_ && sending_.done() && (heard_last_ || patience_ <= 0s);
  }

  void pass(Clock::duration elapsed) {
    bool stopping = false;
    {
      const std::lock_guard lock(mutex_);
      stopping = stopping_;
      if (stopping && patience_ != Clock::duration::max()) patience_ -= elapsed;
      // A next rank that takes nothing any more must not keep this one.
      if (stopping && patience_ <= 0s) said_last_ = true, sending_ = Transfer();
    }
    listen(elapsed);
    since_sent_ += elapsed;
    if (said_last_ || !sending_.done()) return;
    if (!stopping && since_sent_ < times_.period) return;
    said_last_ = stopping;
    said_ = stopping ? last_beat : beat;
    sending_ = ring_.send(std::span(&said_, 1), next_, 0);
    since_sent_ = 0s;
  }

  void listen(Clock::duration elapsed) {
    silence_ += elapsed;
    while (!heard_last_ && receiving_.done()) {
      silence_ = 0s;
      heard_last_ = heard_ == last_beat;
      if (!heard_last_) receiving_ = ring_.receive(std::span(&heard_, 1), previous_, 0);
    }
    if (heard_last_ || silence_ < times_.timeout) return;
    const std::chrono::duration<double> seconds = times_.timeout;
    const auto tenths = static_cast<long long>(seconds.count() * 10);
    give_up("no sign of life from rank " + std::to_string(previous_) + " for " +
            std::to_string(tenths / 10) + "." + std::to_string(tenths % 10) + " s");
  }

  [[noreturn]] void give_up(const std::string& message) {
    if (report_) report_("rank " + std::to_string(ring_.rank()) + " ends the job: " + message);
    ring_.abort(static_cast<int>(Failure::rank_died));
  }

  const Communicator ring_;
  const Report report_;
  const HeartbeatTimes times_;
  const int next_;
  const int previous_;

  std::byte said_{};
  std::byte heard_{};
  Transfer sending_;
  Transfer receiving_;
  bool said_last_ = false;
  bool heard_last_ = false;
  Clock::duration since_sent_{0};
  Clock::duration silence_{0};

  std::mutex mutex_;
  std::condition_variable wake_;
  bool stopping_ = false;
  Clock::duration patience_ = Clock::duration::max();
  std::thread thread_;
};

Heartbeat::Heartbeat(const Communicator& ranks, Report report, HeartbeatTimes times)
    : exceptions_(std::uncaught_exceptions()) {
  if (ranks.size() == 1 || !ranks.concurrent()) return;
  pulse_ = std::make_unique<Pulse>(ranks.split(0, ranks.rank()), std::move(report), times);
}

Heartbeat::~Heartbeat() {
  if (!pulse_) return;
  const bool after_exception = std::uncaught_exceptions() > exceptions_;
  pulse_->stop(after_exception ? Clock::duration(2s) : Clock::duration::max());
}

}  // namespace encke
