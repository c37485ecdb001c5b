#pragma once

#include <encke/backend/registry.hpp>
#include <encke/base/array.hpp>
#include <encke/base/device_memory.hpp>
#include <encke/base/index.hpp>
#include <encke/contraction/contraction.hpp>
#include <encke/pack/packed_vectors.hpp>
#include <encke/screen/screen.hpp>
#include <encke/tally/tally_tile.hpp>
#include <string_view>

namespace encke {

/// One block of vectors of a contraction. Operands of one call may come from different
/// PackedVectors, if all of these keep masks or none does (PackedVectors::keep_masks). Vector
/// `range.begin + v` of `vectors` has the index `offset + range.begin + v` in the whole problem;
/// range.begin is a multiple of 16.
struct Operand {
  const PackedVectors* vectors = nullptr;
  Range range;
  Index offset = 0;

  Range indices() const { return {range.begin + offset, range.end + offset}; }
};

/// Throws Error(inconsistent) unless the operands of one call fit together: the same kind of
/// elements, as many fields, and masks in all or none.
void check_operands(std::span<const Operand> blocks);
/// True if any vector of the block misses a sample.
bool any_missing(const Operand& block);

/// Tuples that cannot pass the screen, and were therefore not contracted, or not to their end.
struct LeftOut {
  Index tuples = 0;        ///< not contracted: by their vectors' margins, triples by their pairs
  Index early = 0;         ///< given up after a part of the samples
  double comparisons = 0;  ///< what these lack, in tuples: each counts the share of its samples
  Index equal = 0;         ///< not contracted, as another tuple of equal vectors was

  void add(const LeftOut& other) {
    tuples += other.tuples;
    early += other.early;
    comparisons += other.comparisons;
    equal += other.equal;
  }
};

/// Contracts blocks of vectors into tiles of tallies. The virtual call is made once for 10^8
/// operations and more. A backend knows contractions and never a metric.
class TileBackend {
 public:
  TileBackend() = default;
  TileBackend(const TileBackend&) = delete;
  TileBackend& operator=(const TileBackend&) = delete;
  virtual ~TileBackend() = default;

  virtual std::string_view name() const = 0;
  /// Instruction-set level or device, for reports; may be empty.
  virtual std::string_view level() const { return ""; }
  virtual bool supports(ContractionId contraction) const = 0;
  /// Devices that share the work of a call.
  virtual int devices() const { return 1; }
  /// Workers that may visit at the same time; visits have 0 <= worker < workers().
  virtual int workers() const = 0;
  /// Host memory that contract() holds besides the vectors, in bytes, for blocks of `block`
  /// vectors of `fields` elements that take `bytes_of_vector` each when packed.
  virtual std::int64_t memory(int way, Index block, Index fields,
                              std::int64_t bytes_of_vector) const = 0;
  /// The same for one kind of element, where that makes a difference: one that supports() has.
  virtual std::int64_t memory_for(Element /*element*/, int way, Index block, Index fields,
                                  std::int64_t bytes_of_vector) const {
    return memory(way, block, fields, bytes_of_vector);
  }

  /// True if contract() of triples leaves out what WeightBound::pairs lets it.
  virtual bool uses_pairs() const { return false; }
  /// The same of OverlapBound::pairs, of bits.
  virtual bool uses_overlapping_pairs() const { return false; }
  /// What was left out since the backend was made.
  virtual LeftOut left_out() const { return {}; }

  /// Vectors of a block with which the backend works best, where it needs larger ones than a CPU;
  /// else 0.
  virtual Index best_block(int /*way*/) const { return 0; }

  /// Where it is not the host's: memory that operands may lie in (PackedVectors::allocate_like), so
  /// that they need not be brought there for each call. Lives as long as the backend.
  virtual DeviceMemory* device_memory() { return nullptr; }

  /// Tallies of all pairs of a vector of the first block with a later one of the second. The
  /// blocks are the same or disjoint, the first before the second. `screen` may be null.
  /// An exception that leaves a visit is thrown again here, after all workers have stopped.
  virtual void contract(const Array<Operand, 2>& blocks, const Screen* screen,
                        TallyVisitor& visitor) = 0;
  /// The same for ascending triples; blocks in ascending order, equal or disjoint.
  virtual void contract(const Array<Operand, 3>& blocks, const Screen* screen,
                        TallyVisitor& visitor) = 0;
};

}  // namespace encke
