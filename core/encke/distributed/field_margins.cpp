#include <encke/distributed/field_margins.hpp>

namespace encke {

void sum_in_order(const Communicator& group, std::span<const std::vector<double>> parts,
                  std::span<double> sums) {
  constexpr int tag = 1;
  const int last = group.size() - 1;
  for (double& sum : sums) sum = 0;
  if (group.rank() > 0) group.receive(std::as_writable_bytes(sums), group.rank() - 1, tag).wait();
  for (const auto& part : parts) {
    for (std::size_t i = 0; i < sums.size(); ++i) sums[i] += part[i];
  }
  if (group.rank() < last) group.send(std::as_bytes(sums), group.rank() + 1, tag).wait();
  group.broadcast(std::as_writable_bytes(sums), last);
}

}  // namespace encke
