#pragma once

#include <sys/mman.h>

#include <cstddef>
#include <cstdint>
#include <encke/base/array.hpp>
#include <encke/sink/choose/best_table.hpp>
#include <encke/sink/sink.hpp>
#include <limits>
#include <new>
#include <utility>
#include <vector>

namespace encke::python {

/// Numbers without a value at first: memory that is written once.
template <class T>
class Column {
 public:
  Column() = default;
  explicit Column(std::size_t size) : data_(new T[size]), size_(size) {}
  Column(Column&& other) noexcept : data_(other.release()), size_(other.size_) {}
  Column& operator=(Column&& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    return *this;
  }
  ~Column() { delete[] data_; }

  T* data() { return data_; }
  const T* data() const { return data_; }
  T& operator[](std::size_t k) { return data_[k]; }
  const T& operator[](std::size_t k) const { return data_[k]; }
  std::size_t size() const { return size_; }
  T* release() { return std::exchange(data_, nullptr); }

 private:
  T* data_ = nullptr;
  std::size_t size_ = 0;
};

/// Memory straight from the system, which goes back there when it is freed: malloc keeps what it
/// got in pieces of this size, and hits would take twice their memory while they are put in order.
template <class T>
struct PageAllocator {
  using value_type = T;

  PageAllocator() = default;
  template <class Other>
  PageAllocator(const PageAllocator<Other>&) noexcept {}  // NOLINT(google-explicit-constructor)

  T* allocate(std::size_t count) {
    void* data = ::mmap(nullptr, count * sizeof(T), PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (data == MAP_FAILED) throw std::bad_alloc();
    return static_cast<T*>(data);
  }
  void deallocate(T* data, std::size_t count) noexcept { ::munmap(data, count * sizeof(T)); }

  friend bool operator==(const PageAllocator&, const PageAllocator&) { return true; }
};

/// Hits by columns.
struct HitColumns {
  int way = 2;
  Array<Column<std::int32_t>, 3> index;
  Column<std::uint8_t> cell;  ///< empty where a tuple has one value
  Column<double> value;
  std::size_t size = 0;
};

/// Keeps all hits.
class Collecting final : public Sink {
 public:
  void begin(const SinkInfo& info) override { info_ = info; }
  void take(std::span<const Hit<2>> hits) override;
  void take(std::span<const Hit<3>> hits) override;
  void finish() override {}

  /// Hits may take so many bytes, with what columns() needs: take() throws OutOfMemory beyond.
  void allow(std::int64_t bytes) { allowed_ = bytes; }

  /// In file order, unless they are wanted as they came. The sink is empty after it.
  HitColumns columns(bool sorted);
  const SinkInfo& info() const { return info_; }

 private:
  static constexpr std::size_t most = std::size_t{1} << 16;

  /// Some hits as they came. Of several pieces none is moved when there are more.
  struct Piece {
    std::vector<std::int32_t, PageAllocator<std::int32_t>> index[3];
    std::vector<std::uint8_t, PageAllocator<std::uint8_t>> cell;
    std::vector<double, PageAllocator<double>> value;
    std::size_t size() const { return value.size(); }
  };

  template <int Way>
  void append(std::span<const Hit<Way>> hits);
  Piece& with_space();
  bool has_cells() const { return info_.cells > 1 || info_.chi_squared; }
  std::vector<std::size_t> starts() const;
  HitColumns empty_columns() const;
  void copy(const Piece& piece, std::size_t from, HitColumns& to, std::size_t at) const;

  SinkInfo info_;
  std::vector<Piece> pieces_;
  std::int64_t allowed_ = std::numeric_limits<std::int64_t>::max();
};

/// The best partner (or two) of each vector: a hit for each vector that has one, in their order,
/// with that vector first.
class Best final : public Sink {
 public:
  void begin(const SinkInfo& info) override;
  void take(std::span<const Hit<2>> hits) override { improve(hits); }
  void take(std::span<const Hit<3>> hits) override { improve(hits); }
  void finish() override;
  double floor() const override { return table_.floor(); }
  double ceiling() const override { return table_.ceiling(); }
  double bound_of(Index vector) const override { return table_.bound_of(vector); }
  std::optional<Selected> selected() const override { return selected_; }

  HitColumns columns() const;
  const SinkInfo& info() const { return info_; }

 private:
  template <int Way>
  void improve(std::span<const Hit<Way>> hits) {
    for (const auto& hit : hits) table_.improve(hit);
  }
  template <int Way>
  void count();

  SinkInfo info_;
  sink::BestTable table_;
  Selected selected_;
};

/// All values of pairs in an array of the caller: of all pairs as SciPy's condensed distances are,
/// or of two sets, the first vectors and the others, as a rectangle.
template <class T>
class Dense final : public Sink {
 public:
  /// `rows`: the vectors of the first set; 0: condensed.
  Dense(T* out, Index rows) : out_(out), rows_(rows) {}
  void begin(const SinkInfo& info) override { vectors_ = info.vectors; }
  void take(std::span<const Hit<2>> hits) override {
    for (const auto& hit : hits)
      out_[place(hit.index[0], hit.index[1])] = static_cast<T>(hit.value);
  }
  void take(std::span<const Hit<3>> /*hits*/) override {}
  void finish() override {}

 private:
  Index place(Index i, Index j) const {
    if (rows_ > 0) return i * (vectors_ - rows_) + j - rows_;
    return i * (2 * vectors_ - i - 1) / 2 + j - i - 1;
  }

  T* out_;
  Index rows_;
  Index vectors_ = 0;
};

}  // namespace encke::python
