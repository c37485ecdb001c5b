#include <encke/job/request/input.hpp>
#include <encke/job/request/options/rows.hpp>
#include <encke/job/request/options/show.hpp>

namespace encke::job {
namespace {

constexpr Index most_ranks = 10'000'000;
constexpr std::string_view gpu_aware_modes[] = {"ask", "try"};
constexpr std::string_view memory_help =
    "memory that a rank may use, such as 8G (default: this\nmachine's, shared by the ranks on it)";

void read_block(const OptionValue& value, Request& request) {
  request.block = value.count(1, Index{1} << 32);
  if (request.block % 16 != 0) value.refuse("a multiple of 16");
}

void read_devices(const OptionValue& value, Request& request) {
  constexpr int most = 1024;
  request.devices = value.text == "all" ? 0 : static_cast<int>(value.count(1, most));
}

void read_check(const OptionValue& /*value*/, Request& request) {
  request.check = true;
  const bool whole = request.numbers || request.find_numbers;
  if (whole || !metric_of(request).whole_numbers) return;
  refuse(std::string(no_check_of_reals));
}

void read_force_pruning(const OptionValue& /*value*/, Request& request) {
  if (request.pruning == Pruning::off) refuse("Give one of --no-pruning and --force-pruning.");
  request.pruning = Pruning::forced;
}

void read_field_ranks(const OptionValue& value, Request& request) {
  request.ranks.field = static_cast<int>(value.count(1, most_ranks));
  if (request.ranks.field == 1 || !metric_of(request).whole_fields) return;
  refuse("--num-proc-field must be 1 here: case-control tables need all samples on one rank.");
}

void read_gpu_aware(const OptionValue& value, Request& request) {
  request.gpu_aware_mpi =
      value.choice(gpu_aware_modes) == 0 ? GpuAwareMpi::if_reported : GpuAwareMpi::if_tested;
  if (request.check)
    refuse("--gpu-aware-mpi does not work with --check, which reads all vectors on the host.");
}

Shown show_gpu_aware(const Request& request) {
  if (request.gpu_aware_mpi == GpuAwareMpi::off) return std::nullopt;
  return Shown(gpu_aware_modes[request.gpu_aware_mpi == GpuAwareMpi::if_reported ? 0 : 1]);
}

void read_stages(const OptionValue& value, Request& request) {
  request.stages = value.shares();
  if (request.way != 3) refuse("--stages works only with --way 3.");
}

Shown show_shares(const std::optional<Shares>& shares) {
  return shares ? Shown(share_text(*shares)) : std::nullopt;
}

/// Which tiles are computed: all levels together, each as K-L/N; see also shares_in().
Shown share_entry(const Request& request) {
  std::string text;
  for (const Shares& s : shares_of(request)) {
    text += (text.empty() ? "" : " ") + std::to_string(s.first + 1) + "-" +
            std::to_string(s.last + 1) + "/" + std::to_string(s.of);
  }
  return text.empty() ? "all" : text;
}

constexpr Identifies by_share = {.entry = "share", .text = share_entry};

constexpr OptionRow how_options[] = {
    {.name = "--threads",
     .takes = "N",
     .group = Group::how,
     .taken_by = TakenBy::all,
     .help = "default: all cores",
     .read = [](const OptionValue& value,
                Request& r) { r.threads = static_cast<int>(value.count(1, 4096)); },
     .show = [](const Request& r) { return shown_count(r.threads); }},
    {.name = "--memory",
     .takes = "MiB",
     .group = Group::how,
     .taken_by = TakenBy::all,
     .help = memory_help,
     .read = [](const OptionValue& value,
                Request& r) { r.memory = value.mebibytes(largest_count >> 20); },
     .show = [](const Request& r) { return shown_count(r.memory); },
     .merge_help = memory_help},
    {.name = "--backend",
     .takes = "NAME",
     .group = Group::how,
     .taken_by = TakenBy::all,
     .help = "auto (default), or one of this build: {backends}",
     .read = [](const OptionValue& value, Request& r) { r.backend = value.text; },
     .show = [](const Request& r) { return Shown(r.backend); }},
    {.name = "--level",
     .takes = "NAME",
     .group = Group::how,
     .taken_by = TakenBy::all,
     .help = "instruction-set level of the kernels (default auto)",
     .read = [](const OptionValue& value, Request& r) { r.level = value.text; },
     .show = [](const Request& r) { return Shown(r.level); }},
    {.name = "--devices",
     .takes = "N",
     .group = Group::how,
     .taken_by = TakenBy::all,
     .help = "GPUs of a rank, which share its work, or all: those of\nits machine (default 1)",
     .read = read_devices,
     .show =
         [](const Request& r) {
           if (r.devices == 1) return Shown();
           return Shown(r.devices == 0 ? "all" : std::to_string(r.devices));
         }},
    {.name = "--block",
     .takes = "N",
     .group = Group::how,
     .taken_by = TakenBy::all,
     .help = "{vectors} of a block, a multiple of 16 (default: chosen)",
     .read = read_block,
     .show = [](const Request& r) { return shown_count(r.block); },
     // What was asked for: a resumed run has the blocks that it has, so another wish is refused.
     .identifies = {.entry = "block",
                    .text =
                        [](const Request& r) {
                          return Shown(r.block > 0 ? std::to_string(r.block) : "auto");
                        }}},
    {.name = "--check",
     .takes = "",
     .group = Group::how,
     .help = "check the tallies of every tile by their sums; a wrong\none, from faulty hardware, "
             "ends the run (exit 21)",
     .read = read_check,
     .show = [](const Request& r) { return shown_flag(r.check); }},
    {.name = "--no-pruning",
     .takes = "",
     .group = Group::how,
     .help = "compute all tuples to their end, also those that are\nknown not to pass the "
             "threshold; the results are the same",
     .read = [](const OptionValue& /*value*/, Request& r) { r.pruning = Pruning::off; },
     .show = [](const Request& r) { return shown_flag(r.pruning == Pruning::off); }},
    {.name = "--force-pruning",
     .takes = "",
     .group = Group::how,
     .help = "leave out what cannot pass also where this takes\nlonger, for tests; the results are "
             "the same",
     .read = read_force_pruning,
     .show = [](const Request& r) { return shown_flag(r.pruning == Pruning::forced); }},
};

constexpr OptionRow rank_options[] = {
    {.name = "--num-proc-vector",
     .takes = "N",
     .group = Group::ranks,
     .taken_by = TakenBy::all,
     .help = "ranks that each have their own {vectors}",
     .read = [](const OptionValue& value,
                Request& r) { r.ranks.vector = static_cast<int>(value.count(1, most_ranks)); },
     .show = [](const Request& r) { return shown_count(r.ranks.vector); }},
    {.name = "--num-proc-field",
     .takes = "N",
     .group = Group::ranks,
     .taken_by = TakenBy::all,
     .help = "ranks that share the {fields} of their {vectors}",
     .read = read_field_ranks,
     .show = [](const Request& r) { return shown_count(r.ranks.field); }},
    {.name = "--num-proc-repl",
     .takes = "N",
     .group = Group::ranks,
     .taken_by = TakenBy::all,
     .help = "replicas, each with all {vectors} and a share of the work\n(what is not given is "
             "chosen)",
     .read = [](const OptionValue& value,
                Request& r) { r.ranks.replica = static_cast<int>(value.count(1, most_ranks)); },
     .show = [](const Request& r) { return shown_count(r.ranks.replica); }},
    {.name = "--gpu-aware-mpi",
     .takes = "{ask,try}",
     .group = Group::ranks,
     .taken_by = TakenBy::all,
     .help = "{vectors} go from GPU to GPU by MPI, after a test: if the\nMPI library says that it "
             "can (ask), or does not say (try)",
     .read = read_gpu_aware,
     .show = show_gpu_aware},
};

constexpr OptionRow part_options[] = {
    {.name = "--phases",
     .takes = "K[-L]/N",
     .group = Group::parts,
     .taken_by = TakenBy::all,
     .help = "only phase K (to L) of N; P.blocks/ is the result, which\nencke merge joins",
     .read = [](const OptionValue& value, Request& r) { r.phases = value.shares(); },
     .show = [](const Request& r) { return show_shares(r.phases); },
     .identifies = by_share},
    {.name = "--stages",
     .takes = "K[-L]/N",
     .group = Group::parts,
     .taken_by = TakenBy::all,
     .help = "of these only stage K (to L) of N; triples only",
     .read = read_stages,
     .show = [](const Request& r) { return show_shares(r.stages); },
     .identifies = by_share},
    {.name = "--shard",
     .takes = "K[-L]/N",
     .group = Group::parts,
     .taken_by = TakenBy::all,
     .help = "of these only shard K (to L) of N",
     .read = [](const OptionValue& value, Request& r) { r.shard = value.shares(); },
     .show = [](const Request& r) { return show_shares(r.shard); },
     .identifies = by_share},
    {.name = "--resume",
     .takes = "",
     .group = Group::parts,
     .taken_by = TakenBy::all,
     .help = "go on with the run that P.blocks/ holds",
     .read = [](const OptionValue& /*value*/, Request& r) { r.resume = true; },
     .show = [](const Request& r) { return shown_flag(r.resume); }},
    {.name = "--sync-after",
     .takes = "S",
     .group = Group::parts,
     .taken_by = TakenBy::all,
     .help = "seconds after which what is done survives a power cut,\nnot only the end of the "
             "program (default 1)",
     .read = [](const OptionValue& value, Request& r) { r.sync_after = value.real(0, 86'400); },
     .show =
         [](const Request& r) {
           return r.sync_after == 1 ? std::nullopt : Shown(number_text(r.sync_after));
         }},
};

}  // namespace

std::span<const OptionRow> options_of_how() { return how_options; }
std::span<const OptionRow> options_of_ranks() { return rank_options; }
std::span<const OptionRow> options_of_parts() { return part_options; }

}  // namespace encke::job
