#pragma once

#include <cstdint>
#include <cstring>
#include <deque>
#include <stdexcept>
#include <utility>
#include <vector>

#include "cuda/kernels/warpgroups/tile.hpp"

namespace encke::test {

/// 256 bits of each row and column of an instruction of tensor cores.
using BitRows = std::uint64_t[cuda::mma_rows][4];
using BitCols = std::uint64_t[cuda::mma_cols][4];
using BitSums = std::int32_t[cuda::mma_rows][cuda::mma_cols];
/// How many bits are set in both of each row and column.
void count_in_both(const BitRows& rows, const BitCols& cols, BitSums& sums);

/// Runs the kernels of backends/cuda on the host, one block of threads at a time: all lanes and
/// warps one after the other between barriers. The tensor-core instruction is what the PTX ISA says
/// of it; asynchronous copies come as late as the waits allow, and memory starts as garbage. Throws
/// std::logic_error where a barrier is missing: threads that run at the same time would read what
/// has not come, or write over what is still read.
class EmulatedExec {
 public:
  template <class T>
  struct Lanes {
    T all[cuda::lanes_of_warp];
    T& operator[](int lane) { return all[lane]; }
    const T& operator[](int lane) const { return all[lane]; }
  };
  template <class T>
  struct PerWarp {
    std::vector<T> all = std::vector<T>(cuda::warps_of_block);
    T& operator[](int warp) { return all[static_cast<std::size_t>(warp)]; }
    const T& operator[](int warp) const { return all[static_cast<std::size_t>(warp)]; }
  };
  template <class T>
  struct PerThread {
    std::vector<T> all = std::vector<T>(cuda::threads_of_block);
    T& operator[](int thread) { return all[static_cast<std::size_t>(thread)]; }
  };

  explicit EmulatedExec(int shared_bytes)
      : shared_(static_cast<std::size_t>(shared_bytes), std::byte{0xa5}),
        chunks_(shared_.size() / cuda::chunk_bytes) {}

  template <class F>
  void warps(const F& body) {
    for (int w = 0; w < cuda::warps_of_block; ++w) body(w);
  }
  template <class F>
  void lanes(const F& body) {
    for (int l = 0; l < cuda::lanes_of_warp; ++l) body(l);
  }
  template <class F>
  void threads(const F& body) {
    for (int t = 0; t < cuda::threads_of_block; ++t) body(t);
  }
  void sync() { ++barriers_; }

  void copy16(int offset, const std::byte* from, bool valid) {
    Chunk& chunk = chunk_at(offset);
    if (chunk.coming || chunk.read == barriers_) {
      throw std::logic_error("a copy to shared memory that other threads may still use");
    }
    chunk.coming = true;
    chunk.published = false;
    Copy copy{offset, {}};
    if (valid) std::memcpy(copy.bytes, from, sizeof copy.bytes);
    open_.push_back(copy);
  }
  void commit() { groups_.push_back(std::exchange(open_, {})); }
  template <int all_but>
  void wait() {
    while (groups_.size() > static_cast<std::size_t>(all_but)) {
      for (const Copy& copy : groups_.front()) {
        std::memcpy(&shared_.at(static_cast<std::size_t>(copy.offset)), copy.bytes, 16);
        chunk_at(copy.offset).coming = false;
        chunk_at(copy.offset).came = barriers_;
      }
      groups_.pop_front();
    }
  }
  void load16(int offset, std::uint32_t (&to)[4]) {
    if (offset % cuda::chunk_bytes != 0) throw std::logic_error("an access that is not aligned");
    read(offset, to, sizeof to);
  }
  template <class T>
  T load(int offset) {
    if (offset % static_cast<int>(sizeof(T)) != 0) {
      throw std::logic_error("an access that is not aligned");
    }
    T item;
    read(offset, &item, sizeof item);
    return item;
  }

  /// Sums over the bits of A and B, spread over the lanes, as mma.m16n8k256 … and.popc has it.
  template <int c, int a, int b, class C, class A, class B>
  static void mma(C& sums, const A& left, const B& right) {
    BitRows rows = {};
    BitCols cols = {};
    for (int lane = 0; lane < cuda::lanes_of_warp; ++lane) {
      for (int r = 0; r < 4; ++r) {
        const auto place = cuda::place_in_a(lane, r, 0);
        set(rows[place.row], place.col / 32, left[lane].r[a + r]);
      }
      for (int r = 0; r < 2; ++r) {
        const auto place = cuda::place_in_b(lane, r, 0);
        set(cols[place.col], place.row / 32, right[lane].r[b + r]);
      }
    }
    BitSums in_both;
    count_in_both(rows, cols, in_both);
    for (int lane = 0; lane < cuda::lanes_of_warp; ++lane) {
      for (int r = 0; r < 4; ++r) {
        const auto place = cuda::place_in_c(lane, r);
        sums[lane].r[c + r] += in_both[place.row][place.col];
      }
    }
  }

  template <class Votes>
  bool any(const Votes& votes) {
    ++barriers_;
    for (int w = 0; w < cuda::warps_of_block; ++w) {
      for (int l = 0; l < cuda::lanes_of_warp; ++l) {
        if (votes[w][l]) return true;
      }
    }
    return false;
  }

  std::int32_t* shared_counter(int i) { return &counter_[i]; }
  static std::int32_t add(std::int32_t* to, std::int32_t n) { return std::exchange(*to, *to + n); }

 protected:
  /// 16 bytes for a product of warpgroups.
  void load_published(int offset, std::uint64_t (&to)[2]) {
    read(offset, to, sizeof to);
    if (!chunk_at(offset).published) {
      throw std::logic_error("a product of shared memory that has not been published");
    }
  }
  void publish_all() {
    for (Chunk& chunk : chunks_) chunk.published = chunk.came >= 0 && !chunk.coming;
  }

 private:
  static void set(std::uint64_t (&bits)[4], int word, std::uint32_t to) {
    bits[word / 2] |= std::uint64_t{to} << (word % 2 * 32);
  }

  struct Copy {
    int offset;
    std::byte bytes[16];
  };
  /// What has been done with 16 bytes of shared memory, by the barriers that were passed before.
  struct Chunk {
    int came = -1;
    int read = -1;
    bool coming = false;
    bool published = false;
  };
  /// Some bytes of one chunk.
  void read(int offset, void* to, std::size_t bytes) {
    Chunk& chunk = chunk_at(offset / cuda::chunk_bytes * cuda::chunk_bytes);
    // a thread waits for its own copies only: those of others are there after a barrier
    if (chunk.coming || chunk.came < 0 || chunk.came == barriers_) {
      throw std::logic_error("a read of shared memory that may not be there yet");
    }
    chunk.read = barriers_;
    std::memcpy(to, &shared_.at(static_cast<std::size_t>(offset)), bytes);
  }
  Chunk& chunk_at(int offset) {
    if (offset % cuda::chunk_bytes != 0) throw std::logic_error("an access that is not aligned");
    return chunks_.at(static_cast<std::size_t>(offset / cuda::chunk_bytes));
  }

  std::vector<std::byte> shared_;
  std::vector<Chunk> chunks_;
  int barriers_ = 0;
  std::vector<Copy> open_;
  std::deque<std::vector<Copy>> groups_;
  std::int32_t counter_[2] = {-7, -7};
};

}  // namespace encke::test
