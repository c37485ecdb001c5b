#include <encke/base/error.hpp>
#include <encke/sink/format/matrix/lsmat.hpp>
#include <encke/sink/format/value_text.hpp>
#include <vector>

namespace encke::sink {

Lsmat::Lsmat(const std::string& prefix, Ids ids, std::int64_t memory, Compression compression,
             double same, int digits)
    : file_(prefix + ".lsmat.tsv" + ending(compression)),
      values_(file_.path(), std::move(ids), memory, same),
      digits_(digits) {}

void Lsmat::begin(const SinkInfo& info) {
  values_.begin(info);
  check_column_ids(path(), values_.shared_ids());
}

void Lsmat::take(std::span<const Hit<3>>) { throw Error(Failure::internal, path() + ": a triple"); }

void Lsmat::finish() {
  for (const auto& id : values_.ids()) file_.write("\t" + id);
  file_.write("\n");
  values_.for_each_row([this](Index i, std::span<const double> row) {
    file_.write(values_.ids()[static_cast<std::size_t>(i)]);
    char* const begin = file_.prepare(row.size() * (value_text_size + 1) + 1);
    char* at = begin;
    for (const double value : row) {
      *at++ = '\t';
      at = print_value(at, value, values_.info().float32, digits_);
    }
    *at++ = '\n';
    file_.advance(static_cast<std::size_t>(at - begin));
  });
  file_.commit();
}

std::int64_t Lsmat::memory() const {
  const auto vectors = static_cast<Index>(values_.ids().size());
  return values_.memory() + vectors * static_cast<Index>(value_text_size + 1) +
         static_cast<std::int64_t>(OutputFile::default_buffer);
}

}  // namespace encke::sink
