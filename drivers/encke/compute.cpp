#include "encke/compute.hpp"

#include <fmt/format.h>

#include <encke/base/error.hpp>
#include <encke/base/printable.hpp>
#include <encke/base/stopwatch.hpp>
#include <encke/comm/agree.hpp>
#include <encke/comm/heartbeat.hpp>
#include <encke/distributed/read_share.hpp>
#include <encke/distributed/whole_problem.hpp>
#include <encke/io/table/allele_table.hpp>
#include <iostream>
#include <memory>
#include <optional>

#include "encke/content.hpp"
#include "encke/departure.hpp"
#include "encke/identity.hpp"
#include "encke/ids_file.hpp"
#include "encke/input.hpp"
#include "encke/layout.hpp"
#include "encke/process.hpp"
#include "encke/publishing.hpp"
#include "encke/ranks.hpp"
#include "encke/report/plan_text.hpp"
#include "encke/stored_run.hpp"
#include "encke/text.hpp"

namespace encke::cli {
namespace {

/// Comparisons from which on it is worth while to say how long they will take.
constexpr double long_work = 2e11;

void show(const Progress& progress, Console& console) {
  constexpr Index many = 10'000'000;
  refuse_if_stopped();
  console.show(progress);
  if (progress.tuples_done < progress.tuples || progress.hits < many) return;
  console.say(
      fmt::format("all compared after {}; the output follows", seconds_text(progress.seconds)));
}

/// One computation, in the order of its steps. Each is collective.
class Computation {
 public:
  Computation(const Options& options, Console& console, const Communicator& world)
      : options_(options),
        console_(console),
        world_(world),
        metric_(find_metric(options.metric)),
        record_{.options = options_},
        stored_(options_, world) {
    record_.ranks = world.size();
  }

  void prepare() {
    record_.outputs = output_paths(options_);
    const int neighbours = ranks_on_node(world_);
    agree(world_, [&] {
      check_not_inputs(record_.outputs, input_paths(options_), store::directory_for(options_.out));
      plan_ = make_plan(options_, neighbours);
      backend_ = make_backend(plan_.backend, plan_.backend_options, &device_warning_);
      check_gpu_aware(options_, *backend_);
      if (world_.is_root()) outputs_.emplace(options_);
    });
    if (!device_warning_.empty()) console_.say("warning: " + printable(device_warning_));
  }

  void read() {
    const std::string numbers = choose_numbers(options_, metric_, world_);
    source_ = open_input(options_, metric_, world_);
    shape_ = {source_->vectors(), source_->fields()};
    plan_.blocks = stored_.blocks_to_resume();
    if (options_.input == Input::alleles) {
      plan_.groups =
          std::make_shared<const std::vector<std::uint32_t>>(io::markers_of(source_->names()));
    }
    agree(world_, [&] { choose_layout(metric_.missing && options_.missing); });
    grid_ = Grid(world_, layout_.ranks.decomposition);
    const io::Stopwatch watch;
    owned_ = std::make_unique<OwnedVectors>(read_share(*source_, partition(), grid_));
    record_.inputs = source_->files(world_);
    record_.seconds_read = watch.seconds();
    note_input();
    if (!numbers.empty()) record_.remarks.push_back(numbers);
  }

  void open_outputs() {
    agree(world_, [&] {
      if (!world_.is_root()) return;
      if (options_.shares.empty()) {
        outputs_->open_sink(source_->names(), layout_.estimate.values);
      } else if (auto remark = remark_on_ids_of_part(options_, source_->names()); !remark.empty()) {
        record_.remarks.push_back(std::move(remark));
      }
    });
    store::Identity identity =
        identity_of(options_, metric_, shape_, layout_.estimate.blocks, record_.inputs);
    identity.add("num-missing", std::to_string(missing_));
    identity.add("ids", ids_digest(source_->names()));
    const io::Stopwatch watch;
    stored_.open(identity, *source_, about(record_));
    note_repairs();
    record_.seconds_store = watch.seconds();
    plan_.done = stored_.done();
    record_.tiles_resumed = static_cast<Index>(plan_.done->size());
  }

  void tell_plan() {
    record_.estimate = layout_.estimate;
    record_.decomposition = layout_.ranks.decomposition;
    std::optional<double> rate;
    if (layout_.estimate.comparisons >= long_work && !owned_->parts.empty()) {
      rate = measured_rate(plan_, owned_->parts.front(), *backend_);
    }
    console_.say(plan_text(options_, shape_, layout_, rate));
    console_.tell("plan", plan_json(options_, shape_, layout_, rate));
    if (record_.tiles_resumed == 0) return;
    console_.say(fmt::format("resuming: {} of {} are done", grouped(record_.tiles_resumed),
                             counted(layout_.estimate.tiles, "tile")));
  }

  void run() {
    plan_.progress = [this](const Progress& progress) { show(progress, console_); };
    plan_.warn = [this](const std::string& warning) { warn(warning); };
    const Heartbeat heartbeat(world_, [](const std::string& message) {
      std::cerr << "encke: error: " + message + '\n' << std::flush;
    });
    std::optional<Error> stop;
    try {
      refuse_if_stopped();
      record_.report = metric_.run(options_, owned_->view(), plan_, grid_, stored_.writer());
    } catch (const Error& error) {
      keep_vectors();
      stored_.keep();
      if (error.failure() != Failure::stopped) {
        stored_.drop_if_empty();
        throw;
      }
      stop = error;
    } catch (...) {  // of a library: no memory
      keep_vectors();
      stored_.keep();
      stored_.drop_if_empty();
      throw;
    }
    leave_if_stopped(stop);
    record_.report = add_up(world_, record_.report);
    const io::Stopwatch watch;
    stored_.commit();
    record_.seconds_store += watch.seconds();
  }

