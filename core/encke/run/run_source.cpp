#include <algorithm>
#include <bit>
#include <encke/backend/registry.hpp>
#include <encke/base/error.hpp>
#include <encke/comm/agree.hpp>
#include <encke/run/run_source.hpp>
#include <string>
#include <vector>

namespace encke::detail {
namespace {

/// The largest of the ranks' values, none of which is negative.
double largest(const Communicator& world, double value) {
  std::int64_t bits[] = {std::bit_cast<std::int64_t>(value)};  // ordered as the values are
  world.maximum(bits);
  return std::bit_cast<double>(bits[0]);
}

Digest sum_digests(const Communicator& world, const Digest& mine) {
  const std::int64_t words[] = {static_cast<std::int64_t>(mine.high()),
                                static_cast<std::int64_t>(mine.low())};
  const auto all = world.all_gather(words);
  Digest sum;
  for (std::size_t i = 0; i < all.size(); i += 2) {
    sum.add(Digest(static_cast<std::uint64_t>(all[i]), static_cast<std::uint64_t>(all[i + 1])));
  }
  return sum;
}

Histogram sum_histograms(const Communicator& world, const Histogram& mine) {
  std::int64_t size[] = {static_cast<std::int64_t>(mine.counts.size())};
  world.maximum(size);
  Histogram sum = mine;
  sum.counts.resize(static_cast<std::size_t>(size[0]));
  sum.counts.push_back(mine.below);
  sum.counts.push_back(mine.nan);
  world.sum(sum.counts);
  sum.nan = sum.counts.back();
  sum.counts.pop_back();
  sum.below = sum.counts.back();
  sum.counts.pop_back();
  return sum;
}

}  // namespace

SpreadInput spread(io::Source& source, const Plan& plan, const Spread& wanted,
                   const Communicator& world) {
  const Element element = source.element();
  const Index vectors = source.vectors();
  const Index fields = source.fields();
  ProblemExtents problem{.vectors = vectors,
                         .fields = fields,
                         .cells = wanted.cells,
                         .sink_bytes = wanted.sink_bytes,
                         .element = element,
                         .on_demand = true,
                         .input = source.costs()};
  Estimate cut;
  agree(world, [&] {
    // If samples are missing shows when they are read: masks have their space.
    problem.vector_bytes = PackedVectors::bytes_for(element, vectors, fields, true);
    const WantedDecomposition axes{.field = wanted.fields_summed ? 0 : 1};
    problem.ranks =
        choose_decomposition(world.size(), axes, {plan.way, vectors, fields, problem.vector_bytes},
                             plan.memory)
            .decomposition;
    BackendOptions options = plan.backend_options;
    options.contraction = wanted.contraction;
    cut = estimate(plan, problem, *make_backend(plan.backend, options));
  });
  const Grid grid(world, problem.ranks);
  return {grid, read_share(source, Partition::of_blocks(vectors, cut.blocks), grid, cut.held)};
}

void check_files(const Communicator& world, const std::string& mine) {
  if (world.size() == 1) return;
  std::vector<std::string> files = world.gather(mine, 0);
  agree(world, [&] {
    if (!world.is_root()) return;
    std::sort(files.begin(), files.end());
    const auto same = std::adjacent_find(files.begin(), files.end());
    if (same == files.end()) return;
    throw Error(Failure::inconsistent,
                *same +
                    ": several ranks would write this file, each with its own hits alone. Give "
                    "each rank a name of its own; job::perform() makes one file.");
  });
}

Report sum_reports(const Communicator& world, const Report& mine) {
  if (world.size() == 1) return mine;
  Report sum = mine;
  std::int64_t counts[] = {mine.tuples, mine.values, mine.hits, mine.tiles, mine.bytes_shifted};
  world.sum(counts);
  sum.tuples = counts[0];
  sum.values = counts[1];
  sum.hits = counts[2];
  sum.tiles = counts[3];
  sum.bytes_shifted = counts[4];
  sum.comparisons = static_cast<double>(sum.tuples) * static_cast<double>(sum.fields);
  for (double* const time : {&sum.seconds, &sum.seconds_contract, &sum.seconds_combine,
                             &sum.seconds_check, &sum.seconds_sink, &sum.seconds_shift}) {
    *time = largest(world, *time);
  }
  sum.digest = sum_digests(world, mine.digest);
  sum.histogram = sum_histograms(world, mine.histogram);
  return sum;
}

}  // namespace encke::detail
