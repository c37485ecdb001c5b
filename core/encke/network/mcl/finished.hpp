#pragma once

#include <cstdint>
#include <encke/file/posix_file.hpp>
#include <encke/network/mcl/columns.hpp>
#include <encke/network/mcl/interpret.hpp>
#include <map>
#include <mutex>
#include <span>
#include <string>

namespace encke::network {

/// What came of one component.
struct FinishedComponent {
  Interpretation found;
  int iterations = 0;
};

/// Clusters of large components that are done, in a file that stays where a run is stopped, so that
/// the next one need not find them again. They are known by all that they depend on: whatever else
/// has changed, what is found is right. Several threads may call it.
class FinishedComponents {
 public:
  /// Smaller ones are not worth their place.
  static constexpr std::size_t least_nodes = 512;

  /// Hashes of the matrix that a component starts with, and of the options.
  struct Key {
    std::uint64_t first = 0;
    std::uint64_t second = 0;
    auto operator<=>(const Key&) const = default;
  };
  static Key key_of(const Columns& start, std::span<const double> options);

  /// With `resume` takes in what the file has, as far as it is whole; else it is replaced, by the
  /// first add(). Where another process has the file, none is used. Throws Error(open),
  /// Error(read).
  FinishedComponents(std::string path, bool resume);

  /// Null where it is not there.
  const FinishedComponent* find(const Key& key);
  /// Throws Error(open), Error(write).
  void add(const Key& key, const FinishedComponent& component);
  /// Removes the file.
  void remove();

  /// How many were found.
  Index resumed() const { return resumed_; }

 private:
  void load();

  std::string path_;
  std::mutex mutex_;
  PosixFile file_;
  bool is_ours_ = true;  ///< no other process has it
  std::map<Key, FinishedComponent> done_;
  Index resumed_ = 0;
};

}  // namespace encke::network
