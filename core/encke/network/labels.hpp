#pragma once

#include <cstdint>
#include <encke/base/index.hpp>
#include <span>
#include <string_view>
#include <vector>

namespace encke::network {

/// Number of a node, from 0.
using Node = std::int32_t;

/// Most nodes that a graph may have.
inline constexpr Index most_nodes = 2'147'483'646;  // 2^31 - 2

/// Characters that no name may have: files of text could not be read back.
inline bool is_control(char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; }

/// The names of nodes, each once, numbered in the order in which they came.
class Labels {
 public:
  static constexpr Node none = -1;

  /// The number of the name, a new one where it is new. Throws Error(inconsistent) where there are
  /// more than most_nodes. An empty name is a name like any other.
  Node add(std::string_view name) { return add(name, hash_of(name)); }
  /// The same of several names, one after the other: their numbers replace those in `nodes`. Takes
  /// less time than one by one where there are many.
  void add(std::span<const std::string_view> names, std::vector<Node>& nodes);
  /// The number of the name, or `none`.
  Node find(std::string_view name) const;

  /// Makes space for about so many names, as long as those that are there are.
  void expect(Index names);

  Index size() const { return static_cast<Index>(begin_.size()) - 1; }
  /// Valid until the next add().
  std::string_view operator[](Node node) const {
    const auto at = static_cast<std::size_t>(node);
    return {text_.data() + begin_[at], static_cast<std::size_t>(begin_[at + 1] - begin_[at])};
  }
  /// Bytes of memory that the names occupy.
  Index bytes() const;

 private:
  struct Slot {
    std::uint32_t hash = 0;
    Node node = none;
  };

  static std::uint32_t hash_of(std::string_view name);
  std::size_t slot_of(std::string_view name, std::uint32_t hash) const;
  Node add(std::string_view name, std::uint32_t hash);
  void grow(std::size_t slots);

  std::vector<char> text_;
  std::vector<Index> begin_ = {0};
  std::vector<Slot> slots_ = std::vector<Slot>(64);
  int shift_ = 26;  ///< of a hash: the rest of its bits choose one of the slots
  std::vector<std::uint32_t> hashes_;
};

}  // namespace encke::network
