#pragma once

#include <cstddef>
#include <encke/base/index.hpp>
#include <utility>
#include <vector>

namespace encke::pair_search {

/// Pairs that all workers found together; a worker counts its own in `pairs`.
template <class Worker>
Index pairs_of(const std::vector<Worker>& workers) {
  Index sum = 0;
  for (const Worker& worker : workers) sum += worker.pairs;
  return sum;
}

/// What the workers have in `kept`, in their order; they have nothing left.
template <class Worker>
auto take_kept(std::vector<Worker>& workers) {
  auto all = std::move(workers[0].kept);
  for (std::size_t w = 1; w < workers.size(); ++w) {
    all.insert(all.end(), workers[w].kept.begin(), workers[w].kept.end());
    workers[w].kept = {};
  }
  return all;
}

}  // namespace encke::pair_search
