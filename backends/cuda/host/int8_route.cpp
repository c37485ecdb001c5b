#include "int8_route.hpp"

#include <algorithm>

#include "cuda/memory/panel_copy.hpp"

namespace encke::cuda {

Int8Route::Int8Route(Device& device, Index bytes)
    : device_(device),
      bytes_(bytes),
      left_{Memory(device, Memory::device), Memory(device, Memory::device),
            Memory(device, Memory::device)},
      right_{Memory(device, Memory::device), Memory(device, Memory::device),
             Memory(device, Memory::device)} {
  static_assert(Device::queues == 3);
}

void Int8Route::store(int queue, const Rectangle& r, std::int32_t* tallies, Index plane_stride,
                      Index row_stride) {
  const ProductForm& form = r.operands.form;
  int plane = 0;
  for (int c = 0; c < form.classes; ++c) {
    const Range words = form.classes > 1 ? r.operands.class_words[c] : Range{0, r.operands.words};
    for (int i = 0; i < form.parts; ++i) {
      store_part(queue, bit_job(r, form.part[i], words), int8_list(form.part[i].list),
                 {tallies + plane * plane_stride, plane_stride, row_stride});
      plane += form.part[i].products;
    }
  }
}

void Int8Route::store_part(int queue, const BitJob& job, const Int8List& list,
                           const TallyPlanes& out) {
  const Index rows = padded(job.rows), cols = padded(job.cols);
  const Index bytes_of_word = 64 * std::max(rows * list.left_terms, cols * list.right_terms);
  const Index step = std::max<Index>(1, std::min(bytes_ / bytes_of_word, job.words));
  std::byte* const left = left_[queue].reserve(step * 64 * rows * list.left_terms);
  std::byte* const right = right_[queue].reserve(step * 64 * cols * list.right_terms);
  bool begun[Int8List::most] = {};
  for (Index w = 0; w < job.words; w += step) {
    const Range words{job.first_word + w, job.first_word + std::min(w + step, job.words)};
    expand(queue, job.left, list.left, list.left_terms, words, rows, left);
    expand(queue, job.right, list.right, list.right_terms, words, cols, right);
    const Index k = words.size() * 64;
    for (int p = 0; p < list.products; ++p) {
      const Int8Product& product = list.product[p];
      device_.multiply(
          queue, {reinterpret_cast<const std::int8_t*>(left) + product.left * rows * k,
                  reinterpret_cast<const std::int8_t*>(right) + product.right * cols * k, k, rows,
                  cols, out.at(product.product, 0, 0), out.row_stride, begun[product.product]});
      begun[product.product] = true;
    }
  }
  if (job.words > 0) return;
  for (int p = 0; p < list.products; ++p) {
    device_.zero(queue, out.at(list.product[p].product, 0, 0), out.plane_stride * 4);
  }
}

void Int8Route::expand(int queue, const PlaneSet& from, const Int8Term (&terms)[Int8List::most],
                       int count, Range words, Index vectors, std::byte* to) {
  for (int t = 0; t < count; ++t) {
    device_.expand(queue, {from, terms[t], words.begin, words.size(), vectors,
                           reinterpret_cast<std::int8_t*>(to) + t * vectors * words.size() * 64});
  }
}

}  // namespace encke::cuda
