#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <encke/network/read/graph_builder.hpp>
#include <span>
#include <string_view>
#include <vector>

namespace encke::network {

/// Names that lines of a file give, until the numbers of their nodes are asked for together: memory
/// is slow to find one name of many, but finds several at a time.
class NameBatch {
 public:
  using Place = std::uint32_t;
  static constexpr Place none = 0xffffffff;
  /// So many names at least find space after clear().
  static constexpr std::size_t most = 512;
  static constexpr std::size_t least_joined = 1 << 15;  ///< bytes of names of two parts

  /// True if the names of another line, which has so many bytes, find no space before clear().
  bool is_full(std::size_t bytes_of_line) const {
    return names_.size() + 3 > most || used_ + bytes_of_line + 3 > joined_.size();
  }
  /// No names; makes space for those of a line of so many bytes.
  void clear(std::size_t bytes_of_line) {
    names_.clear();
    used_ = 0;
    joined_.resize(std::max({joined_.size(), least_joined, bytes_of_line + 3}));
  }

  /// The place of a name whose text stays where it is until clear().
  Place add(std::string_view name) {
    names_.push_back(name);
    return static_cast<Place>(names_.size() - 1);
  }
  /// The place of `first`, `between` and `second` in one name.
  Place add(std::string_view first, char between, std::string_view second) {
    char* const begin = joined_.data() + used_;
    std::memcpy(begin, first.data(), first.size());
    begin[first.size()] = between;
    std::memcpy(begin + first.size() + 1, second.data(), second.size());
    const std::size_t size = first.size() + 1 + second.size();
    used_ += size;
    return add(std::string_view(begin, size));
  }

  /// Until clear(): the name at a place.
  std::string_view operator[](Place place) const { return names_[place]; }

  /// The numbers of their nodes, by places. Throws as GraphBuilder::nodes().
  std::span<const Node> nodes(GraphBuilder& builder) {
    builder.nodes(names_, nodes_);
    return nodes_;
  }

 private:
  std::vector<std::string_view> names_;
  std::vector<char> joined_;  ///< text of names of two parts
  std::size_t used_ = 0;      ///< bytes of it
  std::vector<Node> nodes_;
};

}  // namespace encke::network
