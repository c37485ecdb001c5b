#include <fmt/format.h>

#include <algorithm>
#include <encke/base/error.hpp>
#include <encke/file/input_file.hpp>
#include <encke/io/tree/biom_parts.hpp>
#include <nlohmann/json.hpp>
#include <span>

namespace encke::io::detail {
namespace {

using Json = nlohmann::json;

struct Entry {
  Index observation;
  Index sample;
  double count;
};

/// One member of an object, of the kind that `fits` tells.
template <class Fits>
const Json& member(const Json& object, const char* name, Fits fits, const char* expected,
                   const std::string& path) {
  const auto at = object.find(name);
  if (at == object.end()) refuse_biom(path, fmt::format("no member '{}'", name));
  if (!fits(*at)) refuse_biom(path, fmt::format("member '{}': {} expected", name, expected));
  return *at;
}

const Json& array_of(const Json& object, const char* name, const std::string& path) {
  return member(
      object, name, [](const Json& x) { return x.is_array(); }, "an array", path);
}

std::vector<std::string> ids_of(const Json& object, const char* name, const std::string& path) {
  std::vector<std::string> ids;
  for (const Json& item : array_of(object, name, path)) {
    if (!item.is_object()) refuse_biom(path, fmt::format("'{}': objects expected", name));
    const auto is_text = [](const Json& x) { return x.is_string(); };
    ids.push_back(member(item, "id", is_text, "a text", path).get<std::string>());
  }
  return ids;
}

Json parse(const std::string& path) {
  InputFile file(path);
  std::string text(static_cast<std::size_t>(file.size()), '\0');
  file.read_next(std::as_writable_bytes(std::span(text)));
  if (text.empty()) refuse_biom(path, "the file is empty");
  try {
    return Json::parse(text);
  } catch (const Json::parse_error& error) {
    const bool object = text.find_first_not_of(" \t\r\n") == text.find('{');
    throw MalformedInput(
        {.file = path, .offset = static_cast<Index>(error.byte > 0 ? error.byte - 1 : 0)},
        object ? "the JSON (BIOM 1) is damaged or ends early; NaN and Infinity are none of its "
                 "numbers"
               : "neither HDF5 (BIOM 2) nor JSON (BIOM 1)");
  } catch (const Json::out_of_range&) {
    refuse_biom(path, "a number that is too large for float64");
  }
}

/// The entries that are not 0; extents have been checked.
std::vector<Entry> entries_of(const Json& data, bool sparse, Index observations, Index samples,
                              const std::string& path) {
  std::vector<Entry> entries;
  for (std::size_t r = 0; r < data.size(); ++r) {
    const Json& row = data[r];
    const std::size_t expected = sparse ? 3 : static_cast<std::size_t>(samples);
    const bool numbers = row.is_array() && row.size() == expected &&
                         std::all_of(row.begin(), row.end(), [](auto& x) { return x.is_number(); });
    const bool whole =
        numbers && (!sparse || (row[0].is_number_integer() && row[1].is_number_integer()));
    if (!whole) {
      refuse_biom(path, fmt::format("'data': item {} (from 0) is not {} numbers{}", r, expected,
                                    sparse ? ", row, column and count" : ""));
    }
    if (!sparse) {
      for (std::size_t c = 0; c < row.size(); ++c) {
        entries.push_back({static_cast<Index>(r), static_cast<Index>(c), row[c].get<double>()});
      }
      continue;
    }
    const Entry e{row[0].get<Index>(), row[1].get<Index>(), row[2].get<double>()};
    if (e.observation < 0 || e.observation >= observations || e.sample < 0 || e.sample >= samples) {
      refuse_biom(path, fmt::format("'data': item {} (from 0) is at row {}, column {} of a {} x {} "
                                    "table",
                                    r, e.observation, e.sample, observations, samples));
    }
    entries.push_back(e);
  }
  return entries;
}

void check_shape(const Json& json, const SparseTable& table, const std::string& path) {
  const Json& shape = array_of(json, "shape", path);
  const auto is_extent = [](const Json& x, std::size_t extent) {
    return x.is_number_unsigned() && x.get<std::uint64_t>() == extent;
  };
  if (shape.size() == 2 && is_extent(shape[0], table.observations.size()) &&
      is_extent(shape[1], table.samples.size())) {
    return;
  }
  refuse_biom(path, fmt::format("the shape {} of {} rows and {} columns", shape.dump(),
                                table.observations.size(), table.samples.size()));
}

}  // namespace

SparseTable read_biom_json(const std::string& path) {
  const Json json = parse(path);
  if (!json.is_object()) refuse_biom(path, "a JSON object expected (BIOM 1)");
  SparseTable table;
  table.observations = ids_of(json, "rows", path);
  table.samples = ids_of(json, "columns", path);
  check_shape(json, table, path);
  const auto is_text = [](const Json& x) { return x == "sparse" || x == "dense"; };
  const bool sparse =
      member(json, "matrix_type", is_text, "\"sparse\" or \"dense\"", path) == "sparse";
  const Json& data = array_of(json, "data", path);
  if (!sparse && data.size() != table.observations.size()) {
    refuse_biom(path, fmt::format("'data' has {} rows, {} expected", data.size(),
                                  table.observations.size()));
  }
  auto entries = entries_of(data, sparse, static_cast<Index>(table.observations.size()),
                            static_cast<Index>(table.samples.size()), path);
  std::stable_sort(entries.begin(), entries.end(),
                   [](const Entry& a, const Entry& b) { return a.sample < b.sample; });
  table.begin.assign(table.samples.size() + 1, 0);
  for (const Entry& e : entries) {
    ++table.begin[static_cast<std::size_t>(e.sample) + 1];
    table.observation.push_back(e.observation);
    table.count.push_back(e.count);
  }
  for (std::size_t s = 0; s < table.samples.size(); ++s) table.begin[s + 1] += table.begin[s];
  return table;
}

}  // namespace encke::io::detail
