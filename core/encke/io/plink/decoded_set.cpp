#include <fmt/format.h>

#include <cstring>
#include <encke/base/error.hpp>
#include <encke/base/text/text.hpp>
#include <encke/comm/agree.hpp>
#include <encke/io/plink/decoded_set.hpp>
#include <encke/io/plink/plink_set.hpp>
#include <encke/io/select/genotype_filters.hpp>
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
  for (Index v = 0; v < set.sites.size(); ++v) {
    text.add(set.sites.chromosome(v));
    text.add(std::to_string(set.sites.positions()[static_cast<std::size_t>(v)]));
    text.add(set.sites.alleles(v));
  }
  text.add(std::to_string(set.samples.size()));
  for (const auto& sample : set.samples) {
    text.add(sample.family);
    text.add(sample.individual);
    text.add(sample.male ? "1" : sample.female ? "2" : "0");
  }
  text.add(std::to_string(set.several.size()));
  for (const Index v : set.several) text.add(std::to_string(v));
  text.add(std::to_string(set.remarks.size()));
  for (const auto& remark : set.remarks) text.add(remark);
  return text.take();
}

std::string from_text(const std::string& all, const std::string& file, DecodedSet& set) {
  TextParts text(all);
  std::string path = text.next();
  set = {};
  set.names.resize(text.next_count());
  for (auto& name : set.names) name = text.next();
  set.sites = Sites(file);
  for (std::size_t v = 0; v < set.names.size(); ++v) {
    const std::string chromosome = text.next();
    const std::string position = text.next();
    set.sites.add(0, chromosome, position, text.next());
  }
  set.samples.resize(text.next_count());
  for (auto& sample : set.samples) {
    sample.family = text.next();
    sample.individual = text.next();
    const std::string sex = text.next();
    sample.male = sex == "1";
    sample.female = sex == "2";
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
struct DecodedFiles {
  std::vector<InputFile> files;        ///< of the input
  std::unique_ptr<TemporaryRows> own;  ///< on the rank that decodes
  std::unique_ptr<InputFile> rows;
  PlinkSet plink;
};

/// One rank decodes, and tells the others.
DecodedSet decode_on_root(DecodedFiles& set, const std::string& path, const std::string& temporary,
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
    rows = from_text(world.broadcast(set.own ? to_text(decoded, rows) : "", 0), path, decoded);
  }
  agree(world, [&] { set.rows = std::make_unique<InputFile>(rows); });
  if (world.size() == 1) set.own->remove_name();
  return decoded;
}

void select(PlinkSet& set, DecodedSet decoded, const std::string& path,
            const GenotypeWishes& wishes) {
  set.log.remarks = std::move(decoded.remarks);
  set.names = std::move(decoded.names);
  set.sites = std::move(decoded.sites);
  set.stored = {.code = GenotypeCode::bed, .missing = wishes.missing};
  const bool classes = wishes.element == Element::case_control;
  select(set, wishes.subset, {path, decoded.samples, classes ? &wishes.phenotype : nullptr});
  check_multiallelics(wishes.multiallelics, path, decoded.several, set.names, set.stored.rows,
                      set.log);
}

class DecodedSource final : public PlinkSource {
 public:
  DecodedSource(DecodedFiles set, Element element)
      : PlinkSource(std::move(set.plink), element),
        files_(std::move(set.files)),
        own_(std::move(set.own)),
        rows_(std::move(*set.rows)) {}

  std::vector<FileRecord> files(const Communicator& world) override {
    std::vector<FileRecord> all;
    for (InputFile& file : files_) all.push_back(record_of(file, world));
    all.insert(all.end(), texts_.begin(), texts_.end());
    return all;
  }
  SourceCosts costs() const override {
    SourceCosts costs = Source::costs();
    costs.reading = bytes_to_pack(stored_, element());
    return costs;
  }

 private:
  PackedVectors read_range(const ReadRange& part) override {
    return pack_coded_rows(rows_, stored_, element(), part, false);
  }

  std::vector<InputFile> files_;
  std::unique_ptr<TemporaryRows> own_;
  InputFile rows_;
};

}  // namespace

std::unique_ptr<Source> open_decoded(const std::vector<std::string>& paths,
                                     const GenotypeWishes& wishes, const Communicator& world,
                                     const Decode& decode) {
  const std::string& path = paths.front();
  DecodedFiles set;
  agree(world, [&] {
    check_subset(wishes.subset);
    if (wishes.element == Element::case_control && wishes.phenotype.file.empty()) {
      throw Error(Failure::command_line,
                  path + ": it has no phenotypes, --pheno with a file of them expected");
    }
    for (const auto& file : paths) set.files.emplace_back(file);
  });
  DecodedSet decoded = decode_on_root(set, path, wishes.temporary, world, decode);
  agree(world, [&] { select(set.plink, std::move(decoded), path, wishes); });
  select_by_genotypes(set.plink, wishes.subset, world,
                      feed_of_bed(*set.rows, set.plink.stored, false));
  keep_names(set.plink);
  return std::make_unique<DecodedSource>(std::move(set), wishes.element);
}

}  // namespace encke::io
