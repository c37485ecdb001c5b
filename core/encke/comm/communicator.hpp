#pragma once

#include <cstddef>
#include <cstdint>
#include <encke/comm/gpu_aware.hpp>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace encke {

namespace comm {
class Request;
class Transport;
}  // namespace comm

/// One nonblocking send or receive. Its bytes belong to it until wait() returns or done() is true.
/// Destroying an unfinished one does not block: the message is abandoned, and its bytes may still
/// be used until the process ends. That is for the way out after an error only.
class Transfer {
 public:
  Transfer();  ///< nothing under way
  Transfer(Transfer&&) noexcept;
  Transfer& operator=(Transfer&&) noexcept;
  ~Transfer();

  /// Returns when the transfer has finished. Errors: rank_died; internal if the two sides do not
  /// agree on the number of bytes, or if a process waits for a message to itself that it has not
  /// sent.
  void wait();

  /// True if it has finished, without waiting. Errors as wait().
  bool done();

  /// True if it was not seen to finish, by wait() or done().
  bool is_under_way() const { return !messages_.empty(); }

 private:
  friend class Communicator;

  std::vector<std::unique_ptr<comm::Request>> messages_;
};

/// A group of processes ("ranks", 0 … size - 1) that work on one problem. A value; copies are the
/// same group. What is called collective must be called by all ranks of the group, in the same
/// order. Waiting gives up the core. Not to be used after the end of the `Runtime` (or
/// `MpiSession`) it comes from.
///
/// Errors of all functions: rank_died if other ranks cannot be reached; internal if an argument is
/// out of range (ranks 0 … size - 1, tags 0 … largest_tag) or differs where it must not.
class Communicator {
 public:
  static constexpr int largest_tag = 32000;

  Communicator();  ///< this process alone: rank 0 of 1
  explicit Communicator(std::shared_ptr<const comm::Transport> transport);

  int rank() const;
  int size() const;
  bool is_root() const { return rank() == 0; }

  /// True if several threads may use it at the same time.
  bool concurrent() const;

  /// Says if messages may lie in the memory of a GPU, as far as the library behind it tells.
  GpuAware gpu_aware() const;

  /// Collective. The ranks of the same `color` (>= 0) become a group, ordered by `key`, then by
  /// rank. With the same color and key for all, a duplicate: its messages do not mix with others.
  Communicator split(int color, int key) const;

  /// The same group; messages are cut into pieces of at most `bytes` (8 … 256 MiB, the default;
  /// the same on all ranks).
  Communicator cut_at(std::size_t bytes) const;

  void barrier() const;  ///< collective

  /// Collective: the root's bytes, on all ranks. The number of bytes is the same on all ranks.
  void broadcast(std::span<std::byte> bytes, int root) const;

  /// Collective: returns the root's text (any bytes).
  std::string broadcast(std::string text, int root) const;

  /// Collective: element-wise over ranks, the result on all; the same number of values on all.
  void sum(std::span<std::int64_t> values) const;
  void maximum(std::span<std::int64_t> values) const;
  void any(std::span<std::uint64_t> bits) const;  ///< bitwise or

  /// Collective: on the root one text (any bytes) for each rank, elsewhere nothing.
  std::vector<std::string> gather(const std::string& text, int root) const;

  /// Collective: all ranks' values one after another, in the order of ranks.
  std::vector<std::int64_t> all_gather(std::span<const std::int64_t> mine) const;

  /// Starts a transfer of any size, also to oneself. The receiver names the same number of bytes.
  /// Transfers between two ranks with the same tag are matched in the order in which they start.
  Transfer send(std::span<const std::byte> bytes, int to, int tag) const;
  Transfer receive(std::span<std::byte> bytes, int from, int tag) const;

  /// Ends the whole job, at once, without destructors.
  [[noreturn]] void abort(int exit_code) const;

 private:
  Transfer start_send(std::span<const std::byte> bytes, int to, int tag) const;
  Transfer start_receive(std::span<std::byte> bytes, int from, int tag) const;
  void check_rank(int rank, const char* what) const;

  std::shared_ptr<const comm::Transport> transport_;
  std::size_t cut_;
};

}  // namespace encke
