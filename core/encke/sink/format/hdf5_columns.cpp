#include <algorithm>
#include <charconv>
#include <cstdint>
#include <encke/base/byte_hash.hpp>
#include <encke/base/chi_squared_tail.hpp>
#include <encke/base/error.hpp>
#include <encke/host/threads/host_loop.hpp>
#include <encke/sink/format/hdf5_columns.hpp>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#if defined(ENCKE_HAS_HDF5)
#include <encke/file/hdf5/writer.hpp>
#endif

namespace encke::sink {

std::string writable_as_hdf5(std::string path) {
#if !defined(ENCKE_HAS_HDF5)
  throw Error(Failure::inconsistent,
              path + ": this build cannot write HDF5: build with HDF5 (-DENCKE_HDF5=ON)");
#endif
  return path;
}

#if defined(ENCKE_HAS_HDF5)

using namespace io;  // the names of HDF5's functions as they are loaded

namespace {

/// Rows that a chunk of the file holds, and that are written at a time.
constexpr Index chunk_rows = Index{1} << 16;

std::vector<const char*> pointers_to(const std::vector<std::string>& texts) {
  std::vector<const char*> all;
  for (const auto& text : texts) all.push_back(text.c_str());
  return all;
}

/// Part of what SiteTexts has between tabs.
std::string_view part_of(std::string_view site, int part) {
  for (; part > 0; --part) site.remove_prefix(std::min(site.find('\t'), site.size() - 1) + 1);
  return site.substr(0, site.find('\t'));
}

struct SiteColumns {
  explicit SiteColumns(const TextColumn& sites) {
    for (std::size_t v = 0; v < sites.size(); ++v) {
      chromosome.emplace_back(part_of(sites[v], 0));
      const std::string_view text = part_of(sites[v], 1);
      std::int64_t place = -1;
      std::from_chars(text.data(), text.data() + text.size(), place);
      position.push_back(place);
      bases.emplace_back(part_of(sites[v], 2));
    }
  }

  std::vector<std::string> chromosome, bases;
  std::vector<std::int64_t> position;
};

}  // namespace

class Hdf5Columns::File {
 public:
  File(std::string path, const SinkInfo& info) : path_(std::move(path)), info_(info) {
    static constexpr const char* places[] = {"first", "second", "third"};
    writer_.emplace(path_);
    for (int v = 0; v < info.way; ++v) add_column(places[v], H5T_STD_U32LE, 4);
    for (int v = 0; info.cells > 1 && v < info.way; ++v) {
      add_column(std::string("allele_") + places[v], H5T_STD_U8LE, 1);
    }
    info.float32 ? add_column("value", H5T_IEEE_F32LE, 4) : add_column("value", H5T_IEEE_F64LE, 8);
    if (!info.chi_squared) return;
    add_column("df", H5T_STD_U8LE, 1);
    add_column("p", H5T_IEEE_F64LE, 8);
  }

  template <int Way>
  void add(std::span<const Hit<Way>> hits) {
    for (const auto& hit : hits) {
      auto column = columns_.begin();
      for (int v = 0; v < Way; ++v) (column++)->add(hit.index[v]);
      for (int v = 0; info_.cells > 1 && v < Way; ++v) {
        (column++)->add(static_cast<std::uint8_t>((hit.cell >> (Way - 1 - v)) & 1));
      }
      info_.float32 ? (column++)->add(static_cast<float>(hit.value)) : (column++)->add(hit.value);
      if (info_.chi_squared) {
        (column++)->add(static_cast<std::uint8_t>(hit.cell));
        (column++)->add(chi_squared_tail(hit.value, static_cast<int>(hit.cell)));
      }
      if (++held_ == chunk_rows) write_rows();
    }
  }

  /// The rest, then the file is closed and read.
  void finish(const Ids& ids, const SiteTexts& sites) {
    written_ > 0 ? write_rows() : write_few();
    const auto texts = ids ? pointers_to(*ids) : std::vector<const char*>();
    std::optional<SiteColumns> found;
    if (ids) writer_->texts("ids", texts);
    if (sites) {
      found.emplace(*sites);
      writer_->texts("chromosome", pointers_to(found->chromosome));
      writer_->numbers("position", H5T_STD_I64LE, found->position.data(),
                       std::ssize(found->position));
      writer_->texts("bases", pointers_to(found->bases));
    }
    for (Column& column : columns_) {
      if (column.set) column.set->close(path_);
    }
    writer_->close();
    writer_.reset();
    const Hdf5Readback file(path_);
    for (const Column& column : columns_) {
      file.numbers(column.name.c_str(), column.type, column.size, written_, column.hash);
    }
    if (ids) file.texts("ids", texts);
    if (!found) return;
    ByteHash positions;
    positions.add(std::as_bytes(std::span(found->position)));
    file.texts("chromosome", pointers_to(found->chromosome));
    file.numbers("position", H5T_STD_I64LE, sizeof(std::int64_t), std::ssize(found->position),
                 positions);
    file.texts("bases", pointers_to(found->bases));
  }

 private:
  /// Where rows go, one after the other.
  class GrowingWriter : public Hdf5Writer {
   public:
    using Hdf5Writer::Hdf5Writer;

    Hdf5Handle begin(const char* name, hid_t type) {
      const hsize_t none = 0, any = H5S_UNLIMITED;
      const Hdf5Handle space(H5Screate_simple(1, &none, &any), H5Sclose);
      return create(name, type, space, chunk_rows);
    }

