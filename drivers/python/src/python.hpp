#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/string.h>

#include <encke/job/request/metric_table.hpp>
#include <encke/plan/report.hpp>
#include <memory>

#include "compute.hpp"
#include "engine.hpp"
#include "sinks.hpp"
#include "vectors.hpp"

namespace encke::python {

namespace nb = nanobind;

/// What a metric is asked for, with what is to be known of it before vectors are packed.
struct Wanted {
  job::Request request;
  const job::MetricRow* metric;
  Options options;

  Wanted(const std::string& name, const Options& given);
  std::string element() const;
};

/// An array of any numbers, of two dimensions.
using Numbers = nb::ndarray<nb::ro, nb::ndim<2>, nb::device::cpu>;
ArrayView view_of(const Numbers& array);

/// A column of numbers.
template <class T>
using Column1 = nb::ndarray<const T, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
/// Copies of an allele, below 0 where missing.
using Genotypes = nb::ndarray<const std::int8_t, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

/// Which tuples are compared, as _request.py says it.
Compared compared_of(const nb::dict& given);

/// When a caller that is interrupted goes on.
enum class Leave {
  at_the_end,  ///< of the work, which looks at Job::stop and may use what is the caller's
  at_once      ///< the work does not look, and holds all that it uses
};

/// Has the engine do the work, and waits with the GIL released. Signals are looked at, and
/// `progress`, unless None, is called as progress(done, total, hits, seconds), 20 times a second;
/// what either of them throws ends the work and comes out as it is.
void do_and_wait(std::function<void(Job&)> work, const nb::object& progress,
                 Leave leave = Leave::at_the_end);

/// (i, j, k or None, cell or None, value), as arrays that own their memory.
nb::tuple arrays_of(HitColumns&& columns);

nb::dict dict_of(const Report& report);

/// An array that takes over the numbers.
template <class T>
nb::object array_of(std::vector<T>&& numbers) {
  auto* const kept = new std::vector<T>(std::move(numbers));
  nb::capsule owner(kept, [](void* p) noexcept { delete static_cast<std::vector<T>*>(p); });
  return nb::cast(nb::ndarray<nb::numpy, T, nb::ndim<1>>(kept->data(), {kept->size()}, owner));
}

/// Errors of the library become the classes of encke.errors.
void register_errors();

void define_networks(nb::module_& m);
void define_ordinations(nb::module_& m);
void define_files(nb::module_& m);
void define_answers(nb::module_& m);
void define_regressions(nb::module_& m);

}  // namespace encke::python
