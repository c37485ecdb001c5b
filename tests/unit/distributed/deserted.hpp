#pragma once

#include <encke/base/error.hpp>
#include <memory>
#include <span>
#include <vector>

#include "support/devices/first_of_two.hpp"

namespace encke::test {

/// The memory of messages.
struct Messages {
  std::vector<std::span<std::byte>> received;
  std::vector<std::span<const std::byte>> sent;
};

/// Rank 0 of 2, with which nobody talks; keeps the addresses of messages, none of which ends.
class Deserted final : public FirstOfTwo {
 public:
  explicit Deserted(Messages& messages) : messages_(messages) {}
  std::shared_ptr<const Transport> split(int, int) const override {
    return std::make_shared<Deserted>(messages_);
  }
  std::unique_ptr<comm::Request> send(std::span<const std::byte> bytes, int, int) const override {
    messages_.sent.push_back(bytes);
    return std::make_unique<Endless>();
  }
  std::unique_ptr<comm::Request> receive(std::span<std::byte> bytes, int, int) const override {
    messages_.received.push_back(bytes);
    return std::make_unique<Endless>();
  }

 private:
  class Endless final : public comm::Request {
   public:
    bool done() override { return false; }
    void wait() override { throw Error(Failure::rank_died, "nothing comes"); }
  };

  Messages& messages_;
};

}  // namespace encke::test