  void finish(const io::Stopwatch& watch) {
    const auto peaks = peak_memories(world_);  // the others have done their work
    agree(world_, [&] {
      if (!world_.is_root()) return;
      if (options_.shares.empty()) {
        publish();
      } else {
        add_totals(stored_.store().totals(), stored_.store().identity(), record_);
        record_.remarks.push_back("a part of a run: encke merge joins the parts");
        if (layout_.estimate.tiles == 0) record_.remarks.push_back(no_tile_text(layout_.estimate));
      }
      remark_on_threshold(options_, metric_, record_);
      note_memory(peaks, record_);
      record_.finished = std::chrono::system_clock::now();
      record_.seconds_total = watch.seconds();
      write_files(*outputs_, record_);
      if (options_.shares.empty()) note_of_removal_ = stored_.remove();
    });
    console_.say(result_text(record_));
    if (!note_of_removal_.empty()) console_.say(note_of_removal_);
    for (const auto& path : record_.outputs) console_.say("wrote " + printable(path));
    console_.tell("summary", summary_json(record_));
  }

 private:
  void warn(const std::string& warning) {
    record_.remarks.push_back(warning);
    if (world_.is_root()) std::cerr << "encke: warning: " + printable(warning) + '\n' << std::flush;
  }

  /// Until the process ends: other ranks may still be sent from these.
  void keep_vectors() {
    if (world_.size() > 1) (void)owned_.release();
  }

  Layout lay_out(bool missing) const {
    return cli::lay_out(options_, metric_, plan_, shape_, missing, world_.size(), *backend_);
  }

  void choose_layout(bool may_miss) {
    try {
      layout_ = lay_out(world_.size() > 1 && may_miss);
    } catch (const OutOfMemory&) {
      layout_ = lay_out(may_miss);  // says what suffices in any case
    }
  }

  Partition partition() const {
    return Partition::of_blocks(shape_.vectors, layout_.estimate.blocks);
  }

  void note_input() {
    missing_ = whole_problem(owned_->view(), grid_).missing;
    agree(world_, [&] { check_missing(options_, metric_, missing_); });
    if (missing_ > 0 && world_.size() == 1) {  // a smaller block may be needed, and still can be
      layout_ = lay_out(true);
      owned_->partition = partition();
    }
    record_.remarks = source_->remarks();
    if (!device_warning_.empty()) {
      record_.remarks.push_back(device_warning_ + "; computed on the CPU");
    }
    record_.vectors_in_file = source_->vectors_in_file();
    record_.fields_in_file = source_->fields_in_file();
    note_monomorphic(*owned_, grid_, record_);
    agree(world_, [&] { note_empty_vectors(*owned_, grid_, source_->names(), record_); });
  }

  /// What was found damaged in the stored run that is resumed.
  void note_repairs() {
    for (const auto& remark : stored_.remarks()) {
      console_.say("note: " + printable(remark));
      record_.remarks.push_back(remark);
    }
  }

  void write_permutations() {
    if (!options_.permutations) return;
    refuse_if_stopped();
    outputs_->write_permutations(permutation_p_values(options_, *source_, outputs_->collected()));
  }

  void publish() {
    try {
      refuse_if_stopped();
      const io::Stopwatch watch;
      publish_values(store::BlockSet({options_.out}), *outputs_, record_);
      record_.seconds_store += watch.seconds() - record_.seconds_publish;
      write_permutations();
      refuse_if_stopped();
    } catch (const Error& error) {
      if (error.failure() != Failure::stopped) throw;
      throw stored_.to_be_resumed(error);
    }
  }

  /// Throws if this rank has stopped or, all ranks together, if another has.
  void leave_if_stopped(const std::optional<Error>& stop) {
    const Departure departure = depart(world_, stop.has_value(), std::chrono::seconds(10));
    if (departure == Departure::all_done) return;
    const Error elsewhere(Failure::stopped, "stopped by a signal to another rank");
    const Error error = stored_.to_be_resumed(stop.value_or(elsewhere));
    if (departure == Departure::alone) {
      stored_.commit_closed();
      throw error;
    }
    try {
      stored_.commit();
    } catch (const Error&) {  // --resume finds the files without the manifest, too
    }
    throw AgreedError(error.failure(), error.what());
  }

  Options options_;
  Console& console_;
  const Communicator& world_;
  const MetricEntry& metric_;
  Record record_;
  StoredRun stored_;
  Plan plan_;
  std::unique_ptr<TileBackend> backend_;
  std::string device_warning_;  ///< why the device that is there was not used
  std::optional<Outputs> outputs_;
  std::unique_ptr<io::Source> source_;
  Shape shape_;
  Layout layout_;
  Grid grid_;
  std::unique_ptr<OwnedVectors> owned_;
  Index missing_ = 0;
  std::string note_of_removal_;
};

}  // namespace

void compute(const Options& options, Console& console, const Communicator& world) {
  const io::Stopwatch watch;
  Computation computation(options, console, world);
  computation.prepare();
  computation.read();
  computation.open_outputs();
  computation.tell_plan();
  computation.run();
  computation.finish(watch);
}

}  // namespace encke::cli
