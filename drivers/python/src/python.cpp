#include "python.hpp"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/vector.h>

#include <encke/base/error.hpp>
#include <exception>
#include <new>
#include <type_traits>
#include <utility>

namespace encke::python {
namespace {

template <class T>
nb::object array_of(Column<T>&& column) {
  const std::size_t size = column.size();
  T* const data = column.release();
  nb::capsule owner(data, [](void* p) noexcept { delete[] static_cast<T*>(p); });
  return nb::cast(nb::ndarray<nb::numpy, T, nb::ndim<1>>(data, {size}, owner));
}

/// What a signal's handler or `call` throws, if anything.
template <class Call>
std::exception_ptr error_of(const Call& call) {
  try {
    if (PyErr_CheckSignals() != 0) throw nb::python_error();
    call();
  } catch (const nb::python_error&) {
    return std::current_exception();
  }
  return {};
}

void translate(const std::exception_ptr& thrown, void* /*data*/) {
  const auto raise = [](const nb::object& made) {
    PyErr_SetObject(reinterpret_cast<PyObject*>(Py_TYPE(made.ptr())), made.ptr());
  };
  try {
    std::rethrow_exception(thrown);
  } catch (const OutOfMemory& error) {
    raise(nb::module_::import_("encke.errors")
              .attr("_of_memory")(error.what(), error.bytes_needed(), error.bytes_allowed()));
  } catch (const MalformedInput& error) {
    const Place& at = error.place();
    raise(nb::module_::import_("encke.errors")
              .attr("_of_place")(error.what(),
                                 nb::make_tuple(at.file, at.line, at.column, at.offset)));
  } catch (const std::bad_alloc&) {
    raise(nb::module_::import_("encke.errors")
              .attr("_of_memory")("not enough memory: the system gave none", 0, 0));
  } catch (const Error& error) {
    raise(nb::module_::import_("encke.errors").attr("_make")(error.exit_code(), error.what()));
  }
}

}  // namespace

Wanted::Wanted(const std::string& name, const Options& given)
    : request(read_request(name, given)), metric(&job::metric_of(request)), options(given) {}

std::string Wanted::element() const { return name_of(job::element_of(request)); }

ArrayView view_of(const Numbers& array) {
  const auto type = array.dtype();
  const auto code = static_cast<nb::dlpack::dtype_code>(type.code);
  ArrayView view;
  view.data = array.data();
  view.kind = code == nb::dlpack::dtype_code::Float ? 'f'
              : code == nb::dlpack::dtype_code::Int ? 'i'
                                                    : 'u';
  view.bytes = type.bits / 8;
  view.vectors = static_cast<Index>(array.shape(0));
  view.fields = static_cast<Index>(array.shape(1));
  view.vector_stride = array.stride(0);
  view.field_stride = array.stride(1);
  return view;
}

Compared compared_of(const nb::dict& given) {
  Compared compared;
  const auto read = [&](const char* name, auto& to) {
    if (given.contains(name)) to = nb::cast<std::decay_t<decltype(to)>>(given[name]);
  };
  read("sets", compared.sets);
  read("positions", compared.positions);
  read("distance", compared.distance);
  read("groups", compared.groups);
  read("places", compared.places);
  read("beyond", compared.beyond);
  return compared;
}

void do_and_wait(std::function<void(Job&)> work, const nb::object& progress, Leave leave) {
  Engine& engine = Engine::get();
  const Inside inside;
  {
    nb::gil_scoped_release release;
    engine.stay_if_shut();
  }
  const auto job = std::make_shared<Job>();
  job->work = std::move(work);
  engine.post(job);
  std::exception_ptr error;
  for (;;) {
    bool finished = false;
    {
      nb::gil_scoped_release release;
      finished = engine.wait(*job, 50);
      engine.stay_if_shut();
    }
    if (finished) break;
    if (error) continue;
    error = error_of([&] {
      if (!progress.is_none()) {
        progress(job->done.load(), job->all.load(), job->hits.load(), job->seconds.load());
      }
    });
    if (error) engine.cancel(job);
    if (error && leave == Leave::at_once) std::rethrow_exception(error);
  }
  job->work = nullptr;
  if (error) std::rethrow_exception(error);
  if (job->failure) std::rethrow_exception(job->failure);
}

nb::tuple arrays_of(HitColumns&& columns) {
  nb::object cell = nb::none(), third = nb::none();
  if (columns.cell.size() > 0) cell = array_of(std::move(columns.cell));
  if (columns.way == 3) third = array_of(std::move(columns.index[2]));
  return nb::make_tuple(array_of(std::move(columns.index[0])),
                        array_of(std::move(columns.index[1])), third, cell,
                        array_of(std::move(columns.value)));
}

nb::dict dict_of(const Report& report) {
  nb::dict all;
  all["backend"] = report.backend;
  all["level"] = report.level;
  all["threads"] = report.threads;
  all["vectors"] = report.vectors;
  all["fields"] = report.fields;
  all["missing"] = report.missing;
  all["tuples"] = report.tuples;
  all["hits"] = report.hits;
  all["comparisons"] = report.comparisons;
  all["seconds"] = report.seconds;
  all["digest"] = report.digest.text();
  return all;
}

void register_errors() { nb::register_exception_translator(translate); }

}  // namespace encke::python
