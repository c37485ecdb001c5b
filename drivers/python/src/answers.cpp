#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <encke/io/matrix.hpp>
#include <encke/job/output/faith_pd_text.hpp>
#include <encke/job/request/input.hpp>
#include <encke/sink/collect.hpp>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "python.hpp"

// What is asked beside the values: p-values by permutation, diversity of samples.

namespace encke::python {
namespace {

template <class T>
using Column1 = nb::ndarray<const T, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Genotypes = nb::ndarray<const std::int8_t, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

template <int Way>
void add_hits(const std::vector<Column1<std::int32_t>>& index, const Column1<double>& value,
              sink::Collect& to) {
  std::vector<Hit<Way>> all(value.size());
  for (std::size_t h = 0; h < all.size(); ++h) {
    for (int v = 0; v < Way; ++v) {
      all[h].index[v] = static_cast<std::uint32_t>(index[static_cast<std::size_t>(v)].data()[h]);
    }
    all[h].value = value.data()[h];
  }
  to.take(std::span<const Hit<Way>>(all));
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
        hits.begin({.way = static_cast<int>(index.size())});
        index.size() == 3 ? add_hits<3>(index, value, hits) : add_hits<2>(index, value, hits);
        found = wanted.metric->p_values(wanted.request, *source, hits,
                                        [&job] { StopFlag(job.stop).check(); });
      },
      nb::none());
  return array_of(std::move(found));
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
  m.def("faith_pd", &faith_pd);
}

}  // namespace encke::python
