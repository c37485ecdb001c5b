#include <fmt/format.h>

#include <cstring>
#include <encke/base/error.hpp>
#include <encke/base/text/text.hpp>
#include <encke/comm/agree.hpp>
#include <encke/io/plink/bed_rates.hpp>
#include <encke/io/plink/decoded_set.hpp>
#include <filesystem>
#include <optional>

namespace encke::io {
namespace {

/// Texts one after another, each behind its length.
class TextWriter {
 public:
  void add(std::string_view text) {
    const std::size_t length = text.size();
    all_.append(reinterpret_cast<const char*>(&length), sizeof length);
    all_.append(text);
  }
  std::string take() { return std::move(all_); }

 private:
  std::string all_;
};

class TextParts {
 public:
  explicit TextParts(std::string_view all) : rest_(all) {}
  std::string next() {
    std::size_t length = 0;
    std::memcpy(&length, rest_.data(), sizeof length);
    std::string text(rest_.substr(sizeof length, length));
    rest_.remove_prefix(sizeof length + length);
    return text;
  }
  std::size_t next_count() { return std::stoull(next()); }

 private:
  std::string_view rest_;
};

std::string to_text(const DecodedSet& set, const std::string& path) {
  TextWriter text;
  text.add(path);
  text.add(std::to_string(set.names.size()));
  for (const auto& name : set.names) text.add(name);
  text.add(std::to_string(set.samples.size()));
  for (const auto& sample : set.samples) {
    text.add(sample.family);
    text.add(sample.individual);
  }
  text.add(std::to_string(set.several.size()));
  for (const Index v : set.several) text.add(std::to_string(v));
  text.add(std::to_string(set.remarks.size()));
  for (const auto& remark : set.remarks) text.add(remark);
  return text.take();
}

std::string from_text(const std::string& all, DecodedSet& set) {
  TextParts text(all);
  std::string path = text.next();
  set = {};
  set.names.resize(text.next_count());
  for (auto& name : set.names) name = text.next();
  set.samples.resize(text.next_count());
  for (auto& sample : set.samples) {
    sample.family = text.next();
    sample.individual = text.next();
  }
  set.several.resize(text.next_count());
  for (Index& v : set.several) v = static_cast<Index>(text.next_count());
  set.remarks.resize(text.next_count());
  for (auto& remark : set.remarks) remark = text.next();
  return path;
}

std::string temporary_path(const std::string& wished) {
  if (!wished.empty()) return wished;
  return (std::filesystem::temp_directory_path() / "encke.input").string();
}

/// A set while it is opened.
struct Opening {
  std::vector<InputFile> files;        ///< of the input
  std::unique_ptr<TemporaryRows> own;  ///< on the rank that decodes
  std::unique_ptr<InputFile> rows;
  std::vector<std::string> names;
  CodedRows stored;
  ReadLog log;
};

/// One rank decodes, and tells the others.
DecodedSet decode_on_root(Opening& set, const std::string& path, const std::string& temporary,
                          const Communicator& world, const Decode& decode) {
  DecodedSet decoded;
  agree(world, [&] {
    if (!world.is_root()) return;
    set.own = std::make_unique<TemporaryRows>(temporary_path(temporary));
    decoded = decode(*set.own);
    set.own->finish();
    if (decoded.names.empty()) {
      throw Error(Failure::inconsistent, path + ": no variants, at least one expected");
    }
    decoded.remarks.push_back(fmt::format(
        "{}: {} of {} decoded into a temporary file of {} bytes, which goes with this run", path,
        counted(std::ssize(decoded.names), "variant"),
        counted(std::ssize(decoded.samples), "sample"), grouped(set.own->bytes())));
  });
  std::string rows = set.own ? set.own->path() : "";
  if (world.size() > 1) {
    rows = from_text(world.broadcast(set.own ? to_text(decoded, rows) : "", 0), decoded);
  }
  agree(world, [&] { set.rows = std::make_unique<InputFile>(rows); });
  if (world.size() == 1) set.own->remove_name();
  return decoded;
}

void select(Opening& set, const DecodedSet& decoded, const std::string& path,
            const GenotypeWishes& wishes) {
  set.log.remarks = decoded.remarks;
  set.names = decoded.names;
  set.stored = {.code = GenotypeCode::bed, .missing = wishes.missing};
  set.stored.samples = select_samples(wishes.subset, decoded.samples, set.log);
  if (wishes.element == Element::case_control) {
    set.stored.cases =
        select_classes(wishes.phenotype, path, decoded.samples, set.stored.samples, set.log);
  }
  set.stored.rows = select_variants(wishes.subset, set.names, set.log);
  check_multiallelics(wishes.multiallelics, path, decoded.several, set.names, set.stored.rows,
                      set.log);
}

class DecodedSource final : public Source {
 public:
  DecodedSource(Opening set, Element element, Index duplicates)
      : Source({.element = element,
                .vectors = count_kept(set.stored.rows),
                .fields = count_kept(set.stored.samples),
                .vectors_in_file = std::ssize(set.stored.rows),
                .fields_in_file = std::ssize(set.stored.samples),
                .names = std::move(set.names),
                .duplicate_names = duplicates,
                .remarks = std::move(set.log.remarks)}),
        files_(std::move(set.files)),
        own_(std::move(set.own)),
        rows_(std::move(*set.rows)),
        stored_(std::move(set.stored)),
        texts_(std::move(set.log.files)) {}

  std::vector<FileRecord> files(const Communicator& world) override {
    std::vector<FileRecord> all;
    for (InputFile& file : files_) all.push_back(record_of(file, world));
    all.insert(all.end(), texts_.begin(), texts_.end());
    return all;
  }

 private:
  PackedVectors read_range(const ReadRange& part) override {
    return pack_coded_rows(rows_, stored_, element(), part, false);
  }

  std::vector<InputFile> files_;
  std::unique_ptr<TemporaryRows> own_;
  InputFile rows_;
  CodedRows stored_;
  std::vector<FileRecord> texts_;
};

}  // namespace

std::unique_ptr<Source> open_decoded(const std::vector<std::string>& paths,
                                     const GenotypeWishes& wishes, const Communicator& world,
                                     const Decode& decode) {
  const std::string& path = paths.front();
  Opening set;
  agree(world, [&] {
    check_rates(wishes.subset);
    if (wishes.element == Element::case_control && wishes.phenotype.file.empty()) {
      throw Error(Failure::command_line,
                  path + ": it has no phenotypes, --pheno with a file of them expected");
    }
    for (const auto& file : paths) set.files.emplace_back(file);
  });
  DecodedSet decoded = decode_on_root(set, path, wishes.temporary, world, decode);
  agree(world, [&] { select(set, decoded, path, wishes); });
  decoded = {};
  select_by_rates(*set.rows, wishes.subset, world, set.stored, set.log);
  keep_names(set.names, set.stored.rows);
  const Index same = remark_same_variants(set.names, set.log);
  return std::make_unique<DecodedSource>(std::move(set), wishes.element, same);
}

}  // namespace encke::io
