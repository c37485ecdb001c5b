#include "engine.hpp"

#include <algorithm>
#include <chrono>
#include <encke/base/error.hpp>
#include <encke/run/runtime.hpp>
#include <optional>
#include <string>

namespace encke::python {

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

void Engine::refuse_where_forked() const {
  if (!is_left_behind()) return;
  throw Error(Failure::inconsistent,
              "encke was used before this process was forked, and its threads stayed behind. Start "
              "workers with the method \"spawn\" or \"forkserver\", or use encke in them alone.");
}

void Engine::post(const std::shared_ptr<Job>& job) {
  refuse_where_forked();
  const std::lock_guard lock(mutex_);
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

void Engine::shut() {
  if (process_ != ::getpid()) return;
  shut_ = true;
  {
    const std::lock_guard lock(mutex_);
    ending_ = true;
    if (running_) running_->stop = true;
    for (const auto& job : jobs_) job->stop = true;
    wake_.notify_all();
  }
  if (thread_.joinable()) thread_.join();
  ending_ = false;
  process_ = 0;
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
      if (jobs_.empty()) return;
      running_ = jobs_.front();
      jobs_.pop_front();
    }
    if (!runtime) {
      runtime.emplace(wanted_threads_, StartMpi::never);
      threads_ = runtime->threads();
    }
    run(running_);
  }
}

}  // namespace encke::python
