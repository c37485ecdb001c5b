#include <encke/distributed/field_margins.hpp>

namespace encke {

void sum_in_order(const Communicator& line, std::span<const std::vector<double>> parts,
                  std::span<double> sums) {
  constexpr int tag = 1;
  const int last = line.size() - 1;
  for (double& sum : sums) sum = 0;
  if (line.rank() > 0) line.receive(std::as_writable_bytes(sums), line.rank() - 1, tag).wait();
  for (const auto& part : parts) {
    for (std::size_t i = 0; i < sums.size(); ++i) sums[i] += part[i];
  }
  if (line.rank() < last) line.send(std::as_bytes(sums), line.rank() + 1, tag).wait();
  line.broadcast(std::as_writable_bytes(sums), last);
}

}  // namespace encke
