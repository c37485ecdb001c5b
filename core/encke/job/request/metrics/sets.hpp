#pragma once

#include <encke/job/request/metrics/common.hpp>
#include <encke/run/builtin_runs.hpp>

// What indices of sets, given as bits, have in common.
namespace encke::job::metrics {

template <class Index>
Index index_of(const Request& request) {
  return {.empty = empty_similarity(request), .distance = request.distance};
}

template <class Index>
Report run_index(const Request& request, const RankVectors& mine, const Plan& plan,
                 const Grid& grid, Sink& sink) {
  return encke::run(index_of<Index>(request), mine, plan, grid, sink);
}

inline constexpr auto inputs_of_sets =
    genotypes_and(Input::table, Input::biom, Input::packed, Input::synthetic, Input::fps);

template <std::same_as<Parameter>... More>
constexpr auto parameters_of_sets(More... more) {
  return std::array{more...,
                    Parameter{"--missing",
                              "auto (default): a missing element is refused;\n"
                              "none: the code for missing means the bit 0"},
                    Parameter{"--empty-pair"},
                    Parameter{"--distance"},
                    Parameter{"--below", below_of_distances},
                    Parameter{"--seed", seed_of_subsamples},
                    Parameter{"--checksum"},
                    Parameter{"--check"},
                    Parameter{"--no-pruning"},
                    Parameter{"--force-pruning"},
                    Parameter{"--bfile", bits_of_bfile},
                    Parameter{"--biom", presence_in_biom},
                    Parameter{"--table", table_of_bits}};
}

/// The row of the metric `Index`, which wants its name, summary, examples and parameters.
template <class Index>
constexpr MetricRow row_of_sets(std::string_view name, std::string_view summary,
                                std::string_view examples, std::span<const Parameter> parameters) {
  return {.name = name,
          .summary = summary,
          .examples = examples,
          .words = {"set", "sets", "element", "elements"},
          .inputs = inputs_of_sets,
          .parameters = parameters,
          .same = 1,
          .cells = one_cell,
          .largest = at_most_one,
          .element = always<Element::bit>,
          .run = run_index<Index>,
          .empty_value = empty_similarity,
          .small_is_good = is_distance};
}

}  // namespace encke::job::metrics
