#pragma once

#include <optional>

#include "cuda/memory/panel_cache.hpp"
#include "cuda/memory/vector_data.hpp"
#include "cuda/pruning/listed_batch.hpp"
#include "cuda/pruning/pair_pruning.hpp"
#include "pipeline.hpp"

namespace encke::cuda {

/// Contracts blocks on a device: brings their vectors there, in strips where they would not all
/// fit, and gives a pipeline the rectangles. Vectors stay there for further blocks.
class BlockRun {
 public:
  /// `strip`: most vectors of a strip; 0: as many as there is memory for.
  BlockRun(Device& device, int workers, Pipeline::Limits limits, Index strip);

  void pairs(const Array<Operand, 2>& blocks, const Screen* screen, TallyVisitor& visitor);
  void triples(const Array<Operand, 3>& blocks, const Screen* screen, TallyVisitor& visitor);

  /// Host memory for blocks of `block` vectors.
  std::int64_t host_bytes(Element element, int way, Index block) const;
  int workers() const { return pipeline_.workers(); }
  LeftOut left_out() const {
    LeftOut all = pipeline_.left_out();
    all.tuples += not_listed_;
    return all;
  }
  /// True if triples are made from lists of useful pairs where that is less.
  bool uses_pairs() const { return limits_.numbers == Numbers::none; }

 private:
  struct Side {
    Side(Device& device) : data(device) {}
    PanelCopy* panel = nullptr;  ///< of cache_; null between calls
    VectorCopy data;
    Operand block;
    Range range;  ///< local vectors that are there, or that are brought
  };
  static constexpr int upload_queue = 2;  ///< products are in 0 and 1
  /// Tallies of pairs, on the host and, for screens, on the device.
  struct PairTable {
    PairTable(Device& device) : copy(device, Memory::device) {}
    std::optional<PairTallies> host;
    Memory copy;
  };

  void contract_pairs(const Array<Operand, 2>& blocks, const ProductForm& form,
                      const Screen* screen, TallyVisitor& visitor);
  void contract_triples(const Array<Operand, 3>& blocks, const Screen* screen,
                        TallyVisitor& visitor);
  bool contract_lists(const Array<Operand, 3>& blocks, const Screen* screen, TallyVisitor& visitor);
  bool lists_pay(const pruning::PivotLists& lists, const Array<Operand, 3>& blocks,
                 const WeightBound& bound, const ProductForm& form) const;
  void add_batch(ListedBatch&& batch, const Array<Operand, 3>& blocks, const ProductForm& form,
                 const Screen& screen, TallyVisitor& visitor);
  Operands gather(int queue, const ListedBatch& batch, const ProductForm& form, ScreenData& data);
  void make_pair_tables(const Array<Operand, 3>& blocks, const ProductForm& form);
  void bring_pair_tables();
  void strips_of_triples(const Array<Operand, 3>& blocks, Range rows, Range cols,
                         const ProductForm& form, const Screen* screen, TallyVisitor& visitor);
  Operands fold(int queue, Index pivot, Index first_row, const ProductForm& form);
  void begin(Side& side, const Operand& block, Range range, const ProductForm& form,
             const Screen* screen);
  void bring(Side& side, Index end);
  void load(Side& side, const Operand& block, Range range, const ProductForm& form,
            const Screen* screen);
  void add_as_it_comes(const Rectangle& rectangle, Side& right, TallyVisitor& visitor);
  void add_strips(const Array<Operand, 2>& blocks, Range rows, Range cols, const ProductForm& form,
                  const Screen* screen, TallyVisitor& visitor);
  void set_pivot(Rectangle& rectangle, Index pivot, const Screen* screen);
  Index strip_of(const PackedVectors& vectors, const ProductForm& form, int panels);
  void order_products();
  void use_panels();
  void leave_panels();
  void end_call();
  void abandon() noexcept;

  Device& device_;
  Pipeline pipeline_;
  Pipeline::Limits limits_;
  Index strip_;
  PanelCache cache_;
  Index most_ = 0;  ///< bytes that its panels may take
  Side left_, right_;
  Side pivots_;
  Memory folded_[2];
  Memory listed_[2];  ///< of each queue: a batch of lists, and its columns
  Memory columns_[2];
  ListedBatch batch_[2];
  Index not_listed_ = 0;  ///< triples that were left out
  PreparedVectors prepared_;
  std::unique_ptr<PairPruning> pruning_;  ///< of the pairs of the present call, or null
  PairTable ij_, ik_, jk_;
  int table_planes_ = 0;  ///< that tests read; 0: none
  bool has_tables_ = false;
};

/// True if all samples of the blocks are there.
template <int Way>
bool is_complete(const Array<Operand, Way>& blocks) {
  for (const Operand& block : blocks) {
    if (block.range.size() > 0 && !block.vectors->panel(block.range).complete()) return false;
  }
  return true;
}

}  // namespace encke::cuda
