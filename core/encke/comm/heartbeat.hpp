#pragma once

#include <chrono>
#include <encke/comm/communicator.hpp>
#include <functional>
#include <memory>
#include <string>

namespace encke {

struct HeartbeatTimes {
  std::chrono::milliseconds period{1000};    ///< between two messages
  std::chrono::milliseconds timeout{20000};  ///< of silence, after which a rank counts as dead
};

/// Ends the job if a rank disappears without a word. While it lives, a thread on each rank sends a
/// byte to the next rank once a period, and expects one from the previous rank. After a silence of
/// `timeout` it calls `report` with one sentence (on that thread), and then abort(22). Time in
/// which this process was itself stopped does not count as silence.
///
/// Does nothing for one rank, and where MPI does not allow several threads.
class Heartbeat {
 public:
  using Report = std::function<void(const std::string& message)>;

  /// Collective.
  Heartbeat(const Communicator& ranks, Report report, HeartbeatTimes times = {});
  Heartbeat(const Heartbeat&) = delete;
  Heartbeat& operator=(const Heartbeat&) = delete;

  /// Collective: waits for the previous rank's last message; after an exception for 2 s at most.
  ~Heartbeat();

 private:
  class Pulse;
  std::unique_ptr<Pulse> pulse_;
  int exceptions_;
};

}  // namespace encke
