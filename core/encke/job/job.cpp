#include <algorithm>
#include <encke/base/error.hpp>
#include <encke/base/stopwatch.hpp>
#include <encke/comm/agree.hpp>
#include <encke/comm/heartbeat.hpp>
#include <encke/distributed/read_share.hpp>
#include <encke/distributed/whole_problem.hpp>
#include <encke/file/posix_file.hpp>
#include <encke/io/table/allele_table.hpp>
#include <encke/job/answers/family_wise.hpp>
#include <encke/job/answers/refined.hpp>
#include <encke/job/answers/tests.hpp>
#include <encke/job/input_remarks.hpp>
#include <encke/job/job.hpp>
#include <encke/job/output/outputs.hpp>
#include <encke/job/output/paths.hpp>
#include <encke/job/printing/print_together.hpp>
#include <encke/job/publish.hpp>
#include <encke/job/rank_totals.hpp>
#include <encke/job/request/compared.hpp>
#include <encke/job/request/input.hpp>
#include <encke/job/request/input_table.hpp>
#include <encke/job/request/metric_table.hpp>
#include <encke/job/request/network.hpp>
#include <encke/job/request/opened.hpp>
#include <encke/job/run_identity.hpp>
#include <encke/job/stored_run.hpp>
#include <encke/store/text/stored_sites.hpp>
#include <encke/store/text/vector_ids.hpp>
#include <memory>
#include <optional>

namespace encke::job {
namespace {

/// Comparisons from which on it is worth while to say how long they will take.
constexpr double long_work = 2e11;

/// With what this rank computes, and on the root where the results go.
struct Machine {
  Plan plan;
  std::unique_ptr<TileBackend> backend;
  std::string warning;  ///< why the device that is there is not used
  std::unique_ptr<Outputs> outputs;
};

Machine prepare(const Request& request, const Communicator& world) {
  const int neighbours = ranks_on_node(world);
  Machine machine;
  agree(world, [&] {
    machine.plan = make_plan(request, neighbours);
    machine.backend =
        make_backend(machine.plan.backend, machine.plan.backend_options, &machine.warning);
    check_gpu_aware(request, *machine.backend);
  });
  return machine;
}

Machine prepare_outputs(const Request& request, const Communicator& world, Observer& observer) {
  agree(world, [&] {
    check_network(request);
    check_not_inputs(output_paths(request, observer), input_paths(request),
                     store::directory_for(request.out));
  });
  Machine machine = prepare(request, world);
  agree(world, [&] {
    if (!world.is_root()) return;
    machine.outputs = std::make_unique<Outputs>(request, observer.text_endings());
  });
  if (!machine.warning.empty()) observer.note("warning: " + machine.warning);
  return machine;
}

/// The plan of the run: that of the machine, for this input and the tiles that are to be resumed.
Plan plan_of(const Machine& machine, const Opened& input, Index blocks) {
  Plan plan = machine.plan;
  plan.blocks = blocks;
  plan.domain = input.compared.domain;
  if (input_row(input.request.input).named_alleles) {
    plan.groups =
        std::make_shared<const std::vector<std::uint32_t>>(io::markers_of(input.source->names()));
  }
  return plan;
}

Layout layout_of(const Opened& input, const Plan& plan, const Machine& machine, bool missing,
                 const Communicator& world) {
  return lay_out(input.request, plan, input.extents, missing, world.size(), *machine.backend);
}

/// The run as it is cut, and the vectors that this rank has of it.
struct Share {
  Plan plan;
  Layout layout;
  Grid grid;
  std::unique_ptr<OwnedVectors> vectors;
  Index missing = 0;  ///< of the whole problem
  store::InputRecord record;
  double seconds = 0;  ///< of reading

