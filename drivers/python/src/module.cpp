#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <encke/base/version.hpp>
#include <encke/job/request/metric_table.hpp>
#include <encke/sink/choose/top.hpp>
#include <optional>
#include <utility>

#include "compute.hpp"
#include "nearest.hpp"
#include "python.hpp"
#include "stream.hpp"

// What Python's files call. It is private: encke/*.py is the interface.

namespace encke::python {
namespace {

using namespace nb::literals;

std::shared_ptr<Vectors> make(const std::string& element, Index vectors, Index fields,
                              const std::vector<std::uint8_t>& cases) {
  return std::make_shared<Vectors>(make_vectors(element, vectors, fields, cases));
}

std::shared_ptr<Vectors> with_trait(const std::shared_ptr<Vectors>& genotypes,
                                    const std::vector<double>& trait) {
  std::shared_ptr<Vectors> made;
  do_and_wait([&](Job&) { made = std::make_shared<Vectors>(of_trait(*genotypes, trait)); },
              nb::none());
  return made;
}

void pack_array(const std::shared_ptr<Vectors>& to, Index first, const Numbers& array) {
  const ArrayView view = view_of(array);
  do_and_wait([&](Job& job) { pack(*to, first, view, job.stop); }, nb::none());
}

std::shared_ptr<Vectors> read_file(const Wanted& wanted) {
  const auto vectors = std::make_shared<std::shared_ptr<Vectors>>();
  do_and_wait([vectors, request = wanted.request](
                  Job&) { *vectors = std::make_shared<Vectors>(read(request)); },
              nb::none(), Leave::at_once);
  return *vectors;
}

/// (columns, report) of all hits, of the `top` largest, or of each vector's best.
nb::tuple hits(const Wanted& wanted, const std::shared_ptr<Vectors>& vectors, const nb::dict& which,
               bool sorted, const nb::object& progress) {
  const Compared compared = compared_of(which);
  HitColumns columns;
  Report report;
  do_and_wait(
      [&](Job& job) {
        if (wanted.request.best) {
          Best best;
          report = compute(wanted.request, *vectors, compared, best, job);
          columns = best.columns();
          return;
        }
        Collecting all;
        if (wanted.request.top) {
          sink::Top top(*wanted.request.top, all);
          report = compute(wanted.request, *vectors, compared, top, job);
        } else {
          report = compute(wanted.request, *vectors, compared, all, job, &all);
        }
        columns = all.columns(sorted);
      },
      progress);
  return nb::make_tuple(arrays_of(std::move(columns)), dict_of(report));
}

/// All values into `out`: condensed, or a rectangle of the first `rows` vectors and the others.
template <class T>
nb::dict dense(const Wanted& wanted, const std::shared_ptr<Vectors>& vectors,
               const nb::ndarray<T, nb::ndim<1>, nb::c_contig, nb::device::cpu>& out, Index rows,
               const nb::object& progress) {
  Report report;
  T* const to = out.data();
  do_and_wait(
      [&](Job& job) {
        Dense<T> sink(to, rows);
        Compared compared;
        if (rows > 0) compared.sets = {rows, vectors->packed.vectors() - rows};
        report = compute(wanted.request, *vectors, compared, sink, job);
      },
      progress);
  return dict_of(report);
}

/// (neighbours, values) of each vector, or of the first `rows` among the others, row by row.
nb::tuple neighbours(const Wanted& wanted, const std::shared_ptr<Vectors>& vectors, Index count,
                     Index rows, const nb::object& progress) {
  Nearest nearest(count, rows);
  do_and_wait(
      [&](Job& job) {
        Compared compared;
        if (rows > 0) compared.sets = {rows, vectors->packed.vectors() - rows};
        compute(wanted.request, *vectors, compared, nearest, job);
      },
      progress);
  return nb::make_tuple(array_of(nearest.neighbours()), array_of(nearest.values()));
}

nb::dict estimate(const Wanted& wanted, const std::shared_ptr<Vectors>& vectors,
                  const nb::dict& which) {
  const Compared compared = compared_of(which);
  Estimate cut;
  double rate = 0;
  do_and_wait(
      [&](Job&) {
        const Plan plan = plan_of(wanted.request, *vectors, compared);
        cut = estimate_of(wanted.request, *vectors, plan);
        rate = trial_rate(plan, vectors->packed, *make_backend(plan.backend, plan.backend_options));
      },
      nb::none());
  nb::dict all;
  all["tuples"] = cut.tuples;
  all["values"] = cut.values;
  all["comparisons"] = cut.comparisons;
  all["bytes"] = cut.bytes();
  all["block"] = cut.block;
  all["blocks"] = cut.blocks;
  all["tiles"] = cut.tiles;
  all["rate"] = rate;
  return all;
}

nb::object next_batch(Stream& stream) {
  Stream::Batch batch;
  const Inside inside;
  for (;;) {
    Stream::State state;
    {
      nb::gil_scoped_release release;
      state = stream.next(batch);
      Engine::get().stay_if_shut();
    }
    if (PyErr_CheckSignals() != 0) {
      nb::python_error interrupted;
      nb::gil_scoped_release release;
      stream.close();
      throw interrupted;
    }
    if (state == Stream::State::ended) throw nb::stop_iteration();
    if (state == Stream::State::has_batch) break;
  }
  nb::object cell = nb::none(), third = nb::none();
  if (!batch.cell.empty()) cell = array_of(std::move(batch.cell));
  if (stream.way() == 3) third = array_of(std::move(batch.index[2]));
  return nb::make_tuple(array_of(std::move(batch.index[0])), array_of(std::move(batch.index[1])),
                        third, cell, array_of(std::move(batch.value)));
}

void define_stream(nb::module_& m) {
  nb::class_<Stream>(m, "Stream")
      .def("__init__",
           [](Stream* stream, const Wanted& wanted, std::shared_ptr<Vectors> vectors,
              const nb::dict& which, std::size_t batch) {
             new (stream) Stream(wanted.request, std::move(vectors), compared_of(which), batch);
           })
      .def("next", &next_batch)
      .def("close", &Stream::close, nb::call_guard<nb::gil_scoped_release>())
      .def_prop_ro("report", [](const Stream& stream) -> nb::object {
        if (!stream.report()) return nb::none();
        return dict_of(*stream.report());
      });
}

void define_values(nb::module_& m) {
  nb::class_<Wanted>(m, "Request")
      .def(nb::init<const std::string&, const Options&>(), "metric"_a, "options"_a)
      .def_prop_ro("metric", [](const Wanted& w) { return std::string(w.metric->name); })
      .def_prop_ro("element", &Wanted::element)
      .def_prop_ro("way", [](const Wanted& w) { return w.request.way; })
      .def_prop_ro("cells", [](const Wanted& w) { return job::values_of_line(w.request); })
      .def_prop_ro("chi_squared",
                   [](const Wanted& w) {
                     return w.metric->chi_squared != nullptr && w.metric->chi_squared(w.request);
                   })
      .def_prop_ro("distances", [](const Wanted& w) { return job::has_distances(w.request); })
      .def_prop_ro("options", [](const Wanted& w) { return w.options; })
      .def_prop_ro("top", [](const Wanted& w) { return w.request.top.has_value(); })
      .def_prop_ro("best", [](const Wanted& w) { return w.request.best; })
      .def_prop_ro("shard",
                   [](const Wanted& w) -> std::optional<std::pair<Index, Index>> {
                     if (!w.request.shard) return std::nullopt;
                     return std::pair(w.request.shard->first, w.request.shard->of);
                   })
      .def_prop_ro("float32",
                   [](const Wanted& w) { return w.request.precision == Precision::float32; })
      .def_prop_ro("small_is_good", [](const Wanted& w) { return job::small_is_good(w.request); })
      .def_prop_ro("same", [](const Wanted& w) { return job::value_of_same(w.request); })
      .def_prop_ro("takes_missing", [](const Wanted& w) { return w.metric->missing; })
      .def_prop_ro("whole_numbers", [](const Wanted& w) { return w.metric->whole_numbers; });
  nb::class_<Vectors>(m, "Vectors")
      .def_prop_ro("vectors", [](const Vectors& v) { return v.packed.vectors(); })
      .def_prop_ro("fields", [](const Vectors& v) { return v.packed.fields(); })
      .def_prop_ro("missing", [](const Vectors& v) { return v.packed.missing(); })
      .def_prop_ro("bytes", [](const Vectors& v) { return v.packed.bytes(); })
      .def_prop_ro("element", [](const Vectors& v) { return name_of(v.packed.element()); })
      .def_prop_ro("names", [](const Vectors& v) { return v.names; })
      .def_prop_ro("sites", [](const Vectors& v) { return v.sites; })
      .def_prop_ro("remarks", [](const Vectors& v) { return v.remarks; });
}

std::vector<std::string> metric_names() {
  std::vector<std::string> names;
  for (const job::MetricRow* const row : job::metric_table()) names.emplace_back(row->name);
  return names;
}

}  // namespace
}  // namespace encke::python

