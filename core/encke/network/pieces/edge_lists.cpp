#include <algorithm>
#include <encke/file/output/leftovers.hpp>
#include <encke/network/pieces/edge_lists.hpp>

namespace encke::network {
namespace {

constexpr Index edge_size = sizeof(Edge);

}  // namespace

EdgeLists::EdgeLists(const std::string& stem, std::size_t lists, std::size_t buffer)
    : file_(sink::create_nameless(stem)), buffer_(buffer), lists_(lists) {}

void EdgeLists::flush(List& list) {
  if (list.held.empty()) return;
  const auto count = static_cast<Index>(list.held.size());
  file_.write(std::as_bytes(std::span(list.held)));
  if (!list.runs.empty() && list.runs.back().first + list.runs.back().edges == edges_) {
    list.runs.back().edges += count;
  } else {
    list.runs.push_back({edges_, count});
  }
  edges_ += count;
  list.edges += count;
  list.held.clear();
}

void EdgeLists::read(std::size_t list, const std::function<void(std::span<const Edge>)>& take) {
  constexpr Index together = 1 << 16;
  flush(lists_[list]);
  std::vector<Edge> edges;
  for (const Run& run : lists_[list].runs) {
    for (Index at = 0; at < run.edges; at += together) {
      edges.resize(static_cast<std::size_t>(std::min(together, run.edges - at)));
      file_.read_at((run.first + at) * edge_size, std::as_writable_bytes(std::span(edges)));
      take(edges);
    }
  }
}

}  // namespace encke::network
