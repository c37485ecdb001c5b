#include "encke/survey.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <encke/base/error.hpp>
#include <encke/io/input_file.hpp>
#include <encke/io/line_reader.hpp>
#include <encke/io/npy.hpp>
#include <encke/io/plink_selection.hpp>
#include <encke/io/random_vectors.hpp>
#include <encke/io/synthetic.hpp>
#include <vector>

#include "encke/input.hpp"
#include "encke/process.hpp"

namespace encke::cli {
namespace {

constexpr Index bed_header = 3;  // bytes

Index count_kept(const io::Kept& kept) {
  return static_cast<Index>(std::count(kept.begin(), kept.end(), 1));
}

Shape survey_plink(const Options& options) {
  const auto paths = input_paths(options);  // .bed, .bim, .fam, …
  io::ReadLog log;
  const auto samples = io::read_fam(paths[2], log);
  const auto variants = io::read_bim(paths[1], log);
  const io::Subset& subset = options.subset;
  return {count_kept(io::select_variants(subset, variants, log)),
          count_kept(io::select_samples(subset, samples, log)), !io::RateFilter(subset).active()};
}

Shape survey_npy(const std::string& path) {
  io::InputFile file(path);
  std::string bytes(static_cast<std::size_t>(std::min(file.size(), io::npy_preamble)), '\0');
  file.read_at(0, std::as_writable_bytes(std::span(bytes)));
  bytes.resize(static_cast<std::size_t>(io::npy_header_length(bytes, path)));
  if (static_cast<Index>(bytes.size()) > file.size()) {
    throw MalformedInput({.file = path}, "the file ends within its header");
  }
  file.read_at(0, std::as_writable_bytes(std::span(bytes)));
  const auto header = io::parse_npy_header(bytes, path);
  if (header.shape.size() != 2) {
    throw MalformedInput({.file = path}, "a two-dimensional array expected");
  }
  return {header.shape[0], header.shape[1]};
}

Shape survey_text(const std::string& path) {
  io::InputFile file(path);
  io::LineReader reader(file);
  if (!reader.next()) throw MalformedInput({.file = path}, "the file is empty");
  const auto header = reader.line();
  Shape shape{.fields = std::count(header.begin(), header.end(), '\t')};
  while (reader.next()) shape.vectors += reader.line().empty() ? 0 : 1;
  return shape;
}

/// Genotypes of the first vectors of a file; rows of `stride` bytes begin at `offset`.
PackedVectors first_rows(const Options& options, const std::string& path, Index offset,
                         Index vectors, Index fields, GenotypeCode code) {
  const Index stride = divide_up(fields, 4);
  std::vector<std::uint8_t> rows(static_cast<std::size_t>(vectors * stride));
  io::InputFile file(path);
  const Index needed = offset + vectors * stride;
  if (file.size() < needed) {
    throw Error(
        code == GenotypeCode::bed ? Failure::malformed : Failure::inconsistent,
        fmt::format("{}: {} bytes found, more than {} expected", path, file.size(), needed));
  }
  file.read_at(offset, std::as_writable_bytes(std::span(rows)));
  auto sample = PackedVectors::genotypes(vectors, fields);
  sample.set_genotypes(0, vectors, rows.data(), stride, code,
                       options.missing ? MissingCode::missing : MissingCode::het);
  return sample;
}

}  // namespace

Shape survey_input(const Options& options) {
  switch (options.input) {
    case Input::bfile:
      return survey_plink(options);
    case Input::table:
      return options.path.ends_with(".npy") ? survey_npy(options.path) : survey_text(options.path);
    case Input::packed:
    case Input::synthetic:
      break;
  }
  return {options.num_vectors, options.num_fields};
}

PackedVectors sample_input(const Options& options, const MetricEntry& metric, const Shape& shape) {
  constexpr Index most_vectors = 768;  // what trial_rate() looks at
  constexpr Index most_elements = Index{1} << 26;
  const Element element = element_of(metric, options);
  Index vectors = std::min(shape.vectors, most_vectors);
  if (!metric.genotypes) {
    const Index fields = std::clamp<Index>(shape.fields, 1, Index{1} << 14);
    return io::random_profiles(element, vectors, fields, 1);
  }
  const Index fit = most_elements / std::max<Index>(shape.fields, 1);
  vectors = std::min(vectors, std::max<Index>(fit, 32));
  if (options.input == Input::bfile) {
    io::ReadLog log;
    const auto paths = input_paths(options);
    const auto samples = static_cast<Index>(io::read_fam(paths[2], log).size());
    return first_rows(options, paths[0], bed_header, vectors, samples, GenotypeCode::bed);
  }
  if (options.input == Input::packed) {
    return first_rows(options, options.path, 0, vectors, shape.fields, GenotypeCode::packed);
  }
  Options fewer = options;
  fewer.num_vectors = vectors;
  return read_input(fewer, metric).vectors;
}

Plan make_plan(const Options& options) {
  constexpr double histogram_width = 0.01;
  Plan plan;
  plan.way = options.way;
  if (options.threshold) plan.threshold = above(*options.threshold);
  plan.precision = options.precision;
  plan.digest_all = options.digest_all;
  plan.histogram_width = options.histogram ? histogram_width : 0;
  plan.backend = options.backend;
  plan.backend_options.level = options.level;
  plan.memory = options.memory ? *options.memory << 20 : machine_memory();
  plan.block = options.block;
  return plan;
}

Problem make_problem(const Options& options, const MetricEntry& metric, const Shape& shape,
                     bool missing) {
  return {.vectors = shape.vectors,
          .fields = shape.fields,
          .cells = metric.cells(options.way),
          .vector_bytes = PackedVectors::bytes_for(element_of(metric, options), shape.vectors,
                                                   shape.fields, missing)};
}

double measured_rate(const Plan& plan, const PackedVectors& vectors, TileBackend& backend) {
  if (backend.name() == "reference") return 0;  // a trial of it would take long
  return trial_rate(plan, vectors, backend);
}

}  // namespace encke::cli
