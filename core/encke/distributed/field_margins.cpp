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

namespace detail {

std::vector<double> sum_parts(const Communicator& group, std::size_t size,
                              std::span<const std::vector<double>> parts) {
  std::vector<double> all(size);
  sum_in_order(group, parts, all);
  return all;
}

std::vector<std::int64_t> sum_parts(const Communicator& group, std::size_t size,
                                    std::span<const std::vector<std::int64_t>> parts) {
  std::vector<std::int64_t> all(size);
  for (const auto& part : parts) {
    for (std::size_t i = 0; i < size; ++i) all[i] += part[i];
  }
  group.sum(all);
  return all;
}

}  // namespace detail

}  // namespace encke
