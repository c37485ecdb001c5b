#include "encke/survey.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <encke/base/error.hpp>
#include <encke/io/input_file.hpp>
#include <encke/io/line_reader.hpp>
#include <encke/io/packed_file.hpp>
#include <encke/io/phenotype_classes.hpp>
#include <encke/io/plink.hpp>
#include <encke/io/plink_selection.hpp>
#include <encke/io/random_vectors.hpp>
#include <encke/io/synthetic.hpp>
#include <encke/io/table.hpp>
#include <vector>

#include "encke/input.hpp"
#include "encke/memory_limit.hpp"

namespace encke::cli {
namespace {

constexpr Index bed_header = 3;  // bytes

/// What .bim, .fam and the lists of ids say of a .bed, whose size has been checked.
struct PlinkSurvey {
  io::InputFile bed;
  io::Kept variants;
  io::Kept samples;
};

PlinkSurvey look_at_plink(const Options& options) {
  const bool classes = find_metric(options.metric).kind == Kind::classes;
  const auto paths = input_paths(options);  // .bed, .bim, .fam, …
  io::ReadLog log;
  const auto samples = io::read_fam(paths[2], log);
  const auto variants = io::read_bim(paths[1], log);
  PlinkSurvey survey{.bed = io::InputFile(paths[0])};
  io::check_bed(survey.bed, static_cast<Index>(variants.size()),
                static_cast<Index>(samples.size()));
  survey.variants = io::select_variants(options.subset, variants, log);
  survey.samples = io::select_samples(options.subset, samples, log);
  if (classes) io::select_classes(options.phenotype, paths[2], samples, survey.samples, log);
  return survey;
}

Shape survey_plink(const Options& options) {
  const PlinkSurvey survey = look_at_plink(options);
  return {io::count_kept(survey.variants), io::count_kept(survey.samples),
          !io::RateFilter(options.subset).active()};
}

Shape survey_npy(const std::string& path) {
  io::InputFile file(path);
  const auto matrix = io::npy_matrix(file);
  return {matrix.vectors, matrix.fields};
}

Shape survey_packed(const Options& options, Element element) {
  io::check_packed(io::InputFile(options.path), element, options.num_vectors, options.num_fields);
  return {options.num_vectors, options.num_fields};
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

/// Genotypes of the first vectors of a file of the right size; rows of `stride` bytes begin at
/// `offset`.
PackedVectors first_rows(const Options& options, Element element, const std::string& path,
                         Index offset, Index vectors, Index fields, GenotypeCode code) {
  const Index stride = divide_up(fields, 4);
  std::vector<std::uint8_t> rows(static_cast<std::size_t>(vectors * stride));
  io::InputFile file(path);
  file.read_at(offset, std::as_writable_bytes(std::span(rows)));
  auto sample = PackedVectors::of_codes(element, vectors, fields);
  sample.set_codes(0, vectors, rows.data(), stride, code,
                   options.missing ? MissingCode::missing : MissingCode::het);
  return sample;
}

}  // namespace

Shape survey_input(const Options& options, const MetricEntry& metric) {
  switch (options.input) {
    case Input::bfile:
      return survey_plink(options);
    case Input::table:
      return options.path.ends_with(".npy") ? survey_npy(options.path) : survey_text(options.path);
    case Input::packed:
      return survey_packed(options, element_of(metric, options));
    case Input::synthetic:
      break;
  }
  return {options.num_vectors, options.num_fields};
}

Shape survey_rates(const Options& options) {
  constexpr Index piece_rows = 64;
  const PlinkSurvey survey = look_at_plink(options);
  const io::BedSamples samples(survey.samples);
  io::RateFilter filter(options.subset);
  std::vector<std::uint8_t> rows(static_cast<std::size_t>(piece_rows * samples.row_bytes()));
  Shape shape{.fields = samples.kept()};
  const auto variants = static_cast<Index>(survey.variants.size());
  for (Index first = 0; first < variants; first += piece_rows) {
    const Index count = std::min(piece_rows, variants - first);
    const auto bytes = std::as_writable_bytes(std::span(rows));
    survey.bed.read_at(bed_header + first * samples.row_bytes(),
                       bytes.first(static_cast<std::size_t>(count * samples.row_bytes())));
    for (Index v = 0; v < count; ++v) {
      if (survey.variants[static_cast<std::size_t>(first + v)] == 0) continue;
      shape.vectors += filter.keeps(samples.count(rows.data() + v * samples.row_bytes())) ? 1 : 0;
    }
  }
  return shape;
}

PackedVectors sample_input(const Options& options, const MetricEntry& metric, const Shape& shape) {
  constexpr Index most_vectors = 768;  // what trial_rate() looks at
  constexpr Index most_elements = Index{1} << 26;
  const Element element = element_of(metric, options);
  Index vectors = std::min(shape.vectors, most_vectors);
  if (metric.kind == Kind::classes) {
    const Index fields = std::clamp<Index>(shape.fields, 2, most_elements / 32);
    vectors = std::min(vectors, std::max<Index>(most_elements / fields, 32));
    return io::random_case_control(vectors, fields / 2, fields - fields / 2, 0.01, 1);
  }
  if (metric.kind == Kind::reals) {
    const Index fields = std::clamp<Index>(shape.fields, 1, Index{1} << 14);
    return io::random_profiles(element, vectors, fields, 1);
  }
  const Index fit = most_elements / std::max<Index>(shape.fields, 1);
  vectors = std::min(vectors, std::max<Index>(fit, 32));
  if (options.input == Input::bfile) {
    io::ReadLog log;
    const auto paths = input_paths(options);
    const auto samples = static_cast<Index>(io::read_fam(paths[2], log).size());
    return first_rows(options, element, paths[0], bed_header, vectors, samples, GenotypeCode::bed);
  }
  if (options.input == Input::packed) {
    return first_rows(options, element, options.path, 0, vectors, shape.fields,
                      GenotypeCode::packed);
  }
  if (options.input == Input::table) return io::random_bits(vectors, shape.fields, 0, 1);
  Options fewer = options;
  fewer.num_vectors = vectors;
  return read_input(fewer, metric).vectors;
}

Plan make_plan(const Options& options) {
  constexpr double histogram_width = 0.01;
  Plan plan;
  plan.way = options.way;
  if (options.threshold) {
    plan.threshold = options.below ? below(*options.threshold) : above(*options.threshold);
  }
  plan.precision = options.precision;
  plan.digest_all = options.digest_all;
  plan.histogram_width = options.histogram ? histogram_width : 0;
  plan.backend = options.backend;
  plan.backend_options.level = options.level;
  plan.memory = options.memory ? *options.memory << 20 : memory_limit();
  plan.block = options.block;
  return plan;
}

Problem make_problem(const Options& options, const MetricEntry& metric, const Shape& shape,
                     bool missing) {
  constexpr std::int64_t beyond = std::int64_t{1} << 55;  // bytes; sums of such do not overflow
  const Element element = element_of(metric, options);
  const auto size = [](Index extent) { return static_cast<double>(extent) + 1024; };
  const bool large = size(shape.vectors) * size(shape.fields) * sizeof(double) >= double{beyond};
  return {
      .vectors = shape.vectors,
      .fields = shape.fields,
      .cells = metric.cells(options.way),
      .vector_bytes =
          large ? beyond : PackedVectors::bytes_for(element, shape.vectors, shape.fields, missing),
      .element = element};
}

double measured_rate(const Plan& plan, const PackedVectors& vectors, TileBackend& backend) {
  const auto backends = compiled_backends();
  if (backend.name() == backends.front().name) return 0;  // the plainest: a trial would take long
  return trial_rate(plan, vectors, backend);
}

}  // namespace encke::cli
