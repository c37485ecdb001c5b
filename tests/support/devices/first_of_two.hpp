#pragma once

#include <cstdlib>
#include <encke/comm/transport.hpp>

namespace encke::test {

/// Rank 0 of 2 in a test of one process: what all ranks do together is done at once and changes
/// nothing. How messages go is left to the test.
class FirstOfTwo : public comm::Transport {
 public:
  int rank() const override { return 0; }
  int size() const override { return 2; }
  bool concurrent() const override { return false; }
  std::shared_ptr<const Transport> split(int, int) const override { return nullptr; }
  void barrier() const override {}
  void broadcast(std::span<std::byte>, int) const override {}
  void reduce(std::span<std::int64_t>, comm::Reduction) const override {}
  void all_gather(std::span<const std::int64_t>, std::span<const std::int64_t>,
                  std::span<std::int64_t>) const override {}
  void abort(int exit_code) const override { std::_Exit(exit_code); }
};

}  // namespace encke::test
