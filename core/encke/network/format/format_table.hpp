#pragma once

#include <encke/base/error.hpp>
#include <encke/network/format/graph_view.hpp>
#include <encke/network/result_file.hpp>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace encke::network {

using ResultFiles = std::span<const std::unique_ptr<ResultFile>>;

/// A format cannot hold a name: of a node, a variant or a set.
class NameRefused : public Error {
 public:
  NameRefused(std::string name, const std::string& message)
      : Error(Failure::inconsistent, message), name_(std::move(name)) {}
  const std::string& name() const { return name_; }

 private:
  std::string name_;
};

/// A format of files of graphs: all that is known of it.
struct GraphFormatRow {
  std::string_view name;
  std::span<const std::string_view> endings;  ///< of its files
  std::string_view help;
  /// What a name of a node must not have, in words, where `holds` is false.
  std::string_view needs;
  bool (*holds)(std::string_view name);
  /// Writes the files, which come in the order of `endings`. Throws Error(write).
  void (*write)(const GraphView& view, ResultFiles files);
};

std::span<const GraphFormatRow> graph_formats();

/// Throws NameRefused for a node whose name the format cannot hold.
void check_names(const GraphFormatRow& format, const Graph& graph);

}  // namespace encke::network
