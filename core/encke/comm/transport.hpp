#pragma once

#include <cstddef>
#include <cstdint>
#include <encke/comm/gpu_aware.hpp>
#include <memory>
#include <span>

namespace encke::comm {

/// One message under way. Destroying an unfinished one abandons it and does not block: the memory
/// of the message may still be read or written by MPI until the process ends.
class Request {
 public:
  Request() = default;
  Request(const Request&) = delete;
  Request& operator=(const Request&) = delete;
  virtual ~Request() = default;

  virtual bool done() = 0;
  virtual void wait() = 0;
};

enum class Reduction { sum, maximum, bit_or };

/// What `Communicator` is made of: messages of at most `largest_message` bytes, arguments in range.
/// Collective functions are to be called by all ranks in the same order.
class Transport {
 public:
  static constexpr std::size_t largest_message = std::size_t{1} << 28;  // bytes

  Transport() = default;
  Transport(const Transport&) = delete;
  Transport& operator=(const Transport&) = delete;
  virtual ~Transport() = default;

  virtual int rank() const = 0;
  virtual int size() const = 0;
  virtual bool concurrent() const = 0;  ///< several threads may use it at the same time
  virtual GpuAware gpu_aware() const { return GpuAware::no; }
  virtual std::shared_ptr<const Transport> split(int color, int key) const = 0;
  virtual void barrier() const = 0;
  virtual void broadcast(std::span<std::byte> bytes, int root) const = 0;
  virtual void reduce(std::span<std::int64_t> values, Reduction reduction) const = 0;
  /// counts[r]: number of values of rank r; their sum is the size of `all`.
  virtual void all_gather(std::span<const std::int64_t> mine, std::span<const std::int64_t> counts,
                          std::span<std::int64_t> all) const = 0;
  virtual std::unique_ptr<Request> send(std::span<const std::byte> bytes, int to,
                                        int tag) const = 0;
  virtual std::unique_ptr<Request> receive(std::span<std::byte> bytes, int from, int tag) const = 0;
  virtual void abort(int exit_code) const = 0;  ///< does not return
};

/// This process alone; messages to itself are copied.
std::shared_ptr<const Transport> one_process();

}  // namespace encke::comm
