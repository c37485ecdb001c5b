#include "number_route.hpp"

#include <algorithm>

#include "cuda/memory/panel_copy.hpp"

namespace encke::cuda {

NumberRoute::NumberRoute(Device& device, Numbers numbers, Index bytes, FloatSums floats)
    : device_(device),
      numbers_(numbers),
      bytes_(bytes),
      floats_(floats),
      left_{Memory(device, Memory::device), Memory(device, Memory::device),
            Memory(device, Memory::device)},
      right_{Memory(device, Memory::device), Memory(device, Memory::device),
             Memory(device, Memory::device)},
      scales_{Memory(device, Memory::device), Memory(device, Memory::device),
              Memory(device, Memory::device)},
      sums_{Memory(device, Memory::device), Memory(device, Memory::device),
            Memory(device, Memory::device)} {
  static_assert(Device::queues == 3);
}

void NumberRoute::store(int queue, const Rectangle& r, std::int32_t* tallies, Index plane_stride,
                        Index row_stride) {
  const ProductForm& form = r.operands.form;
  int plane = 0;
  for (int c = 0; c < form.classes; ++c) {
    const Range words = form.classes > 1 ? r.operands.class_words[c] : Range{0, r.operands.words};
    for (int i = 0; i < form.parts; ++i) {
      store_part(queue, bit_job(r, form.part[i], words), number_list(form.part[i].list),
                 {tallies + plane * plane_stride, plane_stride, row_stride});
      plane += form.part[i].products;
    }
  }
}

Index NumberRoute::words_of_step(const Part& part) const {
  const Index bytes_of_words =
      bytes_of_word(numbers_) *
      std::max(part.rows * part.list.left_terms, part.cols * part.list.right_terms);
  Index words = std::min(bytes_ / bytes_of_words, part.job.words);
  if (are_floats(numbers_)) words = std::min(words, floats_.step / 64);
  return std::max<Index>(1, words);
}

/// Words of which float32 holds every sum; each field may add 1 for each product.
Index NumberRoute::words_of_exact_sums(const NumberList& list) const {
  return std::max<Index>(1, floats_.exact / (64 * list.products_of_result()));
}

void NumberRoute::store_part(int queue, const BitJob& job, const NumberList& list,
                             const TallyPlanes& out) {
  if (job.words == 0) {
    for (int r = 0; r < list.results(); ++r) {
      device_.zero(queue, out.at(r, 0, 0), out.plane_stride * 4);
    }
    return;
  }
  Part part{job, list, padded(job.rows), padded(job.cols), 0, nullptr, nullptr, nullptr};
  part.step = words_of_step(part);
  const Index bytes = part.step * bytes_of_word(numbers_);
  part.left = left_[queue].reserve(bytes * part.rows * list.left_terms);
  part.right = right_[queue].reserve(bytes * part.cols * list.right_terms);
  if (numbers_ == Numbers::fp4) {
    const Index ones = scale_bytes(std::max(part.rows, part.cols), part.step * 64);
    std::byte* const scales = scales_[queue].reserve(ones);
    device_.fill(queue, scales, scale_of_one, ones);
    part.scales = scales;
  }
  if (!are_floats(numbers_)) return add_words(queue, part, {0, job.words}, out);
  const Index exact = words_of_exact_sums(list);
  for (Index w = 0; w < job.words; w += exact) {
    // the first sums become tallies where they are
    TallyPlanes sums = out;
    if (w > 0) {
      const Index floats = list.results() * out.plane_stride * 4;
      sums.data = reinterpret_cast<std::int32_t*>(sums_[queue].reserve(floats));
    }
    add_words(queue, part, {w, std::min(w + exact, job.words)}, sums);
    for (int r = 0; r < list.results(); ++r) {
      device_.convert(queue, {sums.at(r, 0, 0), out.at(r, 0, 0), out.plane_stride, w > 0});
    }
  }
}

/// Makes the sums of some words of the job, step by step.
void NumberRoute::add_words(int queue, const Part& part, Range words, const TallyPlanes& out) {
  const BitJob& job = part.job;
  const NumberList& list = part.list;
  bool begun[NumberList::most] = {};
  for (Index w = words.begin; w < words.end; w += part.step) {
    const Range here{job.first_word + w, job.first_word + std::min(w + part.step, words.end)};
    expand(queue, job.left, list.left, list.left_terms, here, part.rows, part.left);
    expand(queue, job.right, list.right, list.right_terms, here, part.cols, part.right);
    const Index bytes = here.size() * bytes_of_word(numbers_);
    for (int p = 0; p < list.products; ++p) {
      const NumberProduct& product = list.product[p];
      device_.multiply(
          queue,
          {numbers_, part.left + product.left * part.rows * bytes,
           part.right + product.right * part.cols * bytes, part.scales, here.size() * 64, part.rows,
           part.cols, out.at(product.product, 0, 0), out.row_stride, begun[product.product]});
      begun[product.product] = true;
    }
  }
}

void NumberRoute::expand(int queue, const PlaneSet& from,
                         const NumberTerm (&terms)[NumberList::most], int count, Range words,
                         Index vectors, std::byte* to) {
  const Index bytes = vectors * words.size() * bytes_of_word(numbers_);
  for (int t = 0; t < count; ++t) {
    device_.expand(queue,
                   {from, terms[t], numbers_, words.begin, words.size(), vectors, to + t * bytes});
  }
}

}  // namespace encke::cuda
