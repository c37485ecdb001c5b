#include "encke/input.hpp"

#include <encke/io/branch_table.hpp>
#include <encke/io/packed_file.hpp>
#include <encke/io/plink.hpp>
#include <encke/io/synthetic.hpp>
#include <encke/io/table.hpp>

namespace encke::cli {

namespace {

io::BranchForm branch_form(UnifracMethod method) {
  return method == UnifracMethod::unweighted    ? io::BranchForm::presence
         : method == UnifracMethod::generalized ? io::BranchForm::powered
                                                : io::BranchForm::abundance;
}

}  // namespace

io::Dataset read_input(const Options& options, const MetricEntry& metric) {
  const Element element = element_of(metric, options);
  const MissingCode missing = options.missing ? MissingCode::missing : MissingCode::het;
  switch (options.input) {
    case Input::bfile:
      return io::read_plink(options.path, options.subset, missing, element);
    case Input::table:
      return io::read_table(options.path, element);
    case Input::biom:
      return io::read_branches(options.path, options.tree, branch_form(computed_method(options)),
                               element, options.alpha);
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
  if (!options.tree.empty()) paths.push_back(options.tree);
  const io::Subset& subset = options.subset;
  for (const auto& path : {subset.keep, subset.remove, subset.extract, subset.exclude}) {
    if (!path.empty()) paths.push_back(path);
  }
  return paths;
}

}  // namespace encke::cli
