#include "encke/metrics.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <encke/base/error.hpp>
#include <encke/base/printable.hpp>
#include <encke/combine/p_values.hpp>
#include <encke/metric/builtin.hpp>
#include <encke/run/run.hpp>
#include <limits>
#include <vector>

#include "encke/process.hpp"
#include "encke/suggest.hpp"

namespace encke::cli {
namespace {

Ccc make_ccc(const Options& options) {
  return {.multiplier = options.multiplier, .gamma = options.gamma, .missing = options.missing};
}

/// A joint frequency is at most the least of the frequencies f, where they are of the same samples;
/// k f (1 - g f)^way is largest for f = 1 / (g (way + 1)).
double largest_correlation(const Options& options, bool complete) {
  if (!complete) return options.multiplier;
  const double f = std::min(1.0, 1 / (options.gamma * (options.way + 1)));
  return options.multiplier * f * std::pow(1 - options.gamma * f, options.way);
}

Report run_ccc(const Options& options, const RankVectors& mine, const Plan& plan, const Grid& grid,
               Sink& sink) {
  const Ccc ccc = make_ccc(options);
  if (options.input == Input::alleles) return run(AlleleCcc{ccc}, mine, plan, grid, sink);
  return run(ccc, mine, plan, grid, sink);
}

Duo make_duo(const Options& options) {
  return {.multiplier = options.multiplier, .gamma = options.gamma, .missing = options.missing};
}

Sorenson make_sorenson(const Options& options) {
  return options.empty_pair == EmptyPair::same ? Sorenson{.empty = 1} : Sorenson{};
}

Ps make_ps(const Options& options) {
  return options.empty_pair == EmptyPair::same ? Ps{.empty = 1} : Ps{};
}

/// Value of two empty samples: of equal ones, or none.
double empty_distance(const Options& options) {
  return options.empty_pair == EmptyPair::same ? 0 : std::numeric_limits<double>::quiet_NaN();
}

int one_cell(int) { return 1; }

double largest_distance(const Options& options, bool) {
  return options.method == UnifracMethod::weighted_unnormalized ? std::numeric_limits<double>::max()
                                                                : 1;
}

Report run_unifrac(const Options& options, const RankVectors& mine, const Plan& plan,
                   const Grid& grid, Sink& sink) {
  const double empty = empty_distance(options);
  const UnifracMethod method = computed_method(options);
  const bool normalized = method == UnifracMethod::weighted_normalized;
  switch (method) {
    case UnifracMethod::unweighted:
      return run(UnweightedUnifrac{.empty = empty}, mine, plan, grid, sink);
    case UnifracMethod::generalized:
      return run(GeneralizedUnifrac{.empty = empty}, mine, plan, grid, sink);
    case UnifracMethod::weighted_normalized:
    case UnifracMethod::weighted_unnormalized:
      break;
  }
  return run(WeightedUnifrac{.normalized = normalized, .empty = empty}, mine, plan, grid, sink);
}

double largest_share(const Options&, bool) { return 1; }

/// Whole numbers have the kernels that fit them; values have the same bits with each.
Report run_ps(const Options& options, const RankVectors& mine, const Plan& plan, const Grid& grid,
              Sink& sink) {
  const double empty = make_ps(options).empty;
  const Element element = options.numbers.value_or(Element::float64);
  if (element == Element::bit) return run(Sorenson{.empty = empty}, mine, plan, grid, sink);
  if (is_count(element)) return run(CountPs{.empty = empty}, mine, plan, grid, sink);
  return run(make_ps(options), mine, plan, grid, sink);
}

RSquared make_r2(const Options&) { return {}; }

template <auto make>
int cells_of(int way) {
  using Metric = decltype(make(Options{}));
  return way == 2 ? Metric::template cells<2> : Metric::template cells<3>;
}

template <auto make>
Report run_metric(const Options& options, const RankVectors& mine, const Plan& plan,
                  const Grid& grid, Sink& sink) {
  return run(make(options), mine, plan, grid, sink);
}

double largest_score(const Options& options, bool) {
  return options.score == Score::mi ? std::log(2.0) : std::numeric_limits<double>::infinity();
}

/// Calls work(metric) with the score that the options ask for.
template <class Work>
auto with_score(const Options& options, Index fields, const Work& work) {
  switch (options.score) {
    case Score::mi:
      return work(MutualInformation(fields));
    case Score::chi2:
      return work(ChiSquared{});
    case Score::boost:
      return work(Interaction{});
    case Score::k2:
      break;
  }
  return work(K2(fields));
}

Report run_epistasis(const Options& options, const RankVectors& mine, const Plan& plan,
                     const Grid& grid, Sink& sink) {
  return with_score(options, mine.fields,
                    [&](const auto& metric) { return run(metric, mine, plan, grid, sink); });
}

constexpr std::string_view epistasis_examples =
    "Examples:\n"
    "  encke epistasis --bfile cohort --score chi2 --threshold 40 --out pairs\n"
    "  encke epistasis --bfile cohort --way 3 --top 100 --permutations 1000\n"
    "  encke epistasis --bfile cohort --score mi --best --pheno traits.txt --pheno-name diabetes\n";
constexpr std::string_view ccc_examples =
    "Examples:\n"
    "  encke ccc --bfile cohort --threshold 0.7 --out cohort\n"
    "  encke ccc --bfile cohort --maf 0.05 --geno 0.1 --way 3 --top 10000 --format abc\n"
    "  encke ccc --alleles microsatellites.tsv --threshold 0.5 --out alleles\n"
    "  encke plan ccc --bfile cohort --way 3 --threshold 0.6\n";
constexpr std::string_view duo_examples =
    "Examples:\n"
    "  encke duo --bfile cohort --threshold 0.7 --out cohort\n"
    "  encke duo --table alleles.tsv --way 3 --top 1000\n";
constexpr std::string_view sorenson_examples =
    "Examples:\n"
    "  encke sorenson --table presence.tsv --threshold 0.8 --out similar\n"
    "  encke sorenson --bfile cohort --missing none --format npy\n";
constexpr std::string_view ps_examples =
    "Examples:\n"
    "  encke ps --table counts.tsv --threshold 0.8 --out similar\n"
    "  encke ps --table profiles.npy --precision f32 --format npy\n"
    "  encke plan ps --packed vectors.bin --num-vectors 10000 --num-fields 500 --way 3\n";

constexpr std::string_view r2_examples =
    "Examples:\n"
    "  encke r2 --bfile cohort --threshold 0.8 --out cohort\n"
    "  encke r2 --bfile cohort --maf 0.05 --geno 0.1 --top 1000 --format abc\n";

constexpr std::string_view unifrac_examples =
    "Examples:\n"
    "  encke unifrac --biom table.biom --tree tree.nwk --format lsmat --out distances\n"
    "  encke unifrac --biom table.biom --tree tree.nwk --method generalized --alpha 0.5 --format "
    "hdf5\n";

constexpr std::array table = {
    MetricEntry{"ccc", "Custom Correlation Coefficient of all pairs or triples of variants",
                ccc_examples, Kind::genotypes, true, 4.5, cells_of<make_ccc>, largest_correlation,
                run_ccc},
    MetricEntry{"duo", "CCC's relative for vectors of one allele (bit) a sample", duo_examples,
                Kind::bits, true, 4, cells_of<make_duo>, largest_correlation, run_metric<make_duo>},
    MetricEntry{"ps",
                "Proportional Similarity (1 - Bray-Curtis) of all pairs or triples of profiles",
                ps_examples, Kind::reals, false, 0, cells_of<make_ps>, largest_share, run_ps},
    MetricEntry{"sorenson", "Sorenson's (Dice's) index of all pairs or triples of sets (bits)",
                sorenson_examples, Kind::bits, false, 0, cells_of<make_sorenson>, largest_share,
                run_metric<make_sorenson>},
    MetricEntry{"epistasis",
                "pairs or triples of variants that together go with a disease (case/control)",
                epistasis_examples, Kind::classes, true, 0, [](int) { return 1; }, largest_score,
                run_epistasis},
    MetricEntry{"unifrac", "UniFrac distance on a tree, of all pairs of samples", unifrac_examples,
                Kind::branches, false, 0, one_cell, largest_distance, run_unifrac},
    MetricEntry{"r2", "linkage disequilibrium r2 of all pairs of variants (plink2 --r2-unphased)",
                r2_examples, Kind::moments, true, 0, one_cell, largest_share, run_metric<make_r2>},
};

}  // namespace

std::span<const MetricEntry> metric_table() { return table; }

const MetricEntry& find_metric(std::string_view name) {
  std::vector<std::string_view> known = {"plan"};
  std::string names;
  for (const MetricEntry& entry : table) {
    if (entry.name == name) return entry;
    known.push_back(entry.name);
    names += (names.empty() ? "" : ", ") + std::string(entry.name);
  }
  throw Error(Failure::command_line, "no metric " + in_quotes(name) + ": one of " + names +
                                         " expected" + suggestion(name, known));
}

std::vector<double> permutation_p_values(const Options& options, io::Source& source,
                                         const sink::Collect& hits) {
  return with_score(options, source.fields(), [&](const auto& metric) {
    using Metric = std::decay_t<decltype(metric)>;
    if constexpr (MetricFor<Metric, 3>) {
      if (options.way == 3) {
        return encke::permutation_p_values<3>(metric, source, std::span(hits.triples()),
                                              *options.permutations, options.seed,
                                              refuse_if_stopped);
      }
    }
    return encke::permutation_p_values<2>(metric, source, std::span(hits.pairs()),
                                          *options.permutations, options.seed, refuse_if_stopped);
  });
}

bool has_empty_pairs(const MetricEntry& metric) {
  return metric.multiplier == 0 && metric.kind != Kind::classes && metric.kind != Kind::moments;
}

std::string_view score_name(Score score) {
  static constexpr std::string_view names[] = {"k2", "mi", "chi2", "boost"};
  return names[static_cast<int>(score)];
}

int cells_of(const MetricEntry& metric, const Options& options) {
  return options.input == Input::alleles ? 1 : metric.cells(options.way);
}

Element element_of(const MetricEntry& metric, const Options& options) {
  if (metric.kind == Kind::genotypes) return Element::genotype;
  if (metric.kind == Kind::moments) return Element::genotype_moments;
  if (metric.kind == Kind::bits) return Element::bit;
  if (metric.kind == Kind::classes) return Element::case_control;
  if (options.numbers) return *options.numbers;
  const bool narrow = options.precision == Precision::float32;
  if (metric.kind == Kind::branches) {
    const UnifracMethod method = computed_method(options);
    if (method == UnifracMethod::generalized)
      return narrow ? Element::powered32 : Element::powered64;
    if (method == UnifracMethod::unweighted) {
      return narrow ? Element::weighted_bits32 : Element::weighted_bits64;
    }
  }
  return narrow ? Element::float32 : Element::float64;
}

}  // namespace encke::cli
