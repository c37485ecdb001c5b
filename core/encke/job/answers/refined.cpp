#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <encke/base/error.hpp>
#include <encke/base/text/text.hpp>
#include <encke/comm/agree.hpp>
#include <encke/io/traits/sample_numbers.hpp>
#include <encke/job/answers/refined.hpp>
#include <encke/job/output/paths.hpp>
#include <encke/job/output/sizes.hpp>
#include <encke/job/request/input.hpp>
#include <encke/sink/format/value_text.hpp>

namespace encke::job {
namespace {

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
  std::vector<std::span<const double>> columns;
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
  found.samples = regression_samples(columns, source.fields(), [&](std::size_t c) {
    return fmt::format("{}: column {}", request.covariates, covariates.columns[c]);
  });
  const Index known = found.samples.size();
  remarks.push_back(fmt::format("regressions are of {} of {}, all of whose numbers are known",
                                grouped(known), counted(source.fields(), "sample")));
  if (known == 0) throw Error(Failure::inconsistent, "--refine: " + remarks.back());
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
      model_(refinement.model),
      pairs_(source, refinement, request.threads, std::move(check_stop),
             [this](const Hit<2>& hit, const PairEffect& effect) { write(hit, effect); }),
      file_(refined_path(request)),
      sorter_(file_.path(), sort_limits(request)) {
  file_.write(model_ == RegressionModel::logistic
                  ? "#ID1\tID2\tVALUE\tBETA\tOR\tSE\tZ\tP\tN\tCODE\n"
                  : "#ID1\tID2\tVALUE\tBETA\tSE\tT\tP\tN\tCODE\n");
}

void Refined::take(std::span<const Hit<3>> /*hits*/) {
  throw Error(Failure::internal, "regressions are of pairs, and triples came");
}

void Refined::flush_before(Index /*vector*/) { drain(); }

void Refined::finish() {
  drain();
  pairs_.finish();
  file_.commit();
}

void Refined::drain() {
  sorter_.drain([this](std::span<const Hit<2>> hits) { pairs_.add(hits); });
}

void Refined::write(const Hit<2>& hit, const PairEffect& effect) {
  char value[sink::value_text_size];
  const bool logistic = model_ == RegressionModel::logistic;
  const char* const end = sink::print_value(value, hit.value, float32_);
  file_.write(fmt::format("{}\t{}\t{}\t{:.9g}", (*ids_)[hit.index[0]], (*ids_)[hit.index[1]],
                          std::string_view(value, static_cast<std::size_t>(end - value)),
                          effect.beta));
  if (logistic) file_.write(fmt::format("\t{:.9g}", std::exp(effect.beta)));
  file_.write(fmt::format("\t{:.9g}\t{:.6g}\t{:.6g}\t{}\t{}\n", effect.error,
                          effect.beta / effect.error, p_value_of(model_, effect), effect.samples,
                          code_text(effect.code)));
}

}  // namespace encke::job
