#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <encke/base/error.hpp>
#include <encke/ordination/groups/group_test.hpp>
#include <encke/ordination/pcoa.hpp>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "python.hpp"

// Principal coordinates and tests of groups, of condensed distances.

namespace encke::python {
namespace {

namespace ord = encke::ordination;
using Condensed = nb::ndarray<const double, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

/// A copy, so that nobody need wait for work that does not look at Job::stop all the time.
std::shared_ptr<ord::Distances> distances_of(const Condensed& values, Index samples) {
  auto distances = std::make_shared<ord::Distances>();
  distances->values.assign(values.data(), values.data() + values.size());
  for (Index s = 0; s < samples; ++s) distances->ids.push_back(std::to_string(s));
  return distances;
}

nb::dict pcoa(const Condensed& values, Index samples, Index axes, const std::string& method) {
  const auto distances = distances_of(values, samples);
  const auto found = std::make_shared<ord::Pcoa>();
  ord::PcoaOptions options{.axes = axes};
  if (method == "exact") options.method = ord::PcoaMethod::exact;
  if (method == "lanczos") options.method = ord::PcoaMethod::lanczos;
  do_and_wait(
      [=](Job& job) {
        ord::PcoaOptions here = options;
        here.threads = Engine::get().threads();
        here.stop = job.stop;
        *found = ord::pcoa(*distances, here);
      },
      nb::none(), Leave::at_once);
  nb::dict all;
  all["axes"] = found->axes;
  all["coordinates"] = array_of(std::move(found->coordinates));
  all["eigenvalues"] = array_of(std::move(found->eigenvalues));
  all["proportions"] = array_of(std::move(found->proportions));
  all["total"] = found->total;
  all["negative"] = found->negative;
  return all;
}

nb::dict group_test(const std::string& method, const Condensed& values,
                    const std::vector<std::string>& groups, Index permutations, std::uint64_t seed,
                    const std::string& centre, std::optional<Index> axes) {
  const auto distances = distances_of(values, static_cast<Index>(groups.size()));
  const auto grouping = std::make_shared<ord::Grouping>(ord::grouping_of(groups));
  const auto found = std::make_shared<ord::GroupTest>();
  const ord::GroupMethod which = method == "anosim"     ? ord::GroupMethod::anosim
                                 : method == "permdisp" ? ord::GroupMethod::permdisp
                                                        : ord::GroupMethod::permanova;
  ord::GroupTestOptions options{.permutations = permutations, .seed = seed, .axes = axes};
  if (centre == "centroid") options.centre = ord::GroupCentre::centroid;
  do_and_wait(
      [=](Job& job) {
        ord::GroupTestOptions here = options;
        here.threads = Engine::get().threads();
        here.stop = job.stop;
        *found = ord::group_test(which, *distances, *grouping, here);
      },
      nb::none(), Leave::at_once);
  nb::dict all;
  all["statistic"] = found->statistic;
  all["p"] = found->p();
  all["permutations"] = found->permutations;
  all["names"] = grouping->names;
  all["sizes"] = grouping->sizes;
  all["spread"] = found->spread;
  all["within"] = ord::mean_within(*distances, *grouping);
  return all;
}

}  // namespace

void define_ordinations(nb::module_& m) {
  m.def("pcoa", &pcoa);
  m.def("group_test", &group_test, nb::arg("method"), nb::arg("values"), nb::arg("groups"),
        nb::arg("permutations"), nb::arg("seed"), nb::arg("centre"), nb::arg("axes").none());
}

}  // namespace encke::python
