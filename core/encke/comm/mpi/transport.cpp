#include <mpi.h>

#include <encke/base/error.hpp>
#include <encke/comm/backoff.hpp>
#include <encke/comm/mpi.hpp>
#include <encke/comm/mpi/error.hpp>
#include <encke/comm/mpi/gpu_aware.hpp>
#include <exception>
#include <string>
#include <vector>

namespace encke::comm {
namespace {

bool ended() {
  int flag = 0;
  MPI_Finalized(&flag);
  return flag != 0;
}

/// Waits as a rank should that may share its core; `function` started the request.
void wait_for(MPI_Request request, const char* function) {
  Backoff backoff;
  int finished = 0;
  while (true) {
    check_mpi(MPI_Test(&request, &finished, MPI_STATUS_IGNORE), function);
    if (finished != 0) return;
    backoff.pause();
  }
}

int as_count(std::size_t n) { return static_cast<int>(n); }

/// A message of `bytes` bytes between two ranks.
class Message final : public Request {
 public:
  Message(bool is_send, std::size_t bytes) : is_send_(is_send), bytes_(bytes) {}

  ~Message() override {
    if (handle == MPI_REQUEST_NULL || ended()) return;
    // A receive that has not begun will now leave its memory alone. A send cannot be called back.
    if (!is_send_) MPI_Cancel(&handle);
    MPI_Request_free(&handle);
  }

  bool done() override {
    if (handle == MPI_REQUEST_NULL) return true;
    int finished = 0;
    MPI_Status status;
    check_mpi(MPI_Test(&handle, &finished, &status), is_send_ ? "MPI_Isend" : "MPI_Irecv");
    if (finished == 0) return false;
    int received = 0;
    if (!is_send_) MPI_Get_count(&status, MPI_BYTE, &received);
    if (!is_send_ && received != as_count(bytes_)) {
      throw Error(Failure::internal, "a message has " + std::to_string(bytes_) +
                                         " bytes on one side and " + std::to_string(received) +
                                         " on the other");
    }
    return true;
  }

  void wait() override {
    for (Backoff backoff; !done();) backoff.pause();
  }

  MPI_Request handle = MPI_REQUEST_NULL;

 private:
  bool is_send_;
  std::size_t bytes_;
};

class MpiTransport final : public Transport {
 public:
  /// Takes the group over.
  explicit MpiTransport(MPI_Comm group) : group_(group) {
    check_mpi(MPI_Comm_set_errhandler(group_, MPI_ERRORS_RETURN), "MPI_Comm_set_errhandler");
    check_mpi(MPI_Comm_rank(group_, &rank_), "MPI_Comm_rank");
    check_mpi(MPI_Comm_size(group_, &size_), "MPI_Comm_size");
    int level = MPI_THREAD_SINGLE;
    check_mpi(MPI_Query_thread(&level), "MPI_Query_thread");
    concurrent_ = level == MPI_THREAD_MULTIPLE;
  }

  // The standard calls freeing collective, and "it is anticipated that this operation will normally
  // be implemented to be local"; in OpenMPI and MPICH it is. On the way out after an exception
  // other ranks may still send to the group, which would meet the next one with the same number: it
  // is kept.
  ~MpiTransport() override {
    if (!ended() && std::uncaught_exceptions() == 0) MPI_Comm_free(&group_);
  }

  int rank() const override { return rank_; }
  int size() const override { return size_; }
  bool concurrent() const override { return concurrent_; }
  GpuAware gpu_aware() const override { return mpi_gpu_aware(); }
  MPI_Comm group() const { return group_; }

  std::shared_ptr<const Transport> split(int color, int key) const override {
    MPI_Comm part = MPI_COMM_NULL;
    check_mpi(MPI_Comm_split(group_, color, key, &part), "MPI_Comm_split");
    return std::make_shared<MpiTransport>(part);
  }

  void barrier() const override {
    MPI_Request request = MPI_REQUEST_NULL;
    check_mpi(MPI_Ibarrier(group_, &request), "MPI_Ibarrier");
    wait_for(request, "MPI_Ibarrier");
  }

  void broadcast(std::span<std::byte> bytes, int root) const override {
    MPI_Request request = MPI_REQUEST_NULL;
    check_mpi(MPI_Ibcast(bytes.data(), as_count(bytes.size()), MPI_BYTE, root, group_, &request),
              "MPI_Ibcast");
    wait_for(request, "MPI_Ibcast");
  }

  void reduce(std::span<std::int64_t> values, Reduction reduction) const override {
    const MPI_Op op = reduction == Reduction::sum       ? MPI_SUM
                      : reduction == Reduction::maximum ? MPI_MAX
                                                        : MPI_BOR;
    MPI_Request request = MPI_REQUEST_NULL;
    check_mpi(MPI_Iallreduce(MPI_IN_PLACE, values.data(), as_count(values.size()), MPI_INT64_T, op,
                             group_, &request),
              "MPI_Iallreduce");
    wait_for(request, "MPI_Iallreduce");
  }

  void all_gather(std::span<const std::int64_t> mine, std::span<const std::int64_t> counts,
                  std::span<std::int64_t> all) const override {
    std::vector<int> lengths;
    std::vector<int> begins;
    int begin = 0;
    for (const std::int64_t count : counts) {
      lengths.push_back(static_cast<int>(count));
      begins.push_back(begin);
      begin += lengths.back();
    }
    MPI_Request request = MPI_REQUEST_NULL;
    check_mpi(MPI_Iallgatherv(mine.data(), as_count(mine.size()), MPI_INT64_T, all.data(),
                              lengths.data(), begins.data(), MPI_INT64_T, group_, &request),
              "MPI_Iallgatherv");
    wait_for(request, "MPI_Iallgatherv");
  }

  std::unique_ptr<Request> send(std::span<const std::byte> bytes, int to, int tag) const override {
    auto message = std::make_unique<Message>(true, bytes.size());
    check_mpi(MPI_Isend(bytes.data(), as_count(bytes.size()), MPI_BYTE, to, tag, group_,
                        &message->handle),
              "MPI_Isend");
    return message;
  }

  std::unique_ptr<Request> receive(std::span<std::byte> bytes, int from, int tag) const override {
    auto message = std::make_unique<Message>(false, bytes.size());
    check_mpi(MPI_Irecv(bytes.data(), as_count(bytes.size()), MPI_BYTE, from, tag, group_,
                        &message->handle),
              "MPI_Irecv");
    return message;
  }

  void abort(int exit_code) const override { MPI_Abort(MPI_COMM_WORLD, exit_code); }

 private:
  MPI_Comm group_;
  int rank_ = 0;
  int size_ = 1;
  bool concurrent_ = false;
};

}  // namespace

std::shared_ptr<const Transport> mpi_world() {
  MPI_Comm all = MPI_COMM_NULL;
  check_mpi(MPI_Comm_dup(MPI_COMM_WORLD, &all), "MPI_Comm_dup");
  return std::make_shared<MpiTransport>(all);
}

std::shared_ptr<const Transport> mpi_node(const Transport& world) {
  MPI_Comm node = MPI_COMM_NULL;
  check_mpi(MPI_Comm_split_type(dynamic_cast<const MpiTransport&>(world).group(),
                                MPI_COMM_TYPE_SHARED, world.rank(), MPI_INFO_NULL, &node),
            "MPI_Comm_split_type");
  return std::make_shared<MpiTransport>(node);
}

}  // namespace encke::comm
