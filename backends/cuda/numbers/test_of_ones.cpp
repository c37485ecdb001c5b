#include "test_of_ones.hpp"

#include <array>
#include <vector>

#include "level_choice.hpp"

namespace encke::cuda {
namespace {

constexpr int kinds = 8;  ///< of vectors; those of a group of a panel
constexpr int queue = 0;

/// Field `f` of `k` of a kind of vector: -1, 0 or 1. Products have the largest sums that there are,
/// of both signs, odd ones, and sums that rise and fall again on the way.
int field_of(int kind, Index f, Index k) {
  const bool second_half = f >= k / 2;
  switch (kind) {
    case 0:
      return 1;
    case 1:
      return f + 1 < k ? 1 : 0;
    case 2:
      return f == 7 ? 0 : -1;
    case 3:
      return f % 2 == 0 ? 1 : -1;
    case 4:
      return second_half ? -1 : 1;
    case 5:
      return second_half ? 0 : 1;
    case 6:
      return static_cast<int>(f * 7 % 11 % 3) - 1;
    default:
      return f % 64 == 0 ? 1 : 0;
  }
}

/// The kinds, as one group of a panel: [word][plane][kind].
std::vector<std::uint64_t> group_of_kinds(Index k) {
  std::vector<std::uint64_t> words(static_cast<std::size_t>(k / 64 * 2 * kinds));
  for (Index f = 0; f < k; ++f) {
    for (int kind = 0; kind < kinds; ++kind) {
      const int x = field_of(kind, f, k);
      const auto at = static_cast<std::size_t>(f / 64 * 2 * kinds + kind);
      words[at] |= static_cast<std::uint64_t>(x != 0) << f % 64;
      words[at + kinds] |= static_cast<std::uint64_t>(x < 0) << f % 64;
    }
  }
  return words;
}

using Sums = std::array<std::array<std::int32_t, kinds>, kinds>;

Sums sums_of_kinds(Index k) {
  Sums sums{};
  for (Index f = 0; f < k; ++f) {
    for (int a = 0; a < kinds; ++a) {
      for (int b = 0; b < kinds; ++b) {
        sums[static_cast<std::size_t>(a)][static_cast<std::size_t>(b)] +=
            field_of(a, f, k) * field_of(b, f, k);
      }
    }
  }
  return sums;
}

/// The product on the device, and what it needs.
class Product {
 public:
  Product(Device& device, Numbers numbers, Index vectors, Index k)
      : device_(device),
        numbers_(numbers),
        vectors_(vectors),
        k_(k),
        panel_(device, Memory::device),
        fields_(device, Memory::device),
        scales_(device, Memory::device),
        out_(device, Memory::device),
        host_(device, Memory::host) {
    const std::vector<std::uint64_t> group = group_of_kinds(k);
    const auto bytes = static_cast<Index>(group.size() * sizeof(std::uint64_t));
    device.copy_in(queue, panel_.reserve(bytes), group.data(), bytes);
    PlaneSet planes;  // all groups are the one
    for (int p = 0; p < 2; ++p) {
      planes.plane[p] = panel_.data() + p * kinds * 8;
      planes.word_stride[p] = 2 * kinds * 8;
    }
    const Index words = k / 64;
    fields_.reserve(vectors * words * bytes_of_word(numbers));
    device.expand(
        queue, {planes, {NumberKind::ternary, 0, 0}, numbers, 0, words, vectors, fields_.data()});
    const Index scales = scale_bytes(vectors, k);
    device.fill(queue, scales_.reserve(scales), scale_of_one, scales);
    host_.reserve(out_bytes());
    out_.reserve(out_bytes());
  }

  /// What the device makes of the product added to `start`; null: of the product alone.
  const std::int32_t* add_to(const float* start) {
    if (start != nullptr) {
      const std::vector<float> all(static_cast<std::size_t>(vectors_ * vectors_), *start);
      device_.copy_in(queue, out_.data(), all.data(), out_bytes());
    }
    device_.multiply(queue, {numbers_, fields_.data(), fields_.data(), scales_.data(), k_, vectors_,
                             vectors_, out_.data(), vectors_, start != nullptr});
    auto* const sums = reinterpret_cast<std::int32_t*>(out_.data());
    device_.convert(queue, {sums, sums, vectors_ * vectors_, false});
    device_.copy_out(queue, host_.data(), sums, out_bytes());
    device_.wait(queue);
    return reinterpret_cast<const std::int32_t*>(host_.data());
  }

 private:
  Index out_bytes() const { return vectors_ * vectors_ * 4; }

  Device& device_;
  Numbers numbers_;
  Index vectors_;
  Index k_;
  Memory panel_, fields_, scales_, out_, host_;
};

}  // namespace

void test_of_ones(Device& device, Numbers numbers, const FloatSums& floats) {
  if (!are_floats(numbers)) return;
  const Index n = floats.tested, k = 2 * floats.step;
  const Sums expected = sums_of_kinds(k);
  Product product(device, numbers, n, k);
  const auto start = static_cast<float>(floats.exact - k);
  for (const float* const from : {static_cast<const float*>(nullptr), &start}) {
    const std::int32_t before = from == nullptr ? 0 : static_cast<std::int32_t>(start);
    const std::int32_t* const found = product.add_to(from);
    for (Index i = 0; i < n * n; ++i) {
      const std::int32_t exact = before + expected[static_cast<std::size_t>(i / n % kinds)]
                                                  [static_cast<std::size_t>(i % n % kinds)];
      if (found[i] == exact) continue;
      const ProductLevel& level = level_of(numbers);
      throw Error(Failure::gpu, "GPU: " + device.name() + " does not add up " +
                                    std::string(level.products) + " exactly (" +
                                    std::to_string(found[i]) + " where the sum is " +
                                    std::to_string(exact) + "): --level " +
                                    std::string(level.name) + " cannot be used, --level int8 can");
    }
  }
}

}  // namespace encke::cuda
