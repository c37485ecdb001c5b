#include <encke/base/error.hpp>
#include <encke/base/stopwatch.hpp>
#include <encke/comm/agree.hpp>
#include <encke/io/file_kind.hpp>
#include <encke/io/table/table.hpp>
#include <encke/io/table/table_text.hpp>

namespace encke::io {
namespace {

std::unique_ptr<Source> open_text(const std::string& path, Element element,
                                  const Communicator& world, Compare compare) {
  std::unique_ptr<Source> source;
  agree(world, [&] {
    InputFile file(path);
    refuse_other_kind(file, FileKind::table);
    TableText text = scan_table(file);
    const bool rows = (compare == Compare::features) == text.rows_are_features;
    source = rows ? table_of_rows(std::move(file), std::move(text), element)
                  : table_of_columns(std::move(file), std::move(text), element);
  });
  return source;
}

}  // namespace

std::unique_ptr<Source> open_table(const std::string& path, Element element,
                                   const Communicator& world, Compare compare) {
  if (element == Element::genotype) {
    throw Error(Failure::internal, "a table of reals was asked for with genotypes as elements");
  }
  return path.ends_with(".npy") ? open_npy(path, element, world, compare)
                                : open_text(path, element, world, compare);
}

Dataset read_table(const std::string& path, Element element, Compare compare) {
  const Stopwatch watch;
  Dataset data = read_all(open_table(path, element, {}, compare));
  data.seconds = watch.seconds();
  return data;
}

}  // namespace encke::io
