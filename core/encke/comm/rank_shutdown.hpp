#pragma once

#include <chrono>
#include <encke/comm/communicator.hpp>

namespace encke {

/// How the ranks' work has ended.
enum class RankShutdown {
  all_done,     ///< every rank has done its work
  all_stopped,  ///< some rank was stopped; every rank knows
  alone         ///< this rank was stopped, and the others did not come
};

/// To be called by every rank at the end of its work, done or `stopped`. A rank that is done waits
/// for the others; one that was stopped waits no longer than `patience`.
RankShutdown shut_down(const Communicator& world, bool stopped, std::chrono::seconds patience);

}  // namespace encke
