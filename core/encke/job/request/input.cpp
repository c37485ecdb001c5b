#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <encke/comm/agree.hpp>
#include <encke/io/comet/random_vectors.hpp>
#include <encke/io/samples/sample_source.hpp>
#include <encke/io/value_range.hpp>
#include <encke/job/request/input.hpp>
#include <encke/job/request/input_table.hpp>
#include <encke/job/request/metric_table.hpp>
#include <encke/job/request/network.hpp>
#include <encke/job/request/options/value.hpp>
#include <encke/schedule/slice.hpp>
#include <filesystem>
#include <system_error>

namespace encke::job {

io::TraitFile trait_of(const Request& request) {
  if (!request.trait.empty()) return {request.trait, request.trait_name};
  if (!request.phenotype.file.empty()) return {request.phenotype.file, request.phenotype.name};
  return {input_row(request.input).files(request).back(), "", true};
}

std::unique_ptr<io::Source> open_input(const Request& request, const Communicator& world) {
  auto source = input_row(request.input).open(request, world);
  if (has_trait(request)) {
    agree(world, [&] { source = io::open_trait(std::move(source), trait_of(request)); });
  }
  if (!metric_of(request).of_samples) return source;
  agree(world, [&] {
    source = io::open_samples(std::move(source), request.all_chromosomes
                                                     ? io::FieldsOfSamples::all
                                                     : io::FieldsOfSamples::autosomes);
  });
  return source;
}

FoundNumbers find_numbers(const Request& wanted, const Communicator& world) {
  if (!wanted.find_numbers) return {wanted.numbers, ""};
  Request request = wanted;
  request.numbers.reset();
  const auto source = open_input(request, world);
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
  std::optional<Element> numbers = io::exact_element(range);
  if (numbers == Element::bit && input_row(request.input).coded_bits) numbers = Element::count2;
  if (!numbers && request.check) throw Error(Failure::inconsistent, std::string(no_check_of_reals));
  if (!numbers) return {};
  return {numbers,
          fmt::format("whole numbers up to {}: compared as {}, exactly, with the values of f64",
                      range.largest, numbers == Element::bit ? "bits" : count_name(*numbers))};
}

PackedVectors sample_of(io::Source& source, std::int64_t memory) {
  constexpr Index least_vectors = 32, many = 1024;
  Index most_vectors = 768;  // what trial_rate() looks at
  if (memory > 0) {
    const auto bytes = PackedVectors::bytes_for(source.element(), many, source.fields(), true);
    const Index fit = memory / 16 * many / std::max<Index>(bytes, 1);
    most_vectors = std::clamp(fit, least_vectors, most_vectors);
  }
  constexpr Index most_elements = Index{1} << 26;
  Index vectors = std::min(source.vectors(), most_vectors);
  const ContractionId contraction = source.element().contraction;
  if (contraction == ContractionId::minima) {  // a text table would be parsed for it
    const Index fields = std::clamp<Index>(source.fields(), 1, Index{1} << 14);
    return io::random_profiles(source.element(), vectors, fields, 1);
  }
  if (contraction == ContractionId::count_minima) {  // so would it for these
    return io::random_counts(source.element(), vectors,
                             std::clamp<Index>(source.fields(), 1, Index{1} << 13), 1);
  }
  if (source.element().row().stored == StoredAs::reals) {  // several of each field, of few of them
    return source.read({{0, vectors}, {0, std::min(source.fields(), Index{1} << 12)}});
  }
  const Index fit = most_elements / std::max<Index>(source.fields(), 1);
  vectors = std::min(vectors, std::max(fit, least_vectors));
  return source.read({{0, vectors}, {0, source.fields()}});
}

bool is_small(const Request& request) {
  constexpr std::uintmax_t most_bytes = 4096;
  const auto paths = input_paths(request);
  if (request.way != 2 || request.permutations || paths.empty()) return false;
  std::uintmax_t bytes = 0;
  for (const auto& path : paths) {
    std::error_code unknown;
    bytes += std::filesystem::is_regular_file(path, unknown)
                 ? std::filesystem::file_size(path, unknown)
                 : most_bytes;
    if (unknown || bytes >= most_bytes) return false;
  }
  return true;
}

std::vector<std::string> input_paths(const Request& request) {
  std::vector<std::string> paths = input_row(request.input).files(request);
  const io::Subset& subset = request.subset;
  for (const auto& path : {request.phenotype.file, request.covariates, request.trait, subset.keep,
                           subset.remove, subset.extract, subset.exclude, request.loci,
                           request.extract_first, request.extract_second}) {
    if (!path.empty()) paths.push_back(path);
  }
  if (request.network) {
    for (auto& path : network::input_paths(network_of(request))) paths.push_back(std::move(path));
  }
  return paths;
}

}  // namespace encke::job
