#include <encke/job/request/request.hpp>

namespace encke::job {

std::vector<Shares> shares_of(const Request& request) {
  std::vector<Shares> shares;
  for (const auto& level : {request.phases, request.stages, request.shard}) {
    if (level) shares.push_back(*level);
  }
  return shares;
}

}  // namespace encke::job