    void append(const Hdf5Handle& set, hid_t type, Index first, const void* rows, Index count) {
      const auto start = static_cast<hsize_t>(first), length = static_cast<hsize_t>(count);
      const hsize_t end = start + length;
      check(H5Dset_extent(set, &end));
      const Hdf5Handle space(H5Dget_space(set), H5Sclose);
      const Hdf5Handle memory(H5Screate_simple(1, &length, nullptr), H5Sclose);
      check(H5Sselect_hyperslab(space, H5S_SELECT_SET, &start, nullptr, &length, nullptr));
      check(H5Dwrite(set, type, memory, space, H5P_DEFAULT, rows));
    }
  };

  /// The rows of a column that are not yet in the file, as bytes.
  struct Column {
    Column(std::string of, hid_t type_of, std::size_t size_of)
        : name(std::move(of)), type(type_of), size(size_of) {}

    template <class T>
    void add(T value) {
      const auto bytes = std::as_bytes(std::span(&value, 1));
      rows.insert(rows.end(), bytes.begin(), bytes.end());
    }

    std::string name;
    hid_t type;
    std::size_t size;
    std::optional<Hdf5Handle> set{};  ///< of more rows than a chunk has
    ByteHash hash{};
    std::vector<std::byte> rows{};
  };

  void add_column(const std::string& name, hid_t type, std::size_t size) {
    columns_.emplace_back(name, type, size);
  }

  void write_rows() {
    for (Column& column : columns_) {
      if (!column.set) column.set.emplace(writer_->begin(column.name.c_str(), column.type));
      if (held_ > 0) writer_->append(*column.set, column.type, written_, column.rows.data(), held_);
      take_rows(column);
    }
    written_ += std::exchange(held_, 0);
  }

  /// All of them, where they are less than a chunk, which would be written whole.
  void write_few() {
    for (Column& column : columns_) {
      writer_->numbers(column.name.c_str(), column.type, column.rows.data(), held_);
      take_rows(column);
    }
    written_ += std::exchange(held_, 0);
  }

  static void take_rows(Column& column) {
    column.hash.add(column.rows);
    column.rows.clear();
  }

  std::string path_;
  SinkInfo info_;
  std::optional<GrowingWriter> writer_;
  std::vector<Column> columns_;
  Index held_ = 0;     ///< rows
  Index written_ = 0;  ///< the same in the file
};

#else

class Hdf5Columns::File {
 public:
  File(const std::string& /*path*/, const SinkInfo& /*info*/) {}
  template <int Way>
  void add(std::span<const Hit<Way>> /*hits*/) {}
  void finish(const Ids& /*ids*/, const SiteTexts& /*sites*/) {}
};

#endif

Hdf5Columns::Hdf5Columns(const std::string& prefix, Ids ids, SiteTexts sites,
                         const SortLimits& limits, bool as_it_comes)
    : ids_(std::move(ids)),
      sites_(std::move(sites)),
      limits_(limits),
      as_it_comes_(as_it_comes),
      file_(writable_as_hdf5(prefix + ".columns.h5"), 1) {}

Hdf5Columns::~Hdf5Columns() = default;

void Hdf5Columns::begin(const SinkInfo& info) {
  const auto check_count = [&](Index count, const char* what) {
    if (count == info.vectors) return;
    throw Error(Failure::inconsistent, std::to_string(count) + " " + what + " were given for " +
                                           std::to_string(info.vectors) + " vectors");
  };
  if (ids_) check_count(static_cast<Index>(ids_->size()), "ids");
  if (sites_) check_count(static_cast<Index>(sites_->size()), "sites");
  check_terminated_ids(path(), ids_);
  if (info.way == 2) pairs_.emplace(path(), limits_);
  if (info.way == 3) triples_.emplace(path(), limits_);
  columns_ = std::make_unique<File>(file_.temporary_path(), info);
}

void Hdf5Columns::take(std::span<const Hit<2>> hits) { add(pairs_, hits); }
void Hdf5Columns::take(std::span<const Hit<3>> hits) { add(triples_, hits); }

template <int Way>
void Hdf5Columns::add(std::optional<HitSorter<Way>>& sorter, std::span<const Hit<Way>> hits) {
  if (!sorter) throw Error(Failure::internal, path() + ": a hit that was not announced");
  as_it_comes_ ? columns_->add(hits) : sorter->add(hits);
}

void Hdf5Columns::drain() {
  const auto consume = [this](const auto& hits) { columns_->add(hits); };
  if (pairs_) pairs_->drain(consume, host_workers());
  if (triples_) triples_->drain(consume, host_workers());
}

void Hdf5Columns::flush_before(Index /*vector*/) { drain(); }

void Hdf5Columns::finish() {
  drain();
  columns_->finish(ids_, sites_);
  columns_.reset();
  file_.commit();
}

std::int64_t Hdf5Columns::memory() const {
  constexpr std::int64_t library = 8 << 20;  // HDF5's own, and a chunk of each column
  constexpr std::int64_t id_bytes = 64;      // of an id that is read again, and pointers to it
  std::int64_t bytes = limits_.bytes + library;
  if (!ids_) return bytes;
  for (const auto& id : *ids_) bytes += static_cast<Index>(id.size()) + id_bytes;
  return sites_ ? bytes + 4 * id_bytes * static_cast<Index>(ids_->size()) : bytes;
}

}  // namespace encke::sink
