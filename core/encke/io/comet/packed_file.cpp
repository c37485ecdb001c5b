#include <fmt/format.h>

#include <encke/base/error.hpp>
#include <encke/base/stopwatch.hpp>
#include <encke/comm/agree.hpp>
#include <encke/file/input_file.hpp>
#include <encke/io/comet/packed_file.hpp>
#include <encke/io/padding.hpp>
#include <encke/io/rows/coded_rows.hpp>
#include <encke/io/rows/real_rows.hpp>
#include <encke/pack/packers.hpp>
#include <optional>

namespace encke::io {
namespace {

Index vector_bytes(Element element, Index fields) {
  if (pack::is_of_codes(element)) return divide_up(fields, 4);
  return fields * (element == Element::float32 ? 4 : 8);
}

class PackedSource final : public Source {
 public:
  PackedSource(InputFile file, About about, MissingCode missing, bool alone)
      : Source(std::move(about)), file_(std::move(file)), missing_(missing), alone_(alone) {}

  /// Collective.
  static std::unique_ptr<Source> open(InputFile file, Element element, Index vectors, Index fields,
                                      MissingCode missing, const Communicator& world) {
    About about = numbered(element, vectors, fields);
    std::string remark;
    if (pack::is_of_codes(element)) {
      remark = remark_on_row_ends(file, {.rows = vectors, .samples = fields}, world);
    }
    if (!remark.empty()) about.remarks.push_back(std::move(remark));
    return std::make_unique<PackedSource>(std::move(file), std::move(about), missing,
                                          world.size() == 1);
  }

  std::vector<FileRecord> files(const Communicator& world) override {
    return {record_of(file_, world)};
  }

 private:
  PackedVectors read_range(const ReadRange& part) override {
    if (!pack::is_of_codes(element())) {
      const auto type = element() == Element::float32 ? NumberType::f4 : NumberType::f8;
      return pack_matrix(file_, {.type = type, .vectors = vectors(), .fields = fields()}, element(),
                         part, alone_ && !file_.is_digested());
    }
    const CodedRows stored{.rows = Kept(static_cast<std::size_t>(vectors()), 1),
                           .samples = Kept(static_cast<std::size_t>(fields()), 1),
                           .code = GenotypeCode::packed,
                           .missing = missing_};
    return pack_coded_rows(file_, stored, element(), part, alone_ && !file_.is_digested());
  }

  InputFile file_;
  MissingCode missing_;
  bool alone_;
};

}  // namespace

void check_packed(const InputFile& file, Element element, Index vectors, Index fields) {
  if (vectors < 1 || fields < 1) {
    throw Error(Failure::command_line,
                fmt::format("{} vectors of {} fields asked for in {}, at least 1 of 1 expected",
                            vectors, fields, file.path()));
  }
  // fields beyond the file's size cannot fit, and would overflow the product
  const Index bytes = fields <= 4 * file.size() ? vector_bytes(element, fields) : 0;
  if (bytes > 0 && file.size() % bytes == 0 && file.size() / bytes == vectors) return;
  throw Error(Failure::inconsistent,
              fmt::format("{}: {} bytes found, {} vectors of {} {} expected", file.path(),
                          file.size(), vectors, fields,
                          pack::is_of_codes(element)    ? "genotypes, ceil(fields / 4) bytes each"
                          : element == Element::float32 ? "float32"
                                                        : "float64"));
}

std::unique_ptr<Source> open_packed(const std::string& path, Element element, Index vectors,
                                    Index fields, MissingCode missing, const Communicator& world) {
  std::optional<InputFile> file;
  agree(world, [&] {
    file.emplace(path);
    check_packed(*file, element, vectors, fields);
  });
  return PackedSource::open(std::move(*file), element, vectors, fields, missing, world);
}

Dataset read_packed(const std::string& path, Element element, Index vectors, Index fields,
                    MissingCode missing) {
  const Stopwatch watch;
  Dataset data = read_all(open_packed(path, element, vectors, fields, missing));
  data.seconds = watch.seconds();
  return data;
}

}  // namespace encke::io
