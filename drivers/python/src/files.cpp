#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <encke/base/digest.hpp>
#include <encke/base/error.hpp>
#include <encke/file/output/compression.hpp>
#include <encke/network/sets/set_table.hpp>
#include <encke/sink/format/edges.hpp>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "python.hpp"

// Hits that Python has: their digest, and the files that the command line makes of them.

namespace encke::python {
namespace {

template <class T>
using Given = nb::ndarray<const T, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

/// Columns that Python keeps.
struct Columns {
  std::vector<Given<std::int32_t>> index;
  std::optional<Given<std::uint8_t>> cell;
  Given<double> value;

  template <int Way>
  Hit<Way> hit(std::size_t at) const {
    Hit<Way> one{};
    for (int v = 0; v < Way; ++v) {
      one.index[v] = static_cast<std::uint32_t>(index[static_cast<std::size_t>(v)].data()[at]);
    }
    one.cell = cell ? cell->data()[at] : 0;
    one.value = value.data()[at];
    return one;
  }
};

template <int Way>
Digest digest_of(const Columns& columns) {
  Digest digest;
  for (std::size_t at = 0; at < columns.value.size(); ++at) {
    const auto hit = columns.hit<Way>(at);
    digest.add(hit.index, hit.cell, hit.value);
  }
  return digest;
}

std::string digest(const std::vector<Given<std::int32_t>>& index,
                   const std::optional<Given<std::uint8_t>>& cell, const Given<double>& value) {
  const Columns columns{index, cell, value};
  return (index.size() == 3 ? digest_of<3>(columns) : digest_of<2>(columns)).text();
}

template <int Way>
void write_all(const Columns& columns, sink::Edges& edges) {
  constexpr std::size_t most = 4096;
  std::vector<Hit<Way>> some;
  for (std::size_t at = 0; at < columns.value.size(); ++at) {
    some.push_back(columns.hit<Way>(at));
    if (some.size() < most) continue;
    edges.take(std::span<const Hit<Way>>(some));
    some.clear();
  }
  edges.take(std::span<const Hit<Way>>(some));
}

/// The path of the file. Hits are written in the order in which they are.
std::string write_edges(const std::string& prefix, const std::string& format,
                        const std::optional<std::vector<std::string>>& names, const nb::dict& about,
                        const std::vector<Given<std::int32_t>>& index,
                        const std::optional<Given<std::uint8_t>>& cell, const Given<double>& value,
                        const std::optional<std::vector<std::string>>& sites) {
  SinkInfo info;
  info.way = static_cast<int>(index.size());
  info.cells = nb::cast<int>(about["cells"]);
  info.vectors = nb::cast<Index>(about["vectors"]);
  info.float32 = nb::cast<bool>(about["float32"]);
  info.chi_squared = nb::cast<bool>(about["chi_squared"]);
  sink::EdgeColumns shown{.distances = nb::cast<bool>(about["distances"])};
  const sink::EdgeFormat kind = format == "abc"      ? sink::EdgeFormat::abc
                                : format == "packed" ? sink::EdgeFormat::packed
                                                     : sink::EdgeFormat::edges;
  const sink::Ids ids =
      names ? std::make_shared<const std::vector<std::string>>(*names) : sink::Ids();
  const Columns columns{index, cell, value};
  nb::gil_scoped_release release;
  if (sites) {
    TextColumn texts;
    for (const std::string& text : *sites) texts.add(text);
    shown.sites = std::make_shared<const TextColumn>(std::move(texts));
  }
  sink::Edges edges(prefix, ids, kind, {}, sink::Compression::none, shown,
                    sink::EdgeOrder::as_it_comes);
  edges.begin(info);
  info.way == 3 ? write_all<3>(columns, edges) : write_all<2>(columns, edges);
  edges.finish();
  return edges.path();
}

/// The paths of the files of a format of network::set_formats(). `chromosomes`: of each set, ""
/// where it has none, or several.
std::vector<std::string> write_sets(const std::string& prefix, const std::string& format,
                                    const std::vector<std::string>& names,
                                    const std::vector<std::vector<std::string>>& members,
                                    const std::vector<std::string>& chromosomes,
                                    const std::vector<Index>& positions) {
  namespace net = encke::network;
  const nb::gil_scoped_release release;
  std::vector<net::VariantSet> sets;
  for (std::size_t s = 0; s < names.size(); ++s) {
    sets.push_back({names[s], members[s], chromosomes[s], positions[s]});
  }
  const auto rows = net::set_formats();
  const auto row =
      std::find_if(rows.begin(), rows.end(), [&](const auto& one) { return one.name == format; });
  if (row == rows.end()) throw Error(Failure::internal, "no format of sets is named " + format);
  net::check_sets(*row, sets);
  sink::OutputSet together;
  std::vector<std::unique_ptr<net::ResultFile>> files;
  std::vector<std::string> paths;
  for (const auto ending : row->endings) {
    paths.push_back(prefix + std::string(ending));
    files.push_back(std::make_unique<net::ResultFile>(paths.back(), together));
  }
  row->write(sets, files);
  for (const auto& file : files) file->commit();
  together.commit();
  return paths;
}

}  // namespace

void define_files(nb::module_& m) {
  m.def("digest", &digest, nb::arg("index"), nb::arg("cell").none(), nb::arg("value"));
  m.def("write_sets", &write_sets);
  m.def("write_edges", &write_edges, nb::arg("prefix"), nb::arg("format"), nb::arg("names").none(),
        nb::arg("about"), nb::arg("index"), nb::arg("cell").none(), nb::arg("value"),
        nb::arg("sites").none());
}

}  // namespace encke::python
