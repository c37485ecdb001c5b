#include <encke/job/request/metrics/common.hpp>
#include <encke/job/request/metrics/rows.hpp>
#include <encke/run/builtin_runs.hpp>
#include <encke/run/share_left.hpp>

namespace encke::job::metrics {
namespace {

Element element_of_ps(const Request& request) {
  if (request.numbers) return *request.numbers;
  return request.precision == Precision::float32 ? Element::float32 : Element::float64;
}

/// Whole numbers have the kernels that fit them; values have the same bits with each.
Report run_ps(const Request& request, const RankVectors& mine, const Plan& plan, const Grid& grid,
              Sink& sink) {
  const double empty = empty_similarity(request);
  const bool distance = request.distance;
  const Element element = request.numbers.value_or(Element::float64);
  if (element == Element::bit)
    return encke::run(Sorenson{.empty = empty, .distance = distance}, mine, plan, grid, sink);
  if (element.contraction == ContractionId::count_minima) {
    return encke::run(CountPs{.empty = empty, .distance = distance}, mine, plan, grid, sink);
  }
  return encke::run(Ps{.empty = empty, .distance = distance}, mine, plan, grid, sink);
}

std::optional<double> share_left_of_ps(const Request& request, const PackedVectors& vectors,
                                       const Plan& plan, TileBackend& backend) {
  if (element_of_ps(request) != Element::bit) return std::nullopt;
  const Sorenson sorenson{.empty = empty_similarity(request), .distance = request.distance};
  return share_left(sorenson, vectors, plan, backend);
}

constexpr Input ps_inputs[] = {Input::table, Input::biom, Input::packed, Input::synthetic};
constexpr Parameter ps_parameters[] = {
    {"--way"},
    {"--empty-pair"},
    {"--distance"},
    {"--below", below_of_distances},
    {"--seed", seed_of_subsamples},
    {"--precision",
     "auto (default): f64, and whole numbers where the data\nare such; f64 or f32: of values and "
     "elements; u16, u8,\nu3, u2: whole numbers of so many bits"},
    {"--checksum"},
    {"--check",
     "check the tallies of every tile by their sums; a wrong\none, from faulty hardware, ends the "
     "run (exit 21).\nWhole numbers only (see --precision)"},
    {"--no-pruning"},
    {"--force-pruning"}};

}  // namespace

constinit const MetricRow ps = {
    .name = "ps",
    .summary = "Proportional Similarity (1 - Bray-Curtis) of all pairs or triples",
    .examples =
        "  encke ps --table counts.tsv --threshold 0.8 --out similar\n"
        "  encke ps --table profiles.npy --precision f32 --format npy\n"
        "  encke plan ps --packed v.bin --num-vectors 10000 --num-fields 500 --way 3\n",
    .words = {"profile", "profiles", "element", "elements"},
    .inputs = ps_inputs,
    .parameters = ps_parameters,
    .whole_numbers = true,
    .same = 1,
    .cells = one_cell,
    .largest = at_most_one,
    .element = element_of_ps,
    .run = run_ps,
    .share_left = share_left_of_ps,
    .empty_value = empty_similarity,
    .small_is_good = is_distance};

}  // namespace encke::job::metrics
