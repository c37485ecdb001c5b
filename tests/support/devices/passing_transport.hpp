#pragma once

#include <encke/comm/transport.hpp>
#include <functional>
#include <memory>
#include <utility>

namespace encke::test {

/// How messages in the memory of a device fare.
struct DeviceNetwork {
  GpuAware says = GpuAware::yes;
  std::function<bool(const std::byte*)> on_device = [](const std::byte*) { return false; };
  bool spoils = false;  ///< one bit of what arrives there
  bool loses = false;   ///< all of it
  int messages = 0;     ///< sent from there or received there so far
};

/// Passes everything on to another transport, but for messages in the memory of a device.
class PassingTransport final : public comm::Transport {
 public:
  PassingTransport(std::shared_ptr<const Transport> inside, DeviceNetwork& network)
      : inside_(std::move(inside)), network_(network) {}

  int rank() const override { return inside_->rank(); }
  int size() const override { return inside_->size(); }
  bool concurrent() const override { return inside_->concurrent(); }
  GpuAware gpu_aware() const override { return network_.says; }
  std::shared_ptr<const Transport> split(int color, int key) const override {
    return std::make_shared<PassingTransport>(inside_->split(color, key), network_);
  }
  void barrier() const override { inside_->barrier(); }
  void broadcast(std::span<std::byte> bytes, int root) const override {
    inside_->broadcast(bytes, root);
  }
  void reduce(std::span<std::int64_t> values, comm::Reduction reduction) const override {
    inside_->reduce(values, reduction);
  }
  void all_gather(std::span<const std::int64_t> mine, std::span<const std::int64_t> counts,
                  std::span<std::int64_t> all) const override {
    inside_->all_gather(mine, counts, all);
  }
  std::unique_ptr<comm::Request> send(std::span<const std::byte> bytes, int to,
                                      int tag) const override {
    if (network_.on_device(bytes.data())) ++network_.messages;
    if (network_.loses && network_.on_device(bytes.data())) return std::make_unique<Lost>();
    return inside_->send(bytes, to, tag);
  }
  std::unique_ptr<comm::Request> receive(std::span<std::byte> bytes, int from,
                                         int tag) const override {
    if (!network_.on_device(bytes.data())) return inside_->receive(bytes, from, tag);
    ++network_.messages;
    if (network_.loses) return std::make_unique<Lost>();
    auto request = inside_->receive(bytes, from, tag);
    if (!network_.spoils) return request;
    return std::make_unique<Spoilt>(std::move(request), bytes);
  }
  void abort(int exit_code) const override { inside_->abort(exit_code); }

 private:
  struct Lost final : comm::Request {
    bool done() override { return false; }
    void wait() override {}
  };
  class Spoilt final : public comm::Request {
   public:
    Spoilt(std::unique_ptr<Request> inside, std::span<std::byte> bytes)
        : inside_(std::move(inside)), bytes_(bytes) {}
    bool done() override {
      if (!inside_->done()) return false;
      spoil();
      return true;
    }
    void wait() override {
      inside_->wait();
      spoil();
    }

   private:
    void spoil() {
      if (!std::exchange(spoilt_, true)) bytes_.back() ^= std::byte{4};
    }
    std::unique_ptr<Request> inside_;
    std::span<std::byte> bytes_;
    bool spoilt_ = false;
  };

  std::shared_ptr<const Transport> inside_;
  DeviceNetwork& network_;
};

}  // namespace encke::test
