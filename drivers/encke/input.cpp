#include "encke/input.hpp"

#include <encke/io/packed_file.hpp>
#include <encke/io/plink.hpp>
#include <encke/io/synthetic.hpp>
#include <encke/io/table.hpp>

namespace encke::cli {

io::Dataset read_input(const Options& options, const MetricEntry& metric) {
  const Element element = element_of(metric, options);
  const MissingCode missing = options.missing ? MissingCode::missing : MissingCode::het;
  switch (options.input) {
    case Input::bfile:
      return io::read_plink(options.path, options.subset, missing, element, options.phenotype);
    case Input::table:
      return io::read_table(options.path, element);
    case Input::packed:
      return io::read_packed(options.path, element, options.num_vectors, options.num_fields,
                             missing);
    case Input::synthetic:
      break;
  }
  return io::make_synthetic(
      {.problem = options.problem,
       .element = element,
       .vectors = options.num_vectors,
       .fields = options.num_fields,
       .way = options.way,
       .mantissa_digits = options.precision == Precision::float32 ? 24 : 53,
       .missing = metric.kind == Kind::bits && !metric.missing ? MissingCode::het : missing});
}

std::vector<std::string> input_paths(const Options& options) {
  std::vector<std::string> paths;
  if (options.input == Input::bfile) {
    const std::string stem = options.path.ends_with(".bed")
                                 ? options.path.substr(0, options.path.size() - 4)
                                 : options.path;
    for (const char* extension : {".bed", ".bim", ".fam"}) paths.push_back(stem + extension);
  } else if (!options.path.empty()) {
    paths.push_back(options.path);
  }
  const io::Subset& subset = options.subset;
  for (const auto& path :
       {options.phenotype.file, subset.keep, subset.remove, subset.extract, subset.exclude}) {
    if (!path.empty()) paths.push_back(path);
  }
  return paths;
}

}  // namespace encke::cli
