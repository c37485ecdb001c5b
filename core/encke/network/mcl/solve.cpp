#include <algorithm>
#include <array>
#include <encke/host/threads/host_loop.hpp>
#include <encke/network/mcl/interpret.hpp>
#include <encke/network/mcl/limit.hpp>
#include <encke/network/mcl/solve.hpp>
#include <encke/network/mcl/together.hpp>
#include <encke/sparse/products.hpp>
#include <utility>

namespace encke::network {
namespace {

/// Components of as many nodes and more are worked on one after the other, by all threads.
constexpr Index shared_nodes = 1024;
/// Entries of several components that are worked on together, by Engine::spgemm.
constexpr Index most_together = Index{1} << 23;

/// The components from `first` on that are worked on together where products are those of whole
/// matrices: the first, and more while they have few entries. Returns their end.
std::size_t end_of_batch(std::span<const Index> nodes, const Pruning& pruning, std::size_t first) {
  Index entries = 0;
  std::size_t last = first;
  while (last < nodes.size()) {
    entries += entries_of(nodes[last], pruning);
    if (last > first && entries > most_together) break;
    ++last;
  }
  return last;
}

class Solving {
 public:
  Solving(const Starts& starts, const MclOptions& options,
          const std::function<void(std::size_t, FinishedComponent)>& take)
      : starts_(starts),
        options_(options),
        take_(take),
        scratch_(static_cast<std::size_t>(options.threads)) {
    for (auto& scratch : scratch_) scratch.resize(static_cast<std::size_t>(options.threads));
  }

  void one_by_one() {
    std::size_t shared = 0;  // components come by size
    while (options_.threads > 1 && shared < starts_.nodes.size() &&
           starts_.nodes[shared] >= shared_nodes) {
      work_on(shared++, options_.threads, scratch_[0]);
    }
    const auto left = static_cast<Index>(starts_.nodes.size() - shared);
    thread_loop(options_.threads, left, [&](Index place, int thread) {
      work_on(shared + static_cast<std::size_t>(place), 1,
              scratch_[static_cast<std::size_t>(thread)]);
    });
  }

  void together() {
    for (std::size_t first = 0; first < starts_.nodes.size();) {
      const std::size_t last = end_of_batch(starts_.nodes, options_.pruning, first);
      work_on_batch(first, last);
      first = last;
    }
  }

 private:
  /// True where it was found before.
  bool take_kept(std::size_t place, const Columns& start, Kept& kept) {
    if (!is_kept(start.count(), options_)) return false;
    kept = kept_of(start, options_);
    if (kept.before == nullptr) return false;
    take_(place, *kept.before);
    return true;
  }

  void take_limit(std::size_t place, const Limit& limit, const Kept& kept) {
    FinishedComponent part{interpret(limit.columns, options_.overlap), limit.iterations};
    if (is_kept(limit.columns.count(), options_)) options_.finished->add(kept.key, part);
    take_(place, std::move(part));
  }

  void work_on(std::size_t place, int threads, std::vector<LimitScratch>& scratch) {
    Columns start = starts_.matrix(place);
    Kept kept;
    if (take_kept(place, start, kept)) return;
    const Limit limit = find_limit(std::move(start), options_.pruning, options_.inflation, threads,
                                   scratch, options_.check_stop);
    take_limit(place, limit, kept);
  }

  void work_on_batch(std::size_t first, std::size_t last) {
    std::vector<Columns> starts;
    std::vector<std::size_t> places;  // of each start
    std::vector<Kept> all_kept;
    for (std::size_t place = first; place < last; ++place) {
      Columns start = starts_.matrix(place);
      Kept kept;
      if (take_kept(place, start, kept)) continue;
      starts.push_back(std::move(start));
      places.push_back(place);
      all_kept.push_back(kept);
    }
    find_limits(starts, options_.pruning, options_.inflation, options_.check_stop,
                [&](std::size_t number, const Limit& limit) {
                  take_limit(places[number], limit, all_kept[number]);
                });
  }

  const Starts& starts_;
  const MclOptions& options_;
  const std::function<void(std::size_t, FinishedComponent)>& take_;
  std::vector<std::vector<LimitScratch>> scratch_;
};

/// What Engine::spgemm needs.
Index memory_together(std::span<const Index> nodes, const MclOptions& options, bool some) {
  const auto bytes_of = [](Index entries, Index square) {
    const Index unpruned = std::min(square, most_unpruned(entries));
    // Two matrices and what is made of a block, of 8 bytes an entry, beside what the product has.
    return entries * (24 + sparse::Spgemm::bytes_of_right) +
           unpruned * sparse::Spgemm::bytes_of_product;
  };
  Index most = 0;
  Index all_entries = 0;
  Index all_square = 0;
  for (std::size_t first = 0; first < nodes.size();) {
    const std::size_t last = end_of_batch(nodes, options.pruning, first);
    Index entries = 0;
    Index square = 0;  // of all entries, were none pruned
    for (std::size_t place = first; place < last; ++place) {
      entries += entries_of(nodes[place], options.pruning);
      square += nodes[place] * nodes[place];
    }
    most = std::max(most, bytes_of(entries, square));
    all_entries += entries;
    all_square += square;
    first = last;
  }
  if (!some) return most;
  // Other components may come together than here.
  return std::max(most, bytes_of(std::min(all_entries, most_together), all_square));
}

}  // namespace

bool is_kept(std::size_t nodes, const MclOptions& options) {
  return options.finished != nullptr && nodes >= FinishedComponents::least_nodes;
}

Kept kept_of(const Columns& start, const MclOptions& options) {
  const Pruning& pruning = options.pruning;
  const std::array<double, 6> all = {options.inflation,
                                     pruning.prune,
                                     static_cast<double>(pruning.select),
                                     static_cast<double>(pruning.recover),
                                     pruning.recover_percent,
                                     static_cast<double>(options.overlap)};
  const auto key = FinishedComponents::key_of(start, all);
  return {key, options.finished->find(key)};
}

void solve(const Starts& starts, const MclOptions& options,
           const std::function<void(std::size_t, FinishedComponent)>& take) {
  Solving solving(starts, options, take);
  if (options.engine == Engine::spgemm) return solving.together();
  solving.one_by_one();
}

Index entries_of(Index size, const Pruning& pruning) {
  const Index select = pruning.select > 0 ? pruning.select : size;
  return size * std::min(size, std::max(select, pruning.recover));
}

Index solve_memory(std::span<const Index> nodes, const MclOptions& options, bool some) {
  const auto bytes_of = [&](Index size) {
    // Slabs have 4 bytes for any entry, and a bit for each column and slab.
    const Index slabs = size <= (Index{1} << 17) ? 4 * size * size + size * size / 64 : 0;
    const Index scratch = size * (8 + 4 + 4 + 64 * 4 + 24);
    // two matrices of 8 bytes an entry
    return entries_of(size, options.pruning) * 16 + slabs + scratch;
  };
  if (options.engine == Engine::spgemm) return memory_together(nodes, options, some);
  // Components come by size; small ones are worked on several at a time.
  Index most = 0;
  Index together = 0;
  int small = 0;
  for (const Index size : nodes) {
    most = std::max(most, bytes_of(size));
    if (size < shared_nodes && small < options.threads) {
      together += bytes_of(size);
      ++small;
    }
  }
  return std::max(most, together);
}

}  // namespace encke::network
