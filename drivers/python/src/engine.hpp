#pragma once

#include <unistd.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <encke/base/stop_flag.hpp>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>

namespace encke::python {

/// Work for the engine. On the heap, shared by the engine and those who wait for it.
struct Job {
  std::function<void(Job&)> work;
  std::atomic<bool> stop = false;  ///< the caller asks for an early end
  std::atomic<double> done = 0, all = 0, hits = 0, seconds = 0;  ///< progress

  // guarded by Engine::mutex
  std::exception_ptr failure;
  bool finished = false;
  std::condition_variable changed;
};

/// One thread of C++ owns the Runtime and does all work: Kokkos' threads belong to the thread that
/// started them, and Python calls from any. The caller's OpenMP settings stay as they are, and the
/// caller is free to look for signals. It starts with the first job.
class Engine {
 public:
  /// Never destroyed: shut() ends it, before the interpreter ends.
  static Engine& get();

  /// Threads that will compute; 0: as Runtime chooses. Throws Error(inconsistent) once it has
  /// started with another number.
  void set_threads(int threads);
  /// 0 before the first job.
  int threads() const { return threads_; }

  /// Throws Error(inconsistent) in a process that was forked after the engine had started, while a
  /// stream is open, and after shut().
  void post(const std::shared_ptr<Job>& job);
  /// A job that waits for its reader: until it ends no other is taken, for that would not begin.
  void post_stream(const std::shared_ptr<Job>& job);
  /// Waits for up to `milliseconds`; whether the job has finished.
  bool wait(Job& job, int milliseconds);
  /// Asks a job to end; one that has not begun leaves the queue.
  void cancel(const std::shared_ptr<Job>& job);
  /// Ends what runs, and the thread, because the interpreter ends. Callers that are in other
  /// threads (daemons) stay where they are, with nobody to tell. What does not look at Job::stop
  /// within `patience` is left, and ends with the process.
  void shut(std::chrono::milliseconds patience = std::chrono::seconds(2));
  /// Does not return where the interpreter ends and this is not the thread that ends it: one that
  /// asked for Python's lock then would be ended in the middle of a function. Without the lock.
  void stay_if_shut();
  /// True if its thread runs in another process, of which this one is a fork.
  bool is_left_behind() const { return process_ != 0 && process_ != ::getpid(); }

 private:
  void loop();
  void run(const std::shared_ptr<Job>& job);
  void refuse_where_over() const;
  bool ends_in_time(std::chrono::milliseconds patience);

  std::mutex mutex_;
  std::condition_variable wake_;
  std::deque<std::shared_ptr<Job>> jobs_;
  std::shared_ptr<Job> running_;
  std::weak_ptr<Job> stream_;
  std::thread thread_;
  std::atomic<int> wanted_threads_ = 0, threads_ = 0;
  std::atomic<pid_t> process_ = 0;  ///< in which the thread runs
  bool ending_ = false, ended_ = false;
  std::atomic<bool> shut_ = false;
  std::atomic<std::thread::id> shutter_;  ///< who called shut()
  std::atomic<int> inside_ = 0, staying_ = 0;

  friend class Inside;
};

/// A caller that waits for the engine without Python's lock, now and then: shut() lets it come to
/// stay_if_shut().
class Inside {
 public:
  Inside() { ++Engine::get().inside_; }
  ~Inside() { --Engine::get().inside_; }
  Inside(const Inside&) = delete;
  Inside& operator=(const Inside&) = delete;
};

}  // namespace encke::python
