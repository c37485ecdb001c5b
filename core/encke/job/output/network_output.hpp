#pragma once

#include <encke/io/sites.hpp>
#include <encke/job/request/network.hpp>
#include <encke/network/graph_sink.hpp>
#include <encke/network/task/task.hpp>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace encke::job {

/// The network of the values that a run writes: it receives them, and makes its files when they
/// have all come.
class NetworkOutput {
 public:
  /// Opens the files, which get their names with those of `set`, and reads the .bim that the
  /// request names or that its input has. Throws Error(open) and as Variants::read_bim(), and as
  /// open_input() where genotypes by class are wanted.
  NetworkOutput(const Request& request, sink::OutputSet& set);

  /// Before the sink is used: where vectors lie. `names`: as many as sites, or these are empty.
  /// Throws Error(inconsistent) where sets need that and nobody says it.
  void locate(const std::vector<std::string>& names, const io::Sites& sites);
  /// Makes the sink that the values are to be sent to; to be called once.
  Sink& open(const sink::Ids& ids);
  /// After the sink has finished: finds and writes what is asked for. `check_stop` is called now
  /// and then; what it throws ends the work. `helpers`: other ranks, or null. Throws as
  /// network::perform().
  network::Outcome make(network::Helpers* helpers, const std::function<void()>& check_stop);

 private:
  const bool by_index_;
  const bool named_alleles_;
  const int digits_;
  const sink::SortLimits sort_;
  network::Outcome outcome_;
  network::Results results_;
  std::optional<network::Variants> variants_;
  std::unique_ptr<io::Source> classes_;
  std::optional<network::GraphSink> sink_;
};

}  // namespace encke::job
