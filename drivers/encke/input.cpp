#include "encke/input.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <encke/comm/agree.hpp>
#include <encke/io/comet/packed_file.hpp>
#include <encke/io/comet/random_vectors.hpp>
#include <encke/io/comet/synthetic.hpp>
#include <encke/io/plink/plink.hpp>
#include <encke/io/plink/tped.hpp>
#include <encke/io/table/allele_table.hpp>
#include <encke/io/table/table.hpp>
#include <encke/io/tree/branch_table.hpp>
#include <encke/io/value_range.hpp>
#include <encke/schedule/slice.hpp>

#include "encke/memory_limit.hpp"

namespace encke::cli {

namespace {

io::BranchForm branch_form(UnifracMethod method) {
  return method == UnifracMethod::unweighted    ? io::BranchForm::presence
         : method == UnifracMethod::generalized ? io::BranchForm::powered
                                                : io::BranchForm::abundance;
}

}  // namespace

std::unique_ptr<io::Source> open_input(const Options& options, const MetricEntry& metric,
                                       const Communicator& world) {
  const Element element = element_of(metric, options);
  const MissingCode missing = options.missing ? MissingCode::missing : MissingCode::het;
  switch (options.input) {
    case Input::bfile:
      return io::open_plink(options.path, options.subset, missing, element, world,
                            options.phenotype);
    case Input::tfile:
      return io::open_tped(options.path, options.subset, missing, element, world,
                           options.phenotype);
    case Input::table:
      return io::open_table(options.path, element, world);
    case Input::alleles:
      return io::open_allele_table(options.path, world);
    case Input::biom:
      return io::open_branches(options.path, options.tree, branch_form(computed_method(options)),
                               element, options.alpha, world,
                               options.memory ? *options.memory << 20 : memory_limit());
    case Input::packed:
      return io::open_packed(options.path, element, options.num_vectors, options.num_fields,
                             missing, world);
    case Input::synthetic:
      break;
  }
  return io::open_synthetic(
      {.problem = options.problem,
       .element = element,
       .vectors = options.num_vectors,
       .fields = options.num_fields,
       .way = options.way,
       .mantissa_digits = options.precision == Precision::float32 ? 24 : 53,
       .missing = metric.kind == Kind::bits && !metric.missing ? MissingCode::het : missing});
}

std::string choose_numbers(Options& options, const MetricEntry& metric, const Communicator& world) {
  if (!options.find_numbers) return {};
  options.numbers.reset();
  const auto source = open_input(options, metric, world);
  io::ValueRange range;
  agree(world, [&] {
    const Slice share{world.rank(), world.size()};
    range = io::value_range(*source, share.of({0, source->vectors()}));
  });
  // the bits of numbers that are not negative are ordered as they are
  std::array<std::int64_t, 3> all = {range.whole ? 0 : 1,
                                     std::bit_cast<std::int64_t>(range.largest),
                                     std::bit_cast<std::int64_t>(range.largest_sum)};
  world.maximum(all);
  range = {all[0] == 0, std::bit_cast<double>(all[1]), std::bit_cast<double>(all[2])};
  options.numbers = io::exact_element(range);
  // bits of a packed file are codes of two bits
  if (options.numbers == Element::bit && options.input != Input::table) {
    options.numbers = Element::count2;
  }
  if (!options.numbers) return {};
  std::string name = "bits";
  for (const auto& [count, element] : count_names()) {
    if (options.numbers == element) name = count;
  }
  return fmt::format("whole numbers up to {}: compared as {}, exactly, with the values of f64",
                     range.largest, name);
}

PackedVectors sample_of(io::Source& source) {
  constexpr Index most_vectors = 768;  // what trial_rate() looks at
  constexpr Index most_elements = Index{1} << 26;
  Index vectors = std::min(source.vectors(), most_vectors);
  if (is_real(source.element())) {  // a text table would be parsed for it
    const Index fields = std::clamp<Index>(source.fields(), 1, Index{1} << 14);
    return io::random_profiles(source.element(), vectors, fields, 1);
  }
  if (is_count(source.element())) {  // so would it for these
    return io::random_counts(source.element(), vectors,
                             std::clamp<Index>(source.fields(), 1, Index{1} << 13), 1);
  }
  const Index fit = most_elements / std::max<Index>(source.fields(), 1);
  vectors = std::min(vectors, std::max<Index>(fit, 32));
  return source.read({{0, vectors}, {0, source.fields()}});
}

std::vector<std::string> input_paths(const Options& options) {
  std::vector<std::string> paths;
  if (options.input == Input::bfile) {
    const std::string stem = options.path.ends_with(".bed")
                                 ? options.path.substr(0, options.path.size() - 4)
                                 : options.path;
    for (const char* extension : {".bed", ".bim", ".fam"}) paths.push_back(stem + extension);
  } else if (options.input == Input::tfile) {
    for (const char* extension : {".tped", ".tfam"}) paths.push_back(options.path + extension);
  } else if (!options.path.empty()) {
    paths.push_back(options.path);
  }
  if (!options.tree.empty()) paths.push_back(options.tree);
  const io::Subset& subset = options.subset;
  for (const auto& path :
       {options.phenotype.file, subset.keep, subset.remove, subset.extract, subset.exclude}) {
    if (!path.empty()) paths.push_back(path);
  }
  return paths;
}

}  // namespace encke::cli
