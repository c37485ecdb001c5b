#include <nanobind/stl/optional.h>
#include <nanobind/stl/vector.h>

#include <encke/base/error.hpp>
#include <encke/io/matrix.hpp>
#include <encke/job/answers/refined.hpp>
#include <encke/job/request/input.hpp>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "python.hpp"

// The second look at pairs: regressions with the product of their genotypes.

namespace encke::python {
namespace {

/// Columns of the effects of pairs.
struct Effects {
  std::vector<double> beta, error, p_value;
  std::vector<std::int64_t> samples;
  std::vector<std::uint8_t> code;

  void add(RegressionModel model, const PairEffect& effect) {
    beta.push_back(effect.beta);
    error.push_back(effect.error);
    p_value.push_back(job::p_value_of(model, effect));
    samples.push_back(effect.samples);
    code.push_back(static_cast<std::uint8_t>(effect.code));
  }
};

/// `numbers`: trait and covariates of all samples, one column after the other.
job::Refinement refinement_of(const job::Request& request, const std::vector<double>& numbers,
                              std::size_t samples) {
  job::Refinement found;
  if (request.refine == job::Refine::linear) found.model = RegressionModel::linear;
  std::vector<std::span<const double>> columns;
  for (std::size_t at = 0; at + samples <= numbers.size() && samples > 0; at += samples) {
    columns.emplace_back(numbers.data() + at, samples);
  }
  found.samples =
      job::regression_samples(columns, static_cast<Index>(samples), [](std::size_t column) {
        return "covariates: column " + std::to_string(column) + " (from 0)";
      });
  if (found.samples.size() == 0) {
    throw Error(Failure::inconsistent, "no sample has a phenotype and all covariates");
  }
  return found;
}

/// All fields in their order: regressions do not ask for classes.
std::unique_ptr<io::Source> source_of(const Genotypes& genotypes) {
  const auto samples = static_cast<Index>(genotypes.shape(1));
  const std::vector<std::uint8_t> cases(genotypes.shape(1));
  const io::Matrix<std::int8_t> matrix{genotypes.data(), static_cast<Index>(genotypes.shape(0)),
                                       samples, samples, 1};
  return io::open_matrix(
      matrix, {.element = Element::case_control, .below_zero_is_missing = true, .cases = cases});
}

/// (beta, error, p-value, samples, code) of each pair. `genotypes`: of the variants that `index`
/// counts; none: those of the request's input, which then has the numbers, too.
nb::tuple refined(const Wanted& wanted, const std::optional<Genotypes>& genotypes,
                  const std::vector<double>& numbers, const Column1<std::int32_t>& i,
                  const Column1<std::int32_t>& j) {
  Effects effects;
  do_and_wait(
      [&](Job& job) {
        std::unique_ptr<io::Source> source;
        std::optional<job::Refinement> how;
        std::vector<std::string> remarks;
        if (genotypes) {
          source = source_of(*genotypes);
          how = refinement_of(wanted.request, numbers, genotypes->shape(1));
        } else {
          source = job::open_input(wanted.request, {});
          how = job::read_refinement(wanted.request, *source, remarks, {});
        }
        job::RefinedPairs pairs(
            *source, *how, Engine::get().threads(), [&job] { StopFlag(job.stop).check(); },
            [&](const Hit<2>&, const PairEffect& effect) { effects.add(how->model, effect); });
        for (std::size_t h = 0; h < i.size(); ++h) {
          Hit<2> hit{};
          hit.index[0] = static_cast<std::uint32_t>(i.data()[h]);
          hit.index[1] = static_cast<std::uint32_t>(j.data()[h]);
          pairs.add(std::span<const Hit<2>>(&hit, 1));
        }
        pairs.finish();
      },
      nb::none());
  return nb::make_tuple(array_of(std::move(effects.beta)), array_of(std::move(effects.error)),
                        array_of(std::move(effects.p_value)), array_of(std::move(effects.samples)),
                        array_of(std::move(effects.code)));
}

/// What the numbers of a code say.
std::vector<std::string> regression_codes() {
  std::vector<std::string> texts;
  for (int code = 0; code <= static_cast<int>(RegressionCode::not_converged); ++code) {
    texts.emplace_back(code_text(static_cast<RegressionCode>(code)));
  }
  return texts;
}

}  // namespace

void define_regressions(nb::module_& m) {
  m.def("refined", &refined, nb::arg("request"), nb::arg("genotypes").none(), nb::arg("numbers"),
        nb::arg("i"), nb::arg("j"));
  m.def("regression_codes", &regression_codes);
}

}  // namespace encke::python
