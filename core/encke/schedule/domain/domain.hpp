#pragma once

#include <cstdint>
#include <encke/base/array.hpp>
#include <encke/base/index.hpp>
#include <encke/schedule/domain/set_members.hpp>
#include <encke/schedule/domain/window.hpp>
#include <encke/schedule/tile.hpp>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace encke {

/// Which columns belong to the domain together with one row (of triples: one pivot and row).
struct DomainRow {
  Index begin;                  ///< those from this one on …
  Index end;                    ///< and before this one, which come after the row, …
  const std::uint8_t* classes;  ///< … and are of one of these classes; null: all are
  std::uint8_t wanted;          ///< a bit for each class

  /// `column` comes after the row.
  bool has(Index column) const {
    return begin <= column && column < end &&
           (classes == nullptr || (wanted >> classes[column] & 1) != 0);
  }
};

/// What is compared: which tuples of a problem's vectors, each unordered tuple of different vectors
/// at most once. A value; copies share what is large.
///
/// All tuples; or those with a member in each of two (three) sets, or whose vectors lie in a
/// window (or none with another in one), or both. Only this type counts tuples. See
/// docs/design/domain.md.
class Domain {
 public:
  /// All tuples of however many vectors there are.
  Domain() = default;

  /// Pairs {a, b} with a in sets[0], b in sets[1] and a != b; or triples {a, b, c} likewise of
  /// three sets. Sets may overlap and be the same: a tuple is in if its vectors can be given to the
  /// sets, one each, in some way. Sets have indices of vectors 0 … vectors - 1, in any order,
  /// repetition allowed; they may be empty. Throws Error(inconsistent) unless there are two or
  /// three sets of such indices.
  static Domain of_sets(Index vectors, const std::vector<std::vector<Index>>& sets);

  /// Tuples whose vectors are all in the window of the first.
  static Domain of_window(Window window);

  /// The tuples of this domain that are in the window too. Throws Error(inconsistent) where the two
  /// are of different numbers of vectors.
  Domain within(const Window& window) const;

  /// The tuples of this domain no two of whose vectors are in one window: of pairs what within()
  /// leaves out. Throws as within(), and where the domain has a window already.
  Domain beyond(Window window) const;

  /// True if it is all tuples of any number of vectors.
  bool everything() const { return !what_; }
  /// Throws Error(inconsistent) unless it is a domain of `way`-tuples of so many vectors.
  void check(int way, Index vectors) const;

  // Below: the vectors are those that the domain was made of, or any where it is everything().

  /// Number of tuples in all. `way` 2 or 3. O(vectors), of all tuples O(1).
  Index tuples(int way, Index vectors) const;
  /// Number of those with one member in each range: ascending ranges, equal or disjoint, such as a
  /// tile's. O(vectors of the first range).
  template <int Way>
  Index tuples(const Array<Range, Way>& ranges) const;

  template <int Way>
  bool contains(const Array<Index, Way>& ascending) const;

  /// No tuple whose first vector is in `first`, not empty, has one from this one on. O(1).
  Index end_after(Range first) const;

  /// False only if no ascending tuple with one member in each range is in the domain; ranges may
  /// overlap. O(1).
  template <int Way>
  bool may_have(const Array<Range, Way>& ranges) const;

  /// The part of a tile that has all its tuples of the domain: the same id, blocks and shape, fewer
  /// vectors. Ranges of the same block stay equal; each begins, and if it does not end with the
  /// tile's also ends, at a multiple of Partition::granule. Empty ranges where no tuple is in.
  template <int Way>
  Tile<Way> trimmed(const Tile<Way>& tile) const;

  /// What belongs to a row of a tile: pairs, and triples of a pivot before the row.
  DomainRow row(Index row) const;
  DomainRow row(Index pivot, Index row) const;

  /// Memory that it takes, whatever the number of its copies.
  std::int64_t bytes() const;

  /// Says what the domain is, for the identity of a stored run: equal domains have equal texts, and
  /// others differ but for a chance of 2^-64. "all" where it is everything().
  std::string text() const;

  /// The domain as bytes, and back; of stored runs. Throws Error(checksum) for bytes of another
  /// kind. What is everything() has no bytes.
  std::string stored() const;
  static Domain from_stored(std::string_view bytes);

  friend bool operator==(const Domain& a, const Domain& b);

 private:
  struct What {
    Index vectors = 0;
    SetMembers members;  ///< of no sets: all vectors are of one class
    std::optional<Window> window;
    bool beyond = false;  ///< no two vectors in one window, not all in that of the first

    friend bool operator==(const What&, const What&) = default;
  };

  explicit Domain(What what);
  void set_window(What& what, Window window) const;
  Index begin_of(Index vector) const;
  Index end_of(Index vector) const;
  template <int Way>
  Index tuples_in_window(const Array<Range, Way>& ranges) const;
  Index tuples_beyond(const Array<Range, 2>& ranges) const;
  Index tuples_beyond(const Array<Range, 3>& ranges) const;

  std::shared_ptr<const What> what_;
};

}  // namespace encke
