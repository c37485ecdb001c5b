#pragma once

#include <encke/comm/communicator.hpp>
#include <encke/network/ranks/messages.hpp>
#include <functional>
#include <memory>
#include <vector>

namespace encke::network {

/// The other ranks, which work on components while the root does, too. On the root, while all
/// others are in help(); to be used by one thread.
class Helpers {
 public:
  explicit Helpers(const Communicator& world);
  /// Ends help() of all others. Where they are at work, it waits until they notice.
  ~Helpers();
  Helpers(const Helpers&) = delete;
  Helpers& operator=(const Helpers&) = delete;

  /// They are 1 ... count(), as ranks.
  int count() const { return world_.size() - 1; }

  /// Sends components to one that has none. Throws Error(rank_died).
  void hand_out(int helper, const MclOptions& options, std::span<const Columns> starts);
  /// True from hand_out() to answer().
  bool is_busy(int helper) const {
    return pending_.at(static_cast<std::size_t>(helper)) != nullptr;
  }
  /// Its answer, when it is there. `check_stop` is called until then; what it throws ends the
  /// waiting, and the answer is still to be taken. Throws Error(rank_died).
  Answer answer(int helper, const std::function<void()>& check_stop = {});
  /// Those that are at work end as soon as they notice, and answer with what is done. No more can
  /// be handed out.
  void stop();

 private:
  struct Pending;

  Communicator world_;
  std::vector<std::unique_ptr<Pending>> pending_;  ///< of each rank what its answer begins with
  bool ended_ = false;
};

/// On ranks other than the root: works on what Helpers hand out, with so many threads, until these
/// end. `check_stop` is called by several threads; what it throws goes to the root. Throws
/// Error(rank_died).
void help(const Communicator& world, int threads, const std::function<void()>& check_stop);

}  // namespace encke::network
