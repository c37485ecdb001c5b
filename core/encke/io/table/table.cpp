#include <fmt/format.h>

#include <algorithm>
#include <encke/base/error.hpp>
#include <encke/base/stopwatch.hpp>
#include <encke/base/text/printable.hpp>
#include <encke/base/text/text_hash.hpp>
#include <encke/comm/agree.hpp>
#include <encke/file/line_reader.hpp>
#include <encke/io/rows/text_row.hpp>
#include <encke/io/table/table.hpp>
#include <optional>
#include <string_view>

namespace encke::io {
namespace {

/// What the first reading finds.
struct Scan {
  Index fields = 0;
  std::vector<std::string> names;
  std::vector<Index> offsets;  ///< of the rows' lines in the file
  FileRecord record;
};

// Whether the first reading's names are fit; their lines follow the header without a gap.
void check_names(const std::string& path, const std::vector<std::string>& names) {
  TextSet seen(names.size());
  for (std::size_t row = 0; row < names.size(); ++row) {
    const Place place = {.file = path, .line = static_cast<Index>(row) + 2, .column = 1};
    if (names[row].empty()) throw MalformedInput(place, "empty cell, the row's name expected");
    if (seen.insert(names[row]).second) continue;
    throw MalformedInput(place,
                         fmt::format("the row name {} comes a second time", in_quotes(names[row])));
  }
}

// All that is known without parsing numbers.
Scan scan(InputFile& file) {
  LineReader reader(file);
  if (!reader.next()) throw MalformedInput({.file = file.path()}, "the file is empty");
  Scan found{.fields = std::count(reader.line().begin(), reader.line().end(), '\t')};
  if (found.fields == 0) {
    throw MalformedInput({.file = file.path(), .line = 1},
                         "no fields: a header line with two or more tab-separated cells expected");
  }
  Index blank = 0;
  for (Index offset = reader.offset(); reader.next(); offset = reader.offset()) {
    if (reader.line().empty()) {
      blank = blank == 0 ? reader.number() : blank;
      continue;
    }
    if (blank != 0) {
      throw MalformedInput({.file = file.path(), .line = blank}, "an empty line between the rows");
    }
    found.offsets.push_back(offset);
    found.names.emplace_back(reader.line().substr(0, reader.line().find('\t')));
  }
  if (found.names.empty()) {
    throw MalformedInput({.file = file.path()}, "no rows after the header line");
  }
  check_names(file.path(), found.names);
  found.record = file.record();
  return found;
}

class TableSource final : public Source {
 public:
  TableSource(InputFile file, Scan scan, Element element)
      : Source({.element = element,
                .vectors = std::ssize(scan.names),
                .fields = scan.fields,
                .vectors_in_file = std::ssize(scan.names),
                .fields_in_file = scan.fields,
                .names = std::move(scan.names)}),
        file_(std::move(file)),
        offsets_(std::move(scan.offsets)),
        record_(std::move(scan.record)) {}

  // Every rank has read it all.
  std::vector<FileRecord> files(const Communicator& /*world*/) override { return {record_}; }

 private:
  /// What reads from this row on. The parts of a rank come one after the other, so that a
  /// compressed file is decompressed once.
  LineReader& reader_at(Index row) {
    const Index offset = offsets_[static_cast<std::size_t>(row)];
    reader_ ? reader_->move_to(offset, row + 1) : void(reader_.emplace(file_, offset, row + 1));
    return *reader_;
  }

  PackedVectors read_range(const ReadRange& part) override {
    auto vectors = room_for_rows(element(), part.vectors.size(), part.fields.size());
    LineReader& reader = reader_at(part.vectors.begin);
    TableRow row(file_.path(), element(), fields(), part.fields);
    for (Index v = part.vectors.begin; v < part.vectors.end; ++v) {
      if (!reader.next()) {
        throw Error(Failure::read, file_.path() + ": the file changed while it was read");
      }
      row.parse(reader.line(), reader.number());
      set_row(vectors, v - part.vectors.begin, row.values(), v,
              {.file = file_.path(), .line = reader.number()});
    }
    return vectors;
  }

  InputFile file_;
  std::vector<Index> offsets_;
  FileRecord record_;
  std::optional<LineReader> reader_;
};

std::unique_ptr<Source> open_text(const std::string& path, Element element,
                                  const Communicator& world) {
  std::unique_ptr<Source> source;
  agree(world, [&] {
    InputFile file(path);
    Scan found = scan(file);
    source = std::make_unique<TableSource>(std::move(file), std::move(found), element);
  });
  return source;
}

}  // namespace

std::unique_ptr<Source> open_table(const std::string& path, Element element,
                                   const Communicator& world) {
  if (element == Element::genotype) {
    throw Error(Failure::internal, "a table of reals was asked for with genotypes as elements");
  }
  return path.ends_with(".npy") ? open_npy(path, element, world) : open_text(path, element, world);
}

Dataset read_table(const std::string& path, Element element) {
  const Stopwatch watch;
  Dataset data = read_all(open_table(path, element));
  data.seconds = watch.seconds();
  return data;
}

}  // namespace encke::io
