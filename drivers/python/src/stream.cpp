#include "stream.hpp"

#include <chrono>
#include <encke/base/stop_flag.hpp>
#include <utility>

namespace encke::python {
namespace {

constexpr std::size_t most = 8;

/// Hands on hits in batches.
class Streaming final : public Sink {
 public:
  Streaming(Stream::Shared& shared, StopFlag stop) : shared_(shared), stop_(stop) {}
  void begin(const SinkInfo& info) override { has_cells_ = info.cells > 1 || info.chi_squared; }
  void take(std::span<const Hit<2>> hits) override { append(hits); }
  void take(std::span<const Hit<3>> hits) override { append(hits); }
  void finish() override {
    if (batch_.size() > 0) hand_on();
  }

 private:
  template <int Way>
  void append(std::span<const Hit<Way>> hits) {
    for (const auto& hit : hits) {
      for (int v = 0; v < Way; ++v) {
        batch_.index[v].push_back(static_cast<std::int32_t>(hit.index[v]));
      }
      if (has_cells_) batch_.cell.push_back(static_cast<std::uint8_t>(hit.cell));
      batch_.value.push_back(hit.value);
      if (batch_.size() >= shared_.batch) hand_on();
    }
  }

  void hand_on() {
    std::unique_lock lock(shared_.mutex);
    while (shared_.batches.size() >= most) {
      stop_.check();
      shared_.changed.wait_for(lock, std::chrono::milliseconds(100));
    }
    stop_.check();
    shared_.batches.push_back(std::exchange(batch_, {}));
    shared_.changed.notify_all();
  }

  Stream::Shared& shared_;
  StopFlag stop_;
  bool has_cells_ = false;
  Stream::Batch batch_;
};

}  // namespace

Stream::Stream(const job::Request& request, std::shared_ptr<const Vectors> vectors,
               const Compared& compared, std::size_t batch)
    : shared_(new Shared{.request = request,
                         .vectors = std::move(vectors),
                         .compared = compared,
                         .batch = batch,
                         .mutex = {},
                         .changed = {},
                         .batches = {},
                         .report = {}}) {
  job_->work = [shared = shared_](Job& job) {
    Streaming sink(*shared, job.stop);
    const Report report = compute(shared->request, *shared->vectors, shared->compared, sink, job);
    const std::lock_guard lock(shared->mutex);
    shared->report = report;
  };
  Engine::get().post_stream(job_);
}

Stream::State Stream::next(Batch& batch) {
  const bool finished = Engine::get().wait(*job_, 0);
  std::unique_lock lock(shared_->mutex);
  if (shared_->batches.empty() && !finished) {
    shared_->changed.wait_for(lock, std::chrono::milliseconds(50));
  }
  if (!shared_->batches.empty()) {
    batch = std::move(shared_->batches.front());
    shared_->batches.pop_front();
    shared_->changed.notify_all();
    return State::has_batch;
  }
  if (!finished) return State::waits;
  if (job_->failure && !job_->stop) std::rethrow_exception(job_->failure);
  return State::ended;
}

void Stream::close() noexcept {
  if (Engine::get().is_left_behind()) return;  // in a forked process nothing would end
  Engine::get().cancel(job_);
  shared_->changed.notify_all();
  while (!Engine::get().wait(*job_, 1000)) {
  }
}

}  // namespace encke::python
