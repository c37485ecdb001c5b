#pragma once

#include <encke/base/error.hpp>
#include <encke/comm/communicator.hpp>
#include <new>
#include <optional>
#include <string>
#include <utility>

namespace encke {

/// An error that all ranks of a group throw together, so that one of them (the root) reports it.
class AgreedError : public Error {
 public:
  using Error::Error;
};

namespace comm {
/// Collective. If any rank has a failure, throws an AgreedError: that of the lowest such rank.
void agree_on(const Communicator& ranks, const std::optional<Error>& mine);
}  // namespace comm

/// Collective. Every rank runs `work`. If it throws an Error or std::bad_alloc on any rank, all
/// ranks throw an AgreedError with failure and message of the lowest such rank. One rank alone
/// rethrows what was thrown.
///
/// `work` must not be collective itself, or must fail on all ranks or none: who fails waits here
/// for the others.
template <class F>
void agree(const Communicator& ranks, F&& work) {
  if (ranks.size() == 1) {
    std::forward<F>(work)();
    return;
  }
  std::optional<Error> mine;
  try {
    std::forward<F>(work)();
  } catch (const Error& error) {
    mine = error;
  } catch (const std::bad_alloc&) {
    mine.emplace(Failure::memory, "not enough memory");
  }
  comm::agree_on(ranks, mine);
}

}  // namespace encke
