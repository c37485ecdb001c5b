#include <algorithm>
#include <array>
#include <encke/base/array.hpp>
#include <encke/base/error.hpp>
#include <encke/base/index.hpp>
#include <encke/file/npy_header.hpp>
#include <encke/sink/format/matrix/squares.hpp>
#include <utility>

namespace encke::sink {
namespace {

constexpr std::size_t small_buffer = std::size_t{1} << 14;  // there may be hundreds of files

/// "CHROM, POS, A1/A2" of a variant as columns, with "." for what is not known.
std::string columns_of(std::string_view site) {
  std::string text(site);
  const std::size_t tab = text.rfind('\t');
  const std::size_t slash = text.find('/', tab == std::string::npos ? 0 : tab);
  if (slash == std::string::npos) return text + "\t.";
  text[slash] = '\t';
  return text;
}

}  // namespace

std::vector<std::string> Squares::paths(const std::string& prefix, const std::string& name) {
  const std::string stem = name.empty() ? prefix : prefix + '.' + name;
  return {stem + ".square.npy", stem + ".vars"};
}

Squares::Squares(const std::string& prefix, Ids ids, SiteTexts sites, std::vector<Square> squares,
                 const How& how)
    : ids_(std::move(ids)), sites_(std::move(sites)), how_(how) {
  const auto vectors = static_cast<Index>(ids_->size());
  first_.assign(idx(vectors), static_cast<std::uint32_t>(squares.size()));
  for (std::size_t s = squares.size(); s-- > 0;) {
    const Range range = squares[s].vectors;
    const auto begin = first_.begin();
    std::fill(begin + range.begin, begin + range.end, static_cast<std::uint32_t>(s));
  }
  for (const Square& square : squares) {
    const auto files = paths(prefix, square.name);
    Matrix& matrix = matrices_.emplace_back();
    matrix.vectors = square.vectors;
    matrix.values = std::make_unique<OutputFile>(files[0], small_buffer);
    matrix.variants = std::make_unique<OutputFile>(files[1], small_buffer);
  }
}

void Squares::begin(const SinkInfo& info) {
  const auto refuse = [this](std::size_t matrix, const std::string& message) {
    const std::string path = matrices_.empty() ? "" : matrices_[matrix].values->path() + ": ";
    throw Error(Failure::inconsistent, path + message);
  };
  if (info.way != 2 || info.cells != 1) refuse(0, "holds one value for each pair");
  if (!info.all) refuse(0, "holds every value and takes no threshold; write edges instead");
  if (static_cast<Index>(ids_->size()) != info.vectors) {
    refuse(0, std::to_string(ids_->size()) + " ids were given for " + std::to_string(info.vectors) +
                  " vectors");
  }
  for (std::size_t m = 0; m < matrices_.size(); ++m) {
    const Range all = matrices_[m].vectors;
    if (all.begin < 0 || all.begin >= all.end || all.end > info.vectors) {
      refuse(m, "has no vectors of the run");
    }
    const bool complete =
        info.domain.everything() ||
        info.domain.tuples<2>(Array<Range, 2>{{all, all}}) == Domain().tuples(2, all.size());
    if (!complete) refuse(m, "holds all pairs, and only some are compared; write edges instead");
  }
  check_column_ids("the list of variants", ids_);
}

void Squares::take(std::span<const Hit<3>>) { throw Error(Failure::internal, "a triple"); }

void Squares::take(std::span<const Hit<2>> hits) {
  std::vector<std::size_t> touched;
  for (const Hit<2>& hit : hits) {
    const Index i = hit.index[0], j = hit.index[1];
    for (std::size_t m = first_[idx(i)]; m < matrices_.size(); ++m) {
      Matrix& matrix = matrices_[m];
      if (matrix.vectors.begin > i) break;
      if (matrix.vectors.end <= j) continue;
      if (matrix.taken.empty()) touched.push_back(m);
      Hit<2> inside = hit;
      for (int v = 0; v < 2; ++v) {
        inside.index[v] -= static_cast<std::uint32_t>(matrix.vectors.begin);
      }
      matrix.taken.push_back(inside);
    }
  }
  for (const std::size_t m : touched) {
    pairs_of(matrices_[m]).take(matrices_[m].taken);
    matrices_[m].taken.clear();
  }
}

/// A square that does not fit beside those in progress gets little memory, and so a file.
Condensed& Squares::pairs_of(Matrix& matrix) {
  if (matrix.pairs) return *matrix.pairs;
  const Index n = matrix.vectors.size();
  const std::int64_t needed = 2 * (Domain().tuples(2, n) * 8 + 8);
  const bool fits = held_ + needed <= how_.memory;
  const std::int64_t memory = fits ? needed : std::max<std::int64_t>(how_.memory / 16, 1 << 16);
  const auto begin = ids_->begin() + matrix.vectors.begin;
  matrix.pairs = std::make_unique<Condensed>(
      matrix.values->path(), std::make_shared<const std::vector<std::string>>(begin, begin + n),
      memory, how_.same);
  matrix.pairs->begin({.way = 2, .cells = 1, .vectors = n, .all = true});
  matrix.held = fits ? needed : 0;
  held_ += matrix.held;
  return *matrix.pairs;
}

void Squares::flush_before(Index vector) {
  for (Matrix& matrix : matrices_) {
    if (matrix.vectors.end - 1 > vector) continue;  // the last one begins no pair
    if (!matrix.written) write(matrix);
  }
}

void Squares::finish() {
  for (Matrix& matrix : matrices_) {
    if (!matrix.written) write(matrix);
  }
  for (Matrix& matrix : matrices_) {
    matrix.values->commit();
    matrix.variants->commit();
  }
}

void Squares::write(Matrix& matrix) {
  const Index n = matrix.vectors.size();
  Condensed& pairs = pairs_of(matrix);
  const std::array<Index, 2> shape{n, n};
  matrix.values->write(io::npy_header(how_.float32 ? "<f4" : "<f8", shape));
  std::vector<float> narrow;
  pairs.for_each_row([&](Index, std::span<const double> row) {
    const auto put = [&](std::span<const std::byte> bytes) {
      matrix.values->write({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
    };
    if (!how_.float32) return put(std::as_bytes(row));
    narrow.assign(row.begin(), row.end());
    put(std::as_bytes(std::span(narrow)));
  });
  write_variants(matrix);
  matrix.written = true;
  matrix.pairs.reset();
  held_ -= matrix.held;
}

void Squares::write_variants(Matrix& matrix) {
  matrix.variants->write("ID\tCHROM\tPOS\tCOUNTED\tOTHER\n");
  for (Index v = matrix.vectors.begin; v < matrix.vectors.end; ++v) {
    const std::string site = sites_ ? columns_of((*sites_)[idx(v)]) : ".\t.\t.\t.";
    matrix.variants->write((*ids_)[idx(v)] + '\t' + site + '\n');
  }
}

std::int64_t Squares::memory() const {
  const auto files = static_cast<std::int64_t>(2 * matrices_.size() * small_buffer);
  return how_.memory + how_.memory / 4 + files + static_cast<std::int64_t>(first_.size() * 4);
}

void Squares::join(OutputSet& set) {
  for (Matrix& matrix : matrices_) {
    matrix.values->join(set);
    matrix.variants->join(set);
  }
}

}  // namespace encke::sink