  /// Where a run fails the vectors stay until the process ends: other ranks may still be sent from
  /// these.
  void leave() {
    vectors->demanded.reset();  // nobody reads the input any more
    if (grid.world().size() > 1) (void)vectors.release();
  }
};

/// What there is to say of the input. Collective.
store::InputRecord inspect(const Opened& input, const Machine& machine, const Share& share,
                           std::vector<io::FileRecord> files) {
  const auto& lists = input.compared.files;
  files.insert(files.end(), lists.begin(), lists.end());
  const Communicator& world = share.grid.world();
  store::InputRecord record{.inputs = std::move(files),
                            .remarks = input.source->remarks(),
                            .vectors_in_file = input.source->vectors_in_file(),
                            .fields_in_file = input.source->fields_in_file()};
  const auto add = [&](std::string remark) {
    if (!remark.empty()) record.remarks.push_back(std::move(remark));
  };
  if (!machine.warning.empty()) add(machine.warning + "; computed on the CPU");
  add(remark_on_monomorphic(input.request, *share.vectors, share.grid));
  add(remark_on_homozygous(input.request, *share.vectors, share.grid));
  EmptyVectors empty;
  agree(world, [&] {
    empty = find_empty_vectors(input.request, *share.vectors, share.grid, input.source->names());
  });
  record.empty_vectors = empty.vectors;
  record.empty_tuples = empty.tuples;
  record.tests = count_tests(input.request, *share.vectors, share.grid, share.plan.domain);
  add(std::move(empty.remark));
  if (share.vectors->packed) add(remark_on_packed(input.request, share.layout.estimate));
  add(input.remark);
  for (const std::string& remark : input.compared.remarks) add(remark);
  return record;
}

/// Cuts the run, or as it was cut where it is resumed, and reads what is this rank's.
Share read(const Opened& input, const Machine& machine, StoredRun& stored,
           const Communicator& world) {
  Share share;
  share.plan = plan_of(machine, input, stored.blocks_to_resume());
  agree(world, [&] {
    share.layout =
        lay_out_first(input.request, share.plan, input.extents, world.size(), *machine.backend);
  });
  share.grid = Grid(world, share.layout.ranks.decomposition);
  const io::Stopwatch watch;
  const auto cut = [&] {
    return Partition::of_blocks(input.extents.vectors, share.layout.estimate.blocks);
  };
  const auto read_vectors = [&] {
    share.vectors.reset();
    const Estimate& e = share.layout.estimate;
    const PackedPlace place = e.packed_file > 0 ? stored.packed_place() : PackedPlace{};
    share.vectors =
        std::make_unique<OwnedVectors>(read_share(*input.source, cut(), share.grid, e.held, place));
  };
  read_vectors();
  auto files = input.source->files(world);
  share.missing = whole_problem(share.vectors->view(), share.grid).missing;
  agree(world, [&] { check_missing(input.request, share.missing); });
  if (share.missing == 0 && share.vectors->demanded) {
    leave_out_masks(input.request, share.plan, input.extents, *machine.backend, share.layout);
    hold(*share.vectors, share.grid, share.layout.estimate.held);
  }
  if (share.missing > 0 && world.size() == 1 && !share.vectors->demanded) {
    // a smaller block may be needed, or blocks on demand, and still can be
    share.layout = layout_of(input, share.plan, machine, true, world);
    share.vectors->partition = cut();
    if (share.layout.estimate.held > 0) read_vectors();
  }
  share.seconds = watch.seconds();
  share.record = inspect(input, machine, share, std::move(files));
  return share;
}

/// Gives the outputs of a whole run their sink; of a part notes what its names allow.
void open_values(const Opened& input, Share& share, Outputs* outputs, const Communicator& world) {
  agree(world, [&] {
    if (!world.is_root()) return;
    const auto& names = input.source->names();
    if (!is_part(input.request)) {
      check_network_memory(input.request, share.layout.output, names);
      share.layout.network = expect_network(input.request, share.layout.output, names);
      const io::Sites& sites = input.source->sites();
      outputs->locate(names, sites, input.compared.loci);
      return outputs->open_sink(names, sites_of_values(input.request, sites),
                                share.layout.estimate.values);
    }
    std::string remark = remark_on_ids_of_part(input.request, names);
    if (!remark.empty()) share.record.remarks.push_back(std::move(remark));
  });
}

store::Identity identity(const Opened& input, const Share& share) {
  store::Identity all =
      identity_of(input.request, input.extents, share.layout.estimate.blocks, share.record.inputs);
  all.add("num-missing", std::to_string(share.missing));
  all.add("ids", store::ids_digest(input.source->names()));
  const Domain& domain = input.compared.domain;
  if (!domain.everything()) all.add("domain", domain.text());
  const io::Sites& sites = input.source->sites();
  if (is_part(input.request) && !sites.empty()) {
    all.add("sites", store::sites_digest(sites.texts()));
  }
  return all;
}

/// What is known before the first tile.
Outcome outcome_of(const Opened& input, const Share& share, const Observer& observer) {
  return {.request = input.request,
          .estimate = share.layout.estimate,
          .input = share.record,
          .remarks = share.record.remarks,
          .outputs = output_paths(input.request, observer, input.compared.loci),
          .seconds_read = share.seconds,
          .ranks = share.grid.world().size(),
          .decomposition = share.layout.ranks.decomposition};
}

/// Begins or resumes the stored run. What is known before the first tile.
Outcome begin(const Opened& input, Share& share, StoredRun& stored, const Machine& machine,
              Observer& observer) {
  const io::Stopwatch watch;
  stored.open(identity(input, share), *input.source, input.compared.domain, share.record);
  Outcome outcome = outcome_of(input, share, observer);
  for (const auto& remark : stored.remarks()) {
    observer.note("note: " + remark);
    outcome.remarks.push_back(remark);
  }
  outcome.seconds_store = watch.seconds();
  if (share.vectors->packed) stored.keep_packed(*share.vectors->packed);
  share.plan.done = stored.done();
  outcome.tiles_resumed = static_cast<Index>(share.plan.done->size());
  outcome.hits_resumed = stored.hits_before();
  std::optional<double> rate;
  if (share.layout.estimate.comparisons >= long_work && !share.vectors->parts.empty()) {
    std::optional<PackedVectors> first;
    if (share.vectors->demanded) first = sample_of(*input.source, share.plan.memory);
    const PackedVectors& sample = first ? *first : share.vectors->parts.front();
    rate = measured_rate(input.request, share.plan, sample, *machine.backend);
    const auto take = [&](const Spread& spread) {
      return share.vectors->demanded ? spread_sample(*input.source, spread)
                                     : spread_sample(share.vectors->parts.front(), spread);
    };
    share.layout.share_left =
        expect_share_left(input.request, share.plan, input.extents, take, *machine.backend);
  }
  observer.planned(input.request, input.extents, share.layout, rate, outcome.tiles_resumed);
  return outcome;
}

/// Computes the tiles that are not there yet into the stored run. The report is of all ranks.
Report compute(const Request& request, Share& share, StoredRun& stored, Observer& observer) {
  const Communicator& world = share.grid.world();
  const Heartbeat heartbeat(
      world, [&observer](const std::string& message) { observer.lost_rank(message); });
  Report report;
  std::optional<Error> stop;
  try {
    observer.check_stop();
    report = metric_of(request).run(request, share.vectors->view(), share.plan, share.grid,
                                    stored.writer());
  } catch (const Error& error) {
    share.leave();
    stored.keep();
    if (error.failure() != Failure::stopped) {
      stored.drop_if_empty();
      throw;
    }
    stop = words_of_stop(share.plan, observer).value_or(error);
  } catch (...) {  // of a library: no memory
    share.leave();
    stored.keep();
    stored.drop_if_empty();
    throw;
  }
  stored.leave_if_stopped(stop);
  return add_up(world, report);
}

/// best_of_phenotypes() of the run, which is stored: one that is stopped here can be resumed.
std::vector<double> permute(const Opened& input, Share& share, const StoredRun& stored,
                            Observer& observer) {
  bool between = false;
  try {
    return best_of_phenotypes(input.request, *share.vectors, share.plan, share.grid, [&] {
      between = true;
      stored.check_stop(observer);  // says itself that the run can be resumed
      between = false;
    });
  } catch (const Error& error) {
    share.leave();
    if (between || error.failure() != Failure::stopped) throw;
    throw stored.to_be_resumed(words_of_stop(share.plan, observer).value_or(error));
  }
}

/// On the root: all files of the job.
void publish(const Opened& input, StoredRun& stored, Outputs& outputs, Outcome& outcome,
             const std::vector<double>& maxima, network::Helpers* helpers, Observer& observer,
             const std::vector<std::int64_t>& peaks, const io::Stopwatch& watch) {
  const bool part = is_part(input.request);
  if (part) {
    close_part(input.request, stored, outcome);
  } else {
    publish_all(input, stored, outputs, outcome, maxima, helpers, observer);
  }
  for (const auto& remark : {remark_on_threshold(input.request, outcome.report),
                             remark_on_pruning(input.request, input.extents.vectors)}) {
    if (!remark.empty()) outcome.remarks.push_back(remark);
  }
  note_memory(peaks, outcome);
  outcome.finished = std::chrono::system_clock::now();
  outcome.seconds_total = watch.seconds();
  complete_files(outputs, outcome, observer);
  if (!part) outcome.note_of_removal = stored.remove();
}

}  // namespace

Outcome perform(const Request& request, const Communicator& world, Observer& observer) {
  const auto started = std::chrono::system_clock::now();
  const io::Stopwatch watch;
  const LateSyncs late(is_part(request) ? 0 : request.sync_after);  // what a part leaves must stay
  const Machine machine = prepare_outputs(request, world, observer);
  const Opened input = open(request, world);
  StoredRun stored(request, world, observer);
  Share share = read(input, machine, stored, world);
  Outcome known = outcome_of(input, share, observer);
  if (stored.is_whole(known, observer)) return known;
  share.layout.output = check_output(input.request, *input.source, share.plan, world);
  share.layout.share_of_run =
      share_of_run(input.request, input.compared.domain, input.extents, share.layout.estimate);
  const auto refinement =
      read_refinement(input.request, *input.source, share.record.remarks, world);
  if (refinement && machine.outputs) {
    machine.outputs->refine(*input.source, *refinement, [&observer] { observer.check_stop(); });
  }
  open_values(input, share, machine.outputs.get(), world);
  Outcome outcome = begin(input, share, stored, machine, observer);
  outcome.started = started;
  connect(share.plan, outcome, observer);
  outcome.report = compute(input.request, share, stored, observer);
  note_reading(world, share.vectors->demanded.get(), outcome);
  const io::Stopwatch committing;
  stored.commit();
  outcome.seconds_store += committing.seconds();
  const auto maxima = permute(input, share, stored, observer);
  const auto peaks = peak_memories(world);  // the others have done their work
  share.vectors.reset();                    // publishing and the network have their memory
  print_together(input, stored, machine.outputs.get(), outcome, world, observer);
  agree(world, [&] {
    if (!world.is_root()) return help_publishing(input.request, world, observer);
    const auto helpers = helpers_of(input.request, world);
    publish(input, stored, *machine.outputs, outcome, maxima, helpers.get(), observer, peaks,
            watch);
  });
  return outcome;
}

Preview preview(const Request& request, const Communicator& world) {
  const Machine machine = prepare(request, world);
  const Opened input = open(request, world);
  std::optional<PackedVectors> sample;
  agree(world, [&] { sample = sample_of(*input.source); });
  Preview found{.request = input.request,
                .extents = input.extents,
                .remark = input.remark,
                .remarks = input.compared.remarks};
  const bool missing = sample->missing() > 0;
  const Plan plan = plan_of(machine, input, 0);
  agree(world, [&] {
    found.layout = layout_of(input, plan, machine, missing, world);
    if (found.layout.estimate.held == 0) return;
    found.layout =
        lay_out_first(input.request, plan, input.extents, world.size(), *machine.backend);
    if (missing) return;
    leave_out_masks(input.request, plan, input.extents, *machine.backend, found.layout);
  });
  found.layout.output = expect_output(input.request, *input.source, plan, world);
  found.layout.share_of_run =
      share_of_run(input.request, input.compared.domain, input.extents, found.layout.estimate);
  found.layout.network = expect_network(input.request, found.layout.output, input.source->names());
  found.rate_of_rank = measured_rate(input.request, machine.plan, *sample, *machine.backend);
  const auto take = [&](const Spread& spread) { return spread_sample(*input.source, spread); };
  found.layout.share_left =
      expect_share_left(input.request, plan, input.extents, take, *machine.backend);
  return found;
}

}  // namespace encke::job
