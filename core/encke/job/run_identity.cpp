#include <fmt/format.h>

#include <algorithm>
#include <encke/base/error.hpp>
#include <encke/base/text/printable.hpp>
#include <encke/base/version.hpp>
#include <encke/job/request/metric_table.hpp>
#include <encke/job/request/options/show.hpp>
#include <encke/job/request/options/table.hpp>
#include <encke/job/run_identity.hpp>
#include <encke/store/text/stored_domain.hpp>
#include <sstream>

namespace encke::job {
namespace {

/// The entries of a group of options; one that several options have stands where the last of them
/// is.
void add_options(Group group, const Request& request, store::Identity& identity) {
  const auto rows = options_of(group);
  for (auto row = rows.begin(); row != rows.end(); ++row) {
    const Identifies& identifies = row->identifies;
    const bool again = std::any_of(row + 1, rows.end(), [&](const OptionRow& later) {
      return later.identifies.entry == identifies.entry;
    });
    if (identifies.text == nullptr || again) continue;
    if (auto text = identifies.text(request)) {
      identity.add(std::string(identifies.entry), std::move(*text));
    }
    if (identifies.entry == "way") identity.add("cells", std::to_string(cells_of(request)));
  }
}

}  // namespace

store::Identity identity_of(const Request& request, const Extents& extents, Index blocks,
                            const std::vector<io::FileRecord>& inputs) {
  store::Identity identity;
  identity.add("version", std::string(version()));
  identity.add("metric", request.metric);
  add_options(Group::compute, request, identity);
  add_options(Group::compared, request, identity);
  add_options(Group::output, request, identity);
  add_options(Group::answers, request, identity);
  identity.add("num-vectors", std::to_string(extents.vectors));
  identity.add("num-fields", std::to_string(extents.fields));
  identity.add("blocks", std::to_string(blocks));
  add_options(Group::how, request, identity);
  add_options(Group::input, request, identity);
  add_options(Group::selection, request, identity);
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    identity.add(fmt::format("input {}", i + 1),
                 fmt::format("{} bytes, digest {}", inputs[i].bytes, inputs[i].digest));
  }
  add_options(Group::ranks, request, identity);
  add_options(Group::parts, request, identity);
  return identity;
}

Request recalled(const store::Identity& identity, const Request& given) {
  Request request = given;
  request.metric = find_metric(entry(identity, "metric")).name;
  for_each_option([&](const OptionRow& row) {
    if (row.identifies.recall == nullptr) return;
    const std::string* const text = identity.find(std::string(row.identifies.entry));
    if (text != nullptr) row.identifies.recall(*text, request);
  });
  return request;
}

std::string entry(const store::Identity& identity, const std::string& name) {
  const std::string* const value = identity.find(name);
  if (value == nullptr) {
    throw Error(Failure::inconsistent, fmt::format("stored run: it does not say its {}", name));
  }
  return *value;
}

Index number(const store::Identity& identity, const std::string& name) {
  return stored_count(name, entry(identity, name));
}

Domain domain_in(const store::Identity& identity, const std::string& directory) {
  const std::string* const text = identity.find("domain");
  return text == nullptr ? Domain() : store::read_domain(directory, *text);
}

SinkInfo sink_info(const store::Identity& identity, const Domain& domain) {
  const Request request = recalled(identity, {});
  return {.way = static_cast<int>(number(identity, "way")),
          .cells = static_cast<int>(number(identity, "cells")),
          .vectors = number(identity, "num-vectors"),
          .all = !has_threshold(request) && !request.top && !request.best,
          .float32 = request.precision == Precision::float32,
          .chi_squared = has_p_values(request),
          .small_is_good = small_is_good(request),
          .domain = domain};
}

std::vector<Shares> shares_in(const store::Identity& identity) {
  const std::string text = entry(identity, "share");
  std::vector<Shares> shares;
  if (text == "all") return shares;
  std::istringstream words(text);
  for (std::string word; words >> word;) {
    Shares s;
    char dash = 0, slash = 0;
    std::istringstream parts(word);
    if (!(parts >> s.first >> dash >> s.last >> slash >> s.of) || dash != '-' || slash != '/') {
      throw Error(Failure::inconsistent,
                  fmt::format("stored run: its share is {}", in_quotes(text)));
    }
    shares.push_back({s.first - 1, s.last - 1, s.of});
  }
  return shares;
}

}  // namespace encke::job
