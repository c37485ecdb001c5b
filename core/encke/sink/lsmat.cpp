#include <encke/base/error.hpp>
#include <encke/sink/lsmat.hpp>
#include <encke/sink/value_text.hpp>
#include <vector>

namespace encke::sink {

Lsmat::Lsmat(const std::string& prefix, Ids ids)
    : file_(prefix + ".lsmat.tsv"), values_(file_.path(), std::move(ids)) {}

void Lsmat::begin(const SinkInfo& info) {
  values_.begin(info);
  for (const auto& id : values_.ids()) {
    if (id.find_first_of("\t\r\n") == std::string::npos) continue;
    throw Error(Failure::inconsistent,
                path() + ": an id contains a tab or a line break, which its cell cannot hold");
  }
}

void Lsmat::take(std::span<const Hit<3>>) { throw Error(Failure::internal, path() + ": a triple"); }

void Lsmat::finish() {
  values_.check_complete();
  for (const auto& id : values_.ids()) file_.write("\t" + id);
  file_.write("\n");
  std::vector<double> row(static_cast<std::size_t>(values_.info().vectors));
  for (std::size_t i = 0; i < row.size(); ++i) {
    values_.row(static_cast<Index>(i), row);
    file_.write(values_.ids()[i]);
    char* const begin = file_.room(row.size() * (value_text_size + 1) + 1);
    char* at = begin;
    for (const double value : row) {
      *at++ = '\t';
      at = print_value(at, value, values_.info().float32);
    }
    *at++ = '\n';
    file_.advance(static_cast<std::size_t>(at - begin));
  }
  file_.commit();
}

std::int64_t Lsmat::memory() const {
  const auto vectors = static_cast<Index>(values_.ids().size());
  return Condensed::bytes(vectors) + vectors * (8 + static_cast<Index>(value_text_size)) +
         static_cast<std::int64_t>(OutputFile::default_buffer);
}

}  // namespace encke::sink
