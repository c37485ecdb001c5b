#include "engine.hpp"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <encke/base/error.hpp>
#include <encke/run/runtime.hpp>
#include <optional>
#include <string>

namespace encke::python {
namespace {

/// The end of a process in which a job goes on: before anything that the job uses is destroyed.
void end_at_once(int status, void* /*unused*/) {
  (void)std::fflush(stdout);
  (void)std::fflush(stderr);
  ::_exit(status);
}

}  // namespace

Engine& Engine::get() {
  static auto* const engine = new Engine;
  return *engine;
}

void Engine::set_threads(int threads) {
  if (threads_ != 0 && threads != threads_) {
    throw Error(Failure::inconsistent,
                "encke computes with " + std::to_string(threads_) +
                    " threads since its first call. Set their number before that.");
  }
  wanted_threads_ = threads;
}

void Engine::refuse_where_over() const {
  if (is_left_behind()) {
    throw Error(
        Failure::inconsistent,
        "encke was used before this process was forked, and its threads stayed behind. Start "
        "workers with the method \"spawn\" or \"forkserver\", or use encke in them alone.");
  }
  if (shut_) {
    throw Error(Failure::inconsistent, "Python ends, and with it encke: nothing is computed now");
  }
}

void Engine::post(const std::shared_ptr<Job>& job) {
  refuse_where_over();  // before the lock, which a forked process may never get
  const std::lock_guard lock(mutex_);
  refuse_where_over();
  if (const auto open = stream_.lock(); open && !open->finished) {
    throw Error(Failure::inconsistent,
                "a stream of hits is open, and nothing else is computed before it ends. Read it to "
                "its end, or close() it.");
  }
  if (!thread_.joinable()) {
    process_ = ::getpid();
    thread_ = std::thread([this] { loop(); });
  }
  jobs_.push_back(job);
  wake_.notify_all();
}

void Engine::post_stream(const std::shared_ptr<Job>& job) {
  post(job);
  const std::lock_guard lock(mutex_);
  stream_ = job;
}

bool Engine::wait(Job& job, int milliseconds) {
  std::unique_lock lock(mutex_);
  return job.changed.wait_for(lock, std::chrono::milliseconds(milliseconds),
                              [&] { return job.finished; });
}

void Engine::cancel(const std::shared_ptr<Job>& job) {
  const std::lock_guard lock(mutex_);
  job->stop = true;
  const auto at = std::find(jobs_.begin(), jobs_.end(), job);
  if (at == jobs_.end()) return;
  jobs_.erase(at);
  job->finished = true;
  job->changed.notify_all();
}

void Engine::stay_if_shut() {
  if (!shut_ || shutter_.load() == std::this_thread::get_id()) return;
  ++staying_;
  for (;;) ::pause();
}

bool Engine::ends_in_time(std::chrono::milliseconds patience) {
  std::unique_lock lock(mutex_);
  return wake_.wait_for(lock, patience, [&] { return ended_; });
}

void Engine::shut(std::chrono::milliseconds patience) {
  if (is_left_behind() || shut_) return;
  {
    const std::lock_guard lock(mutex_);
    shutter_ = std::this_thread::get_id();
    shut_ = true;
    ending_ = true;
    if (running_) running_->stop = true;
    for (const auto& job : jobs_) {  // whoever waits for one does not wait for what runs now
      job->stop = true;
      job->finished = true;
      job->changed.notify_all();
    }
    jobs_.clear();
    wake_.notify_all();
  }
  if (thread_.joinable()) {
    if (ends_in_time(patience)) {
      thread_.join();
    } else {
      ::on_exit(end_at_once, nullptr);
      thread_.detach();
    }
  }
  constexpr int most_milliseconds = 1000;
  for (int k = 0; k < most_milliseconds && staying_ < inside_; ++k) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
}

void Engine::run(const std::shared_ptr<Job>& job) {
  std::exception_ptr failure;
  try {
    StopFlag(job->stop).check();
    job->work(*job);
  } catch (...) {
    failure = std::current_exception();
  }
  const std::lock_guard lock(mutex_);
  job->failure = failure;
  job->finished = true;
  job->changed.notify_all();
}

void Engine::loop() {
  std::optional<Runtime> runtime;
  for (;;) {
    {
      std::unique_lock lock(mutex_);
      running_.reset();
      wake_.wait(lock, [&] { return ending_ || !jobs_.empty(); });
      if (jobs_.empty()) break;
      running_ = jobs_.front();
      jobs_.pop_front();
    }
    if (!runtime) {
      runtime.emplace(wanted_threads_, StartMpi::never);
      threads_ = runtime->threads();
    }
    run(running_);
  }
  runtime.reset();
  const std::lock_guard lock(mutex_);
  ended_ = true;
  wake_.notify_all();
}

}  // namespace encke::python