NB_MODULE(_core, m) {
  using namespace encke::python;
  using namespace nb::literals;
  nb::set_leak_warnings(false);
  register_errors();
  define_values(m);
  define_stream(m);
  define_networks(m);
  define_ordinations(m);
  define_files(m);
  define_answers(m);
  define_regressions(m);
  m.def("make", &make);
  m.def("pack", &pack_array);
  m.def("with_trait", &with_trait);
  m.def("read", &read_file);
  m.def("hits", &hits, "request"_a, "vectors"_a, "which"_a, "sorted"_a, "progress"_a.none());
  m.def("dense", &dense<double>, "request"_a, "vectors"_a, "out"_a, "rows"_a, "progress"_a.none());
  m.def("dense", &dense<float>, "request"_a, "vectors"_a, "out"_a, "rows"_a, "progress"_a.none());
  m.def("neighbours", &neighbours, "request"_a, "vectors"_a, "count"_a, "rows"_a,
        "progress"_a.none());
  m.def("estimate", &estimate);
  m.def("metrics", &metric_names);
  m.def("set_threads", [](int n) { Engine::get().set_threads(n); });
  m.def("threads", [] { return Engine::get().threads(); });
  m.def(
      "shut", [] { Engine::get().shut(); }, nb::call_guard<nb::gil_scoped_release>());
  m.def("version", [] { return std::string(encke::version()); });
}
