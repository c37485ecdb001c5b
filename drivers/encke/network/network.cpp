#include <fmt/format.h>

#include <encke/base/text/printable.hpp>
#include <encke/base/text/text.hpp>
#include <encke/job/output/paths.hpp>
#include <encke/network/ranks/helpers.hpp>
#include <encke/network/task/task.hpp>

#include "encke/commands/rows.hpp"
#include "encke/process.hpp"
#include "encke/report/log_text.hpp"
#include "options.hpp"
#include "report.hpp"

namespace encke::cli::commands {
namespace {

namespace net = encke::network;

class NetworkObserver final : public net::Observer {
 public:
  NetworkObserver(std::string command, Console& console)
      : command_(std::move(command)), console_(console) {}

  void note(const std::string& sentence) override { console_.print("note: " + sentence); }
  void check_stop() override { refuse_if_stopped(); }
  std::vector<std::string> text_endings() const override { return {".log", ".summary.json"}; }
  std::vector<std::string> texts(const net::Outcome& outcome) const override {
    return {network_log(outcome, command_),
            json_text(network_summary(outcome, command_), 2) + '\n'};
  }

 private:
  std::string command_;
  Console& console_;
};

void check_not_inputs(const net::Request& request, const NetworkObserver& observer) {
  std::vector<std::string> outputs = net::result_paths(request);
  for (const auto& ending : observer.text_endings()) outputs.push_back(request.out + ending);
  job::check_not_inputs(outputs, net::input_paths(request), request.out + ".blocks");
}

std::string time_text(const net::Outcome& outcome) {
  const std::string read =
      seconds_text(outcome.seconds_read) + " to read the edges, as it just took";
  if (!outcome.request.cluster) return "time " + read;
  return fmt::format("time {}; about {} to find clusters on {}, perhaps half or twice that", read,
                     seconds_text(outcome.seconds_expected), counted(outcome.threads, "thread"));
}

/// Throws as network::perform(); Error(command_line) where an input would be replaced by an output.
void work(const net::Request& request, bool plan, const Stage& stage) {
  Console& console = stage.console;
  NetworkObserver observer(command_text(stage.arguments), console);
  if (plan) {
    const net::Outcome outcome = net::preview(request, observer, stage.world.size());
    console.print(network_text(outcome));
    console.print("memory " + bytes_text(outcome.memory_planned) +
                  (outcome.ranks > 1 ? " a rank" : ""));
    console.print(time_text(outcome));
    return;
  }
  if (!stage.world.is_root()) return net::help_with(request, stage.world, refuse_if_stopped);
  net::Helpers helpers(stage.world);
  check_not_inputs(request, observer);
  const net::Outcome outcome =
      net::perform(request, observer, net::can_be_shared(request) ? &helpers : nullptr);
  console.print(network_text(outcome));
  console.print(fmt::format("peak memory {} (planned {}), {} in all",
                            bytes_text(outcome.peak_memory), bytes_text(outcome.memory_planned),
                            seconds_text(outcome.seconds_total)));
  for (const auto& file : outcome.written) console.print("wrote " + printable(file.path));
}

Work read(const Words& words, bool plan) {
  const net::Request request = read_network(words);
  return {.starts_kokkos = request.engine == net::Engine::spgemm,
          .threads = request.threads,
          .perform = [request, plan](const Stage& stage) { work(request, plan, stage); },
          .on_all_ranks = !plan};
}

}  // namespace

constinit const CommandRow network = {
    .name = "network",
    .in_short = "encke network --edges F  components, clusters and sets of a network\n",
    .usage = "encke network --edges F [what to find] [output]",
    .summary = "Finds what hangs together in a network of edges",
    .footer =
        "Examples:\n"
        "  encke ccc --bfile cohort --threshold 0.7 --out net\n"
        "  encke network --edges net.edges.tsv --cluster mcl --inflation 1.4,2 --out net\n"
        "  encke network --edges net.edges.tsv --reach rs7903146 --depth 2 --out near\n"
        "  encke network --edges net.edges.tsv --cluster mcl --sets regenie --bim x.bim\n",
    .options = network_words,
    .can_be_planned = true,
    .read = read};

}  // namespace encke::cli::commands
