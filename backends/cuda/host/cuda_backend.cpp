#include "cuda_backend.hpp"

#include <encke/backend/pruning/pair_tests.hpp>
#include <encke/base/error.hpp>
#include <encke/host/threads/host_loop.hpp>

#include "cuda/numbers/level_choice.hpp"
#include "cuda/numbers/test_of_ones.hpp"
#include "workers.hpp"

namespace encke::cuda {

CudaBackend::CudaBackend(std::unique_ptr<Device> device, Pipeline::Limits limits, Index strip,
                         int workers)
    : device_(std::move(device)),
      level_(level_of(limits.numbers).name),
      pruning_(limits.numbers == Numbers::none ? limits.pruning : Pruning::off),
      vectors_(*device_),
      run_(*device_, thread_workers(workers > 0 ? workers : most_workers), limits, strip) {
  test_of_ones(*device_, limits.numbers, limits.floats);
}

std::int64_t CudaBackend::memory(int way, Index block, Index fields,
                                 std::int64_t bytes_of_vector) const {
  return memory_for(Element::genotype, way, block, fields, bytes_of_vector);
}

std::int64_t CudaBackend::memory_for(Element element, int way, Index block, Index,
                                     std::int64_t bytes_of_vector) const {
  const bool ordered = way == 2 && pruning_ != Pruning::off && pruning::prunes_pairs(element) &&
                       element.contraction != ContractionId::count_minima;
  return run_.host_bytes(element, way, block) +
         (ordered ? PreparedVectors::bytes(block, bytes_of_vector) : 0);
}

void CudaBackend::contract(const Array<Operand, 2>& blocks, const Screen* screen,
                           TallyVisitor& visitor) {
  check_operands({blocks.begin(), blocks.end()});
  device_->use();
  run_.pairs(blocks, screen, visitor);
}

void CudaBackend::contract(const Array<Operand, 3>& blocks, const Screen* screen,
                           TallyVisitor& visitor) {
  check_operands({blocks.begin(), blocks.end()});
  device_->use();
  run_.triples(blocks, screen, visitor);
}

}  // namespace encke::cuda
