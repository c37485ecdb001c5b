#include <algorithm>
#include <bit>
#include <encke/base/error.hpp>
#include <encke/base/text/printable.hpp>
#include <encke/base/text/text.hpp>
#include <encke/io/tree/hdf5_matrix.hpp>
#include <encke/job/answers/matrix_digest.hpp>
#include <encke/ordination/lsmat_text.hpp>
#include <encke/ordination/npy_values.hpp>
#include <encke/schedule/domain/domain.hpp>
#include <optional>
#include <span>

namespace encke::job {
namespace {

using ordination::detail::LsmatText;
using ordination::detail::NpyValues;

[[noreturn]] void refuse(const std::string& path, const std::string& message) {
  throw MalformedInput({.file = path}, message);
}

void require_rows(const std::string& path, Index rows, Index vectors) {
  if (rows == vectors) return;
  refuse(path, "a matrix of " + std::to_string(rows) + " rows found, the run has " +
                   counted(vectors, "vector"));
}

std::string text_of(const std::vector<Index>& shape) {
  std::string text;
  for (const Index extent : shape) text += (text.empty() ? "" : " x ") + std::to_string(extent);
  return text;
}

/// The rows of a symmetric matrix, one after the other.
class Rows {
 public:
  explicit Rows(const std::string& path) : path_(path) {}

  void add(std::span<const double> row) {
    for (Index j = 0; j < std::ssize(row); ++j) {
      const double value = row[static_cast<std::size_t>(j)];
      if (j > i_) above_.add(Array<Index, 2>{i_, j}, 0, value);
      if (j < i_) below_.add(Array<Index, 2>{j, i_}, 0, value);
      if (j == i_) check_diagonal(value);
    }
    values_ += std::ssize(row) - 1 - i_;
    ++i_;
  }

  WrittenDigest finish() const {
    if (above_ == below_) return {.digest = above_, .values = values_};
    throw Error(Failure::checksum,
                printable(path_) + ": the values above the diagonal are not those below it");
  }

 private:
  void check_diagonal(double value) {
    const auto bits = std::bit_cast<std::uint64_t>(value);
    if (same_.value_or(bits) != bits) {
      throw Error(Failure::checksum, printable(path_) + ": the values on the diagonal differ");
    }
    same_ = bits;
  }

  std::string path_;
  Index i_ = 0;
  Index values_ = 0;
  Digest above_{};
  Digest below_{};
  std::optional<std::uint64_t> same_{};  ///< on the diagonal
};

void require_shape(const NpyValues& values, const std::string& path,
                   const std::vector<Index>& expected, Index count) {
  if (values.shape() != expected) {
    refuse(path,
           "a shape of " + text_of(values.shape()) + " found, " + text_of(expected) + " expected");
  }
  if (values.count() != count || !values.whole()) {
    refuse(path, counted(values.count(), "value") + " found after the header, " +
                     std::to_string(count) + " expected");
  }
}

/// Becomes the next tuple in lexicographic order; the last one stays.
template <int Way>
void next(Array<Index, Way>& index, Index vectors) {
  int v = Way - 1;
  while (v >= 0 && index[v] == vectors - Way + v) --v;
  if (v < 0) return;
  ++index[v];
  for (int w = v + 1; w < Way; ++w) index[w] = index[w - 1] + 1;
}

template <int Way>
WrittenDigest digest_of_tuples(const std::string& path, Index vectors, Index cells) {
  const io::InputFile file(path);
  NpyValues values(file);
  const Index tuples = Domain().tuples(Way, vectors);
  require_shape(values, path, cells == 1 ? std::vector{tuples} : std::vector{tuples, cells},
                tuples * cells);
  WrittenDigest found{.values = tuples * cells};
  constexpr Index at_once = 1 << 16;
  std::vector<double> some;
  Array<Index, Way> index{};
  for (int v = 0; v < Way; ++v) index[v] = v;
  for (Index first = 0; first < found.values; first += std::ssize(some)) {
    some.resize(static_cast<std::size_t>(std::min(at_once * cells, found.values - first)));
    values.read(first, some);
    for (Index v = 0; v < std::ssize(some); ++v) {
      found.digest.add(index, static_cast<std::uint32_t>(v % cells),
                       some[static_cast<std::size_t>(v)]);
      if (v % cells == cells - 1) next(index, vectors);
    }
  }
  return found;
}

}  // namespace

WrittenDigest digest_of_npy(const std::string& path, int way, Index vectors, Index cells) {
  return way == 2 ? digest_of_tuples<2>(path, vectors, cells)
                  : digest_of_tuples<3>(path, vectors, cells);
}

WrittenDigest digest_of_square(const std::string& path, Index vectors) {
  const io::InputFile file(path);
  NpyValues values(file);
  require_shape(values, path, {vectors, vectors}, vectors * vectors);
  Rows rows(path);
  std::vector<double> row(static_cast<std::size_t>(vectors));
  for (Index i = 0; i < vectors; ++i) {
    values.read(i * vectors, row);
    rows.add(row);
  }
  return rows.finish();
}

WrittenDigest digest_of_lsmat(const std::string& path, Index vectors, bool float32) {
  io::InputFile file(path);
  LsmatText text(file);
  const std::vector<std::string> ids = text.ids();
  require_rows(path, std::ssize(ids), vectors);
  Rows rows(path);
  std::vector<double> row(ids.size());
  for (Index i = 0; i < vectors; ++i) {
    text.row(i, ids[static_cast<std::size_t>(i)], row);
    if (float32) {
      for (double& value : row) value = static_cast<float>(value);
    }
    rows.add(row);
  }
  text.end();
  return rows.finish();
}

WrittenDigest digest_of_hdf5(const std::string& path, Index vectors) {
  Rows rows(path);
  const auto begin = [&](const io::MatrixHead& head) {
    require_rows(path, head.rows, vectors);
    require_rows(path, head.columns, vectors);
  };
  io::read_hdf5_matrix(
      path, 0, {.begin = begin, .row = [&](std::span<const double> row) { rows.add(row); }});
  return rows.finish();
}

}  // namespace encke::job
