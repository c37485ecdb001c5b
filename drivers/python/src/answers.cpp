#include <nanobind/stl/optional.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <encke/base/chi_squared_tail.hpp>
#include <encke/distributed/read_share.hpp>
#include <encke/io/matrix.hpp>
#include <encke/job/answers/adjusted.hpp>
#include <encke/job/answers/family_wise.hpp>
#include <encke/job/answers/tests.hpp>
#include <encke/job/output/faith_pd_text.hpp>
#include <encke/job/request/input.hpp>
#include <encke/sink/collect.hpp>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "python.hpp"

// What is asked beside the values: p-values, also by permutation, diversity of samples.

namespace encke::python {
namespace {

using Cells = std::optional<Column1<std::uint8_t>>;

template <int Way>
void add_hits(const std::vector<Column1<std::int32_t>>& index, const Column1<double>& value,
              const Cells& cell, sink::Collect& to) {
  std::vector<Hit<Way>> all(value.size());
  for (std::size_t h = 0; h < all.size(); ++h) {
    for (int v = 0; v < Way; ++v) {
      all[h].index[v] = static_cast<std::uint32_t>(index[static_cast<std::size_t>(v)].data()[h]);
    }
    all[h].value = value.data()[h];
    if (cell) all[h].cell = cell->data()[h];
  }
  to.take(std::span<const Hit<Way>>(all));
}

void collect(const Wanted& wanted, const std::vector<Column1<std::int32_t>>& index,
             const Column1<double>& value, const Cells& cell, sink::Collect& to) {
  to.begin({.way = static_cast<int>(index.size()),
            .chi_squared = job::has_p_values(wanted.request),
            .small_is_good = job::small_is_good(wanted.request)});
  index.size() == 3 ? add_hits<3>(index, value, cell, to) : add_hits<2>(index, value, cell, to);
}

/// Of each hit its p-value by request.permutations. `genotypes`: of the variants that `index`
/// counts, below 0 where missing; none: those of the request's input.
nb::object permuted(const Wanted& wanted, const std::optional<Genotypes>& genotypes,
                    const std::vector<std::uint8_t>& cases,
                    const std::vector<Column1<std::int32_t>>& index, const Column1<double>& value) {
  std::vector<double> found;
  do_and_wait(
      [&](Job& job) {
        std::unique_ptr<io::Source> source;
        if (genotypes) {
          const auto rows = static_cast<Index>(genotypes->shape(0));
          const auto samples = static_cast<Index>(genotypes->shape(1));
          const io::Matrix<std::int8_t> matrix{genotypes->data(), rows, samples, samples, 1};
          source = io::open_matrix(
              matrix,
              {.element = Element::case_control, .below_zero_is_missing = true, .cases = cases});
        } else {
          source = job::open_input(wanted.request, {});
        }
        sink::Collect hits;
        collect(wanted, index, value, {}, hits);
        found = wanted.metric->p_values(wanted.request, *source, hits,
                                        [&job] { StopFlag(job.stop).check(); });
      },
      nb::none());
  return array_of(std::move(found));
}

/// Vectors that are lent to what wants to own them.
class Lent {
 public:
  Lent(Vectors& vectors, Index blocks)
      : owned{.partition = Partition::of_blocks(vectors.packed.vectors(), blocks),
              .fields = vectors.packed.fields(),
              .own = {0, vectors.packed.vectors()},
              .parts = {}},
        vectors_(vectors) {
    owned.parts.push_back(std::move(vectors.packed));
  }
  ~Lent() { vectors_.packed = std::move(owned.parts.front()); }
  Lent(const Lent&) = delete;
  Lent& operator=(const Lent&) = delete;

  OwnedVectors owned;

 private:
  Vectors& vectors_;
};

/// Of each hit its p-value, corrected for all tuples, by request.permutations whole runs. The
/// vectors are those of another phenotype then.
nb::object family_wise(const Wanted& wanted, const std::shared_ptr<Vectors>& vectors,
                       const nb::dict& which, const std::vector<Column1<std::int32_t>>& index,
                       const Column1<double>& value, const Cells& cell) {
  const Compared compared = compared_of(which);
  std::vector<double> found;
  do_and_wait(
      [&](Job& job) {
        Plan plan = plan_of(wanted.request, *vectors, compared);
        plan.stop = job.stop;
        Lent lent(*vectors, estimate_of(wanted.request, *vectors, plan).blocks);
        const auto best = job::best_of_phenotypes(wanted.request, lent.owned, plan, Grid(),
                                                  [&job] { StopFlag(job.stop).check(); });
        sink::Collect hits;
        collect(wanted, index, value, cell, hits);
        found = job::family_wise_p_values(hits, best);
      },
      nb::none());
  return array_of(std::move(found));
}

/// How many hypotheses a run tests, see job::count_tests().
Index count_tests(const Wanted& wanted, const std::shared_ptr<Vectors>& vectors,
                  const nb::dict& which) {
  const Compared compared = compared_of(which);
  Index tests = 0;
  do_and_wait(
      [&](Job&) {
        Lent lent(*vectors, 1);
        const Index n = lent.owned.own.size();
        tests = job::count_tests(wanted.request, lent.owned, Grid(),
                                 domain_of(compared, wanted.request.way, n));
      },
      nb::none());
  return tests;
}

/// p-values of chi-squared statistics.
nb::object p_values(const Column1<double>& value, const Column1<std::uint8_t>& degrees) {
  std::vector<double> found(value.size());
  for (std::size_t h = 0; h < found.size(); ++h) {
    found[h] = chi_squared_tail(value.data()[h], degrees.data()[h]);
  }
  return array_of(std::move(found));
}

nb::object discovery_rates(const Column1<double>& p_values, Index tests) {
  return array_of(job::false_discovery_rates(std::span(p_values.data(), p_values.size()), tests));
}

/// A line for each sample, as job::faith_pd_text() has it.
std::string faith_pd(const Wanted& wanted) {
  const auto text = std::make_shared<std::string>();
  do_and_wait([text, request = wanted.request](Job&) { *text = job::faith_pd_text(request); },
              nb::none(), Leave::at_once);
  return *text;
}

}  // namespace

void define_answers(nb::module_& m) {
  m.def("permuted", &permuted, nb::arg("request"), nb::arg("genotypes").none(), nb::arg("cases"),
        nb::arg("index"), nb::arg("value"));
  m.def("family_wise", &family_wise, nb::arg("request"), nb::arg("vectors"), nb::arg("which"),
        nb::arg("index"), nb::arg("value"), nb::arg("cell").none());
  m.def("count_tests", &count_tests);
  m.def("p_values", &p_values);
  m.def("discovery_rates", &discovery_rates);
  m.def("faith_pd", &faith_pd);
}

}  // namespace encke::python
