#pragma once

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "compute.hpp"
#include "engine.hpp"

namespace encke::python {

/// Hits as columns, while they are computed. The run waits for its reader where there are `most`
/// batches.
class Stream {
 public:
  struct Batch {
    std::vector<std::int32_t> index[3];
    std::vector<std::uint8_t> cell;
    std::vector<double> value;
    std::size_t size() const { return value.size(); }
  };

  /// `vectors` are kept until the stream ends. Throws as Engine::post().
  Stream(const job::Request& request, std::shared_ptr<const Vectors> vectors,
         const Compared& compared, std::size_t batch);
  Stream(const Stream&) = delete;
  Stream& operator=(const Stream&) = delete;
  ~Stream() { close(); }

  enum class State { waits, has_batch, ended };
  /// Waits for up to 50 ms for a batch. Throws what the run threw.
  State next(Batch& batch);
  /// Ends the run.
  void close() noexcept;

  int way() const { return shared_->request.way; }
  /// After the last batch, or none.
  const std::optional<Report>& report() const { return shared_->report; }

  /// What the run and its reader share.
  struct Shared {
    job::Request request;
    std::shared_ptr<const Vectors> vectors;
    Compared compared;
    std::size_t batch;
    std::mutex mutex;
    std::condition_variable changed;
    std::deque<Batch> batches;
    std::optional<Report> report;
  };

 private:
  std::shared_ptr<Shared> shared_;
  std::shared_ptr<Job> job_ = std::make_shared<Job>();
};

}  // namespace encke::python
