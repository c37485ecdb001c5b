#include <array>
#include <encke/comm/agree.hpp>

namespace encke::comm {

void agree_on(const Communicator& ranks, const std::optional<Error>& mine) {
  const auto size = static_cast<std::int64_t>(ranks.size());
  // The lowest failing rank, as a maximum; 0: none.
  std::array<std::int64_t, 1> first{mine ? size - ranks.rank() : 0};
  ranks.maximum(first);
  if (first[0] == 0) return;
  const int teller = static_cast<int>(size - first[0]);
  std::array<std::int64_t, 1> failure{};
  if (ranks.rank() == teller) failure[0] = mine->exit_code();
  ranks.sum(failure);
  const std::string message =
      ranks.broadcast(ranks.rank() == teller ? std::string(mine->what()) : std::string(), teller);
  throw AgreedError(static_cast<Failure>(failure[0]), message);
}

}  // namespace encke::comm
