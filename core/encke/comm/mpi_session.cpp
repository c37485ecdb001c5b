#include <algorithm>
#include <array>
#include <cstdlib>
#include <encke/base/error.hpp>
#include <encke/comm/mpi.hpp>
#include <encke/comm/mpi_session.hpp>
#include <encke/host/processors.hpp>
#include <exception>
#include <string>
#include <vector>

namespace encke {
namespace {

constexpr double patience_s = 10;

/// True if a launcher of parallel programs started this process: OpenMPI, PMIx, MPICH and others
/// with PMI, Cray PALS, Slurm with one of its MPI plug-ins. SLURM_PROCID alone does not tell: a
/// batch script has it too.
bool launched() {
  constexpr std::array names{
      "OMPI_COMM_WORLD_SIZE", "PMIX_RANK",        "PMI_RANK",      "PMI_SIZE", "PMI_FD", "PMI_PORT",
      "PALS_RANKID",          "PMI_CONTROL_PORT", "SLURM_MPI_TYPE"};
  return std::ranges::any_of(names, [](const char* name) { return std::getenv(name) != nullptr; });
}

/// Number of processes that the launcher says it started; 0: it does not say.
int launched_ranks() {
  for (const char* name : {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE"}) {
    if (const char* text = std::getenv(name)) return std::atoi(text);
  }
  return 0;
}

/// The cores that this process may run on, one bit each.
std::array<std::int64_t, 16> my_cores() {
  std::array<std::int64_t, 16> cores;
  const std::vector<int> mine = processors_of_thread();
  cores.fill(mine.empty() ? -1 : 0);  // where it is not known: any core
  for (const int core : mine) {
    const auto word = static_cast<std::size_t>(core) / 64;
    if (word < cores.size()) cores[word] |= std::int64_t(std::uint64_t{1} << core % 64);
  }
  return cores;
}

int count_sharers(const Communicator& node) {
  const auto mine = my_cores();
  const std::vector<std::int64_t> all = node.all_gather(mine);
  int sharers = 0;
  for (std::size_t begin = 0; begin < all.size(); begin += mine.size()) {
    bool shared = false;
    for (std::size_t i = 0; i < mine.size(); ++i) shared |= (mine[i] & all[begin + i]) != 0;
    sharers += shared;
  }
  return std::max(sharers, 1);
}

}  // namespace

MpiSession::MpiSession(StartMpi start) : exceptions_(std::uncaught_exceptions()) {
  if (start == StartMpi::never || (start == StartMpi::if_launched && !launched())) return;
  const int expected = launched_ranks();
  if (start == StartMpi::always || comm::built_with_mpi()) {
    owner_ = comm::start_mpi();
    const auto transport = comm::mpi_world();
    world_ = Communicator(transport);
    ranks_on_my_cores_ = count_sharers(Communicator(comm::mpi_node(*transport)));
  }
  if (expected > 1 && world_.size() == 1) {
    if (owner_) comm::end_mpi(-1);
    throw Error(Failure::inconsistent,
                "the launcher started " + std::to_string(expected) +
                    " processes, but this one finds itself alone: " +
                    (comm::built_with_mpi() ? "Encke was built with another MPI than the launcher's"
                                            : "this build of Encke has no MPI"));
  }
}

MpiSession::~MpiSession() {
  if (!owner_) return;
  const bool after_exception = std::uncaught_exceptions() > exceptions_;
  comm::end_mpi(after_exception ? patience_s : -1);
}

}  // namespace encke
