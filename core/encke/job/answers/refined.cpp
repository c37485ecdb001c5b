#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <encke/base/error.hpp>
#include <encke/base/index.hpp>
#include <encke/base/student_tail.hpp>
#include <encke/base/text/text.hpp>
#include <encke/comm/agree.hpp>
#include <encke/host/threads/host_loop.hpp>
#include <encke/io/traits/sample_numbers.hpp>
#include <encke/job/answers/genotype_rows.hpp>
#include <encke/job/answers/refined.hpp>
#include <encke/job/output/paths.hpp>
#include <encke/job/output/sizes.hpp>
#include <encke/job/request/input.hpp>
#include <encke/sink/format/value_text.hpp>
#include <limits>
#include <numeric>

namespace encke::job {
namespace {

constexpr std::size_t most_held = std::size_t{1} << 14;
constexpr int most_workers = 256;

/// Numbers by column, of all samples of the input.
using Columns = std::vector<std::span<const double>>;

/// The samples all of whose numbers are known.
std::vector<Index> known_in(const Columns& columns, Index samples) {
  std::vector<Index> known;
  for (Index s = 0; s < samples; ++s) {
    const bool all = std::none_of(columns.begin(), columns.end(),
                                  [s](const auto& column) { return std::isnan(column[idx(s)]); });
    if (all) known.push_back(s);
  }
  return known;
}

/// With mean 0 and deviation 1. Throws Error(inconsistent) where all are the same.
void add_standardised(std::span<const double> column, const std::vector<Index>& known,
                      const std::string& file, const std::string& name, std::vector<double>& to) {
  double mean = 0, squares = 0;
  const auto n = static_cast<double>(known.size());
  for (const Index s : known) mean += column[idx(s)] / n;
  for (const Index s : known) squares += (column[idx(s)] - mean) * (column[idx(s)] - mean) / n;
  if (!(squares > 0) || !std::isfinite(squares)) {
    throw Error(Failure::inconsistent,
                fmt::format("{}: column {} has the same number for all of {}, different ones "
                            "expected",
                            file, name, counted(std::ssize(known), "sample")));
  }
  for (const Index s : known) to.push_back((column[idx(s)] - mean) / std::sqrt(squares));
}

std::string remark_on(const std::string& what, const io::SampleNumbers& numbers,
                      const std::vector<std::string>& columns) {
  return fmt::format("{} of {} ({} bytes, digest {}): {}", what, numbers.record.path,
                     numbers.record.bytes, numbers.record.digest, fmt::join(columns, ", "));
}

/// What the regressions are of. Adds to `remarks`.
Refinement read_numbers(const Request& request, io::Source& source,
                        std::vector<std::string>& remarks) {
  const std::vector<std::string>& names = source.field_names();
  const auto samples = static_cast<std::size_t>(source.fields());
  if (names.size() != samples) {
    throw Error(Failure::inconsistent, "--refine: the input does not name its samples");
  }
  Refinement found;
  Columns columns;
  io::SampleNumbers trait, covariates;
  std::vector<double> classes;
  if (request.refine == Refine::linear) {
    found.model = RegressionModel::linear;
    trait = io::read_trait(trait_of(request), names);
    columns.push_back(trait.column(0, samples));
    remarks.push_back(remark_on("trait", trait, {trait.columns.front()}));
  } else {
    const Index controls = source.read({{0, 0}, {0, source.fields()}}).class_fields(0).size();
    classes.assign(samples, 1);
    std::fill_n(classes.begin(), controls, 0);
    columns.emplace_back(classes);
  }
  if (!request.covariates.empty()) {
    covariates = io::read_sample_numbers(request.covariates, request.covariate_names, names);
    for (std::size_t c = 0; c < covariates.columns.size(); ++c) {
      columns.push_back(covariates.column(c, samples));
    }
    remarks.push_back(remark_on("covariates", covariates, covariates.columns));
  }
  found.samples.fields = known_in(columns, source.fields());
  const Index known = found.samples.size();
  remarks.push_back(fmt::format("regressions are of {} of {}, all of whose numbers are known",
                                grouped(known), counted(source.fields(), "sample")));
  if (known == 0) throw Error(Failure::inconsistent, "--refine: " + remarks.back());
  for (const Index s : found.samples.fields) found.samples.trait.push_back(columns[0][idx(s)]);
  for (std::size_t c = 0; c < covariates.columns.size(); ++c) {
    add_standardised(columns[c + 1], found.samples.fields, request.covariates,
                     covariates.columns[c], found.samples.covariates);
  }
  return found;
}

}  // namespace

std::optional<Refinement> read_refinement(const Request& request, io::Source& source,
                                          std::vector<std::string>& remarks,
                                          const Communicator& world) {
  std::optional<Refinement> refinement;
  agree(world, [&] {
    if (!world.is_root() || request.refine == Refine::none) return;
    refinement = read_numbers(request, source, remarks);
  });
  return refinement;
}

Refined::Refined(const Request& request, sink::Ids ids, io::Source& source,
                 const Refinement& refinement, std::function<void()> check_stop)
    : ids_(std::move(ids)),
      source_(source),
      refinement_(refinement),
      check_stop_(std::move(check_stop)),
      file_(refined_path(request)),
      sorter_(file_.path(), sort_limits(request)) {
  const int workers =
      request.threads > 0 ? std::min(request.threads, most_workers) : thread_workers(most_workers);
  for (int w = 0; w < workers; ++w) workers_.emplace_back(refinement.samples, refinement.model);
  file_.write(refinement.model == RegressionModel::logistic
                  ? "#ID1\tID2\tVALUE\tBETA\tOR\tSE\tZ\tP\tN\tCODE\n"
                  : "#ID1\tID2\tVALUE\tBETA\tSE\tT\tP\tN\tCODE\n");
}

void Refined::take(std::span<const Hit<3>> /*hits*/) {
  throw Error(Failure::internal, "regressions are of pairs, and triples came");
}

void Refined::flush_before(Index /*vector*/) { drain(); }

void Refined::finish() {
  drain();
  refine_held();
  file_.commit();
}

void Refined::drain() {
  sorter_.drain([this](std::span<const Hit<2>> hits) { hold(hits); });
}

void Refined::hold(std::span<const Hit<2>> hits) {
  const auto most_vectors = static_cast<std::size_t>(
      std::max<Index>(2, refined_bytes / std::max<Index>(source_.fields(), 1)));
  for (const Hit<2>& hit : hits) {
    // Pairs come by their first vector, so that most have it in common with the one before.
    const bool same = !held_.empty() && held_.back().index[0] == hit.index[0];
    if (held_.size() == most_held || vectors_.size() + (same ? 1 : 2) > most_vectors) {
      refine_held();
    }
    if (held_.empty() || held_.back().index[0] != hit.index[0]) vectors_.push_back(hit.index[0]);
    vectors_.push_back(hit.index[1]);
    held_.push_back(hit);
  }
}

void Refined::refine_held() {
  if (held_.empty()) return;
  check_stop_();
  const GenotypeRows rows(source_, vectors_);
  std::vector<PairEffect> effects(held_.size());
  constexpr std::size_t together = 16;
  const auto pieces = static_cast<Index>((held_.size() + together - 1) / together);
  thread_loop(static_cast<int>(workers_.size()), pieces, [&](Index piece, int worker) {
    const std::size_t begin = idx(piece) * together;
    for (std::size_t h = begin; h < std::min(begin + together, held_.size()); ++h) {
      const auto& index = held_[h].index;
      effects[h] = workers_[static_cast<std::size_t>(worker)](rows.of(index[0]), rows.of(index[1]));
    }
  });
  for (std::size_t h = 0; h < held_.size(); ++h) write(held_[h], effects[h]);
  held_.clear();
  vectors_.clear();
}

void Refined::write(const Hit<2>& hit, const PairEffect& effect) {
  char value[sink::value_text_size];
  const bool logistic = refinement_.model == RegressionModel::logistic;
  const double z = effect.beta / effect.error;
  const double p = logistic ? normal_tail(z) : student_tail(z, static_cast<double>(effect.degrees));
  const char* const end = sink::print_value(value, hit.value, float32_);
  file_.write(fmt::format("{}\t{}\t{}\t{:.9g}", (*ids_)[hit.index[0]], (*ids_)[hit.index[1]],
                          std::string_view(value, static_cast<std::size_t>(end - value)),
                          effect.beta));
  if (logistic) file_.write(fmt::format("\t{:.9g}", std::exp(effect.beta)));
  file_.write(fmt::format("\t{:.9g}\t{:.6g}\t{:.6g}\t{}\t{}\n", effect.error, z, p, effect.samples,
                          code_text(effect.code)));
}

}  // namespace encke::job
