#include <mpi.h>

#include <algorithm>
#include <array>
#include <encke/base/error.hpp>
#include <encke/comm/mpi/error.hpp>
#include <string>

namespace encke::comm {
namespace {

Failure failure_of(int code) {
  int kind = MPI_ERR_UNKNOWN;
  MPI_Error_class(code, &kind);
  if (kind == MPI_ERR_NO_MEM) return Failure::memory;
  const std::array wrong_arguments{MPI_ERR_BUFFER, MPI_ERR_COUNT,   MPI_ERR_TYPE, MPI_ERR_TAG,
                                   MPI_ERR_COMM,   MPI_ERR_RANK,    MPI_ERR_ROOT, MPI_ERR_GROUP,
                                   MPI_ERR_OP,     MPI_ERR_REQUEST, MPI_ERR_ARG,  MPI_ERR_TRUNCATE};
  return std::ranges::find(wrong_arguments, kind) != wrong_arguments.end() ? Failure::internal
                                                                           : Failure::rank_died;
}

}  // namespace

void check_mpi(int code, const char* function) {
  if (code == MPI_SUCCESS) return;
  std::array<char, MPI_MAX_ERROR_STRING> text{};
  int length = 0;
  MPI_Error_string(code, text.data(), &length);
  throw Error(failure_of(code), std::string("communication between ranks failed: ") + function +
                                    ": " +
                                    std::string(text.data(), static_cast<std::size_t>(length)));
}

}  // namespace encke::comm
