#pragma once

#include <concepts>
#include <encke/base/error.hpp>
#include <encke/sink/sink.hpp>
#include <string>
#include <utility>

namespace encke::sink {

/// Can be called with a batch of pairs, of triples, or of either.
template <class F>
concept HitCallable =
    std::invocable<F&, std::span<const Hit<2>>> || std::invocable<F&, std::span<const Hit<3>>>;

/// Calls a function with each batch of hits; the batch is gone after the call. Batches come in no
/// fixed order, one at a time.
template <HitCallable F>
class Callable final : public Sink {
 public:
  explicit Callable(F function) : function_(std::move(function)) {}

  /// Throws Error(inconsistent) where the function cannot take hits of this way.
  void begin(const SinkInfo& info) override {
    const bool takes = info.way == 2 ? takes_way<2> : takes_way<3>;
    if (takes) return;
    const std::string way = std::to_string(info.way);
    throw Error(Failure::inconsistent, "a " + way +
                                           "-way run needs a function that can be called with "
                                           "std::span<const encke::Hit<" +
                                           way + ">>");
  }
  void take(std::span<const Hit<2>> hits) override { call(hits); }
  void take(std::span<const Hit<3>> hits) override { call(hits); }
  void finish() override {}

 private:
  template <int Way>
  static constexpr bool takes_way = std::invocable<F&, std::span<const Hit<Way>>>;

  template <int Way>
  void call(std::span<const Hit<Way>> hits) {
    if constexpr (takes_way<Way>) function_(hits);
  }

  F function_;
};

}  // namespace encke::sink
