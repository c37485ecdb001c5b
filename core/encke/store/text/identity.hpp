#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace encke::store {

/// What decides the result of a run: an ordered list of (name, value) pairs, such as version,
/// metric, parameters, digests of the inputs. A run is resumed, and parts are merged, only where
/// identities agree.
class Identity {
 public:
  using Entry = std::pair<std::string, std::string>;

  /// Both may hold any bytes. Throws Error(internal) where the name is there already.
  void add(std::string name, std::string value);

  const std::vector<Entry>& entries() const { return entries_; }
  /// The value of `name`; null where there is none.
  const std::string* find(const std::string& name) const;
  /// 64-bit hash of names and values, whatever their order.
  std::uint64_t hash() const;

 private:
  std::vector<Entry> entries_;
};

/// A name whose values differ; nothing where one side has no such name.
struct Difference {
  std::string name;
  std::optional<std::string> ours;
  std::optional<std::string> theirs;
};

/// The names that differ, in the order of `ours`, then of `theirs`. Those in `free` may differ.
std::vector<Difference> differences(const Identity& ours, const Identity& theirs,
                                    std::span<const std::string> free = {});

/// "NAME: 'OURS' here, 'THEIRS' WHERE; NAME: …".
std::string text(const std::vector<Difference>& differences, const std::string& where);

/// `text` in one piece: tab, newline, carriage return and backslash become `\t`, `\n`, `\r`, `\\`.
std::string escaped(const std::string& text);
/// The inverse; nothing where `text` is not what escaped() gives.
std::optional<std::string> unescaped(const std::string& text);

}  // namespace encke::store
