#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <encke/base/error.hpp>
#include <encke/base/index.hpp>
#include <encke/base/mix.hpp>
#include <encke/base/text/text.hpp>
#include <encke/comm/agree.hpp>
#include <encke/job/output/expected_output.hpp>
#include <encke/job/output/format_table.hpp>
#include <encke/job/output/line_lengths.hpp>
#include <encke/job/request/input_table.hpp>
#include <encke/job/request/metric_table.hpp>
#include <encke/sink/format/edge_lines.hpp>
#include <memory>

namespace encke::job {

Plan plan_of_some(const Plan& plan) {
  Plan alone = plan;
  alone.domain = {};
  alone.groups = nullptr;
  alone.shares.clear();
  alone.done = nullptr;
  alone.progress = nullptr;
  alone.check = false;
  alone.digest_all = false;
  alone.histogram_width = 0;
  alone.cell_bins = 0;
  alone.gpu_aware_mpi = GpuAwareMpi::off;
  return alone;
}

namespace {

using Certainty = ExpectedOutput::Certainty;

/// Values up to which no sample is worth its time.
constexpr Index few_values = 1'000'000;

/// As Sites::texts() has it.
std::string site_text(const io::Sites& sites, Index variant) {
  const std::string_view both = sites.alleles(variant);
  return fmt::format("{}\t{}\t{}", sites.chromosome(variant), sites.positions()[idx(variant)],
                     both.empty() ? "." : both);
}

/// Vectors of the problem: so many stretches of neighbours, of one length.
struct Sample {
  Index stretches = 0;
  Index length = 0;
  std::vector<Index> vectors{};  ///< of the problem, ascending

  Index stretch_of(Index vector) const { return vector / length; }
};

/// Elements of a sample: blocks of the input are in memory, too, and it may take a sixteenth of
/// what is allowed; 0: no limit.
Index most_elements(const io::Source& source, std::int64_t memory) {
  constexpr Index most = Index{1} << 26;
  if (memory == 0) return most;
  constexpr Index many = 1024;
  const auto bytes = PackedVectors::bytes_for(source.element(), many, source.fields(), true);
  return std::min(most, memory / 16 * many / std::max<Index>(bytes, 1) * source.fields());
}

/// Pairs and triples of the sample take about as long. Stretches of pairs are as long as variants
/// have many neighbours that they go together with.
Sample sample_of(const io::Source& source, int way, std::int64_t memory) {
  const Index all = source.vectors();
  Sample sample{.stretches = 6, .length = way == 2 ? 128 : 16};
  const Index fit =
      most_elements(source, memory) / std::max<Index>(1, source.fields() * sample.stretches);
  sample.length = std::clamp<Index>(fit / 16 * 16, 16, sample.length);
  if (sample.stretches * sample.length > all) sample = {1, all / 16 * 16};
  for (Index s = 0; s < sample.stretches; ++s) {
    const Index first =
        sample.stretches == 1 ? 0 : s * (all - sample.length) / (sample.stretches - 1) / 16 * 16;
    for (Index v = 0; v < sample.length; ++v) sample.vectors.push_back(first + v);
  }
  return sample;
}

/// The sample's vectors, one stretch behind the other.
PackedVectors read(io::Source& source, const Sample& sample) {
  std::vector<PackedVectors> parts;
  bool masks = false;
  for (Index s = 0; s < sample.stretches; ++s) {
    const Index first = sample.vectors[idx(s * sample.length)];
    parts.push_back(source.read({{first, first + sample.length}, {0, source.fields()}}));
    masks = masks || parts.back().keeps_masks();
  }
  if (masks) {
    for (PackedVectors& part : parts) part.keep_masks();
  }
  PackedVectors all =
      PackedVectors::allocate_like(parts.front(), sample.stretches * sample.length, masks);
  const auto to = all.buffers();
  for (std::size_t b = 0; b < to.size(); ++b) {
    std::size_t at = 0;
    for (const PackedVectors& part : parts) {
      const auto from = std::as_const(part).buffers()[b];
      if (at + from.size() > to[b].size()) break;  // what all vectors have in common
      std::ranges::copy(from, to[b].begin() + static_cast<std::ptrdiff_t>(at));
      at += from.size();
    }
  }
  all.received();
  return all;
}

/// Counts the hits of the sample by how many stretches their vectors are of, and the characters
/// that some of them take.
class Count final : public Sink {
 public:
  Count(const Sample& sample, const Domain& domain, const Request& request,
        const io::Source& source)
      : sample_(sample), domain_(domain), request_(request) {
    auto ids = std::make_shared<std::vector<std::string>>();
    const bool with_sites = request.sites && !source.sites().empty();
    auto sites = std::make_shared<TextColumn>();
    for (const Index v : sample.vectors) {
      if (with_sites) sites->add(site_text(source.sites(), v));
      ids->push_back(source.names()[idx(v)]);
      // If the ids can be written is not for the sample to say.
      std::ranges::replace_if(
          ids->back(), [](char c) { return c == '\t' || c == '\n' || c == '\r'; }, '_');
    }
    ids_ = ids;
    if (with_sites) sites_ = sites;
  }

  void begin(const SinkInfo& info) override {
    const sink::EdgeFormat lines = format_of(request_).lines;
    const bool named = lines == sink::EdgeFormat::edges && input_row(request_.input).named_alleles;
    lines_ = std::make_unique<sink::EdgeLines>(
        named ? sink::EdgeFormat::named_alleles : lines, ids_, info,
        sink::EdgeColumns{.sites = sites_, .digits = request_.digits});
    text_.resize(lines_->longest());
  }
  void take(std::span<const Hit<2>> hits) override { add(hits); }
  void take(std::span<const Hit<3>> hits) override { add(hits); }
  void finish() override {}

  /// How many stretches have this tuple of the sample; 0 where it is not compared at all.
  template <int Way>
  int stretches_of(const Array<Index, Way>& tuple) const {
    Array<Index, Way> in_problem{};
    for (int v = 0; v < Way; ++v) in_problem[v] = sample_.vectors[idx(tuple[v])];
    if (!domain_.contains(in_problem)) return 0;
    int stretches = 1;
    for (int v = 1; v < Way; ++v) {
      stretches += sample_.stretch_of(tuple[v]) != sample_.stretch_of(tuple[v - 1]) ? 1 : 0;
    }
    return stretches;
  }

  double hits(int stretches) const { return hits_[stretches]; }
  double bytes_of_line() const { return lengths_.mean(); }

 private:
  template <int Way>
  void add(std::span<const Hit<Way>> hits) {
    constexpr int bits = 16;  // a sample has fewer vectors, and a tuple fewer cells
    for (const auto& hit : hits) {
      Array<Index, Way> tuple{};
      std::uint64_t number = hit.cell;
      for (int v = 0; v < Way; ++v) {
        tuple[v] = hit.index[v];
        number = number << bits | hit.index[v];
      }
      const int stretches = stretches_of<Way>(tuple);
      if (stretches == 0) continue;
      ++hits_[stretches];
      const std::uint64_t place = mix(number);  // no two have the same
      if (!lengths_.wants(place)) continue;
      lengths_.add(place, lines_->print(text_.data(), hit) - text_.data());
    }
  }

  const Sample& sample_;
  const Domain& domain_;
  const Request& request_;
  sink::Ids ids_;
  sink::SiteTexts sites_;
  std::unique_ptr<sink::EdgeLines> lines_;
  std::vector<char> text_;
  double hits_[4] = {};
  LineLengths lengths_;
};

/// Tuples of the sample that are compared, by their stretches.
template <int Way>
std::vector<double> tuples_of_sample(const Count& count, Index vectors) {
  std::vector<double> tuples(4);
  for (Index a = 0; a < vectors; ++a) {
    for (Index b = a + 1; b < vectors; ++b) {
      if constexpr (Way == 2) {
        ++tuples[static_cast<std::size_t>(count.stretches_of<2>({{a, b}}))];
      } else {
        for (Index c = b + 1; c < vectors; ++c) {
          ++tuples[static_cast<std::size_t>(count.stretches_of<3>({{a, b, c}}))];
        }
      }
    }
  }
  return tuples;
}

/// Tuples of all vectors, cut into stretches of this length, by their stretches.
std::vector<double> tuples_of_problem(int way, double vectors, double length) {
  const double n = vectors / length;
  const double pairs = length * (length - 1) / 2;
  if (way == 2) return {0, n * pairs, n * (n - 1) / 2 * length * length, 0};
  return {0, n * pairs * (length - 2) / 3, n * (n - 1) * pairs * length,
          n * (n - 1) * (n - 2) / 6 * length * length * length};
}

/// Tuples of the domain whose vectors are of one stretch of this length.
template <int Way>
double tuples_of_stretches(const Domain& domain, Index vectors, Index length) {
  Index tuples = 0;
  for (Index first = 0; first < vectors; first += length) {
    Array<Range, Way> ranges{};
    for (int v = 0; v < Way; ++v) ranges[v] = {first, std::min(vectors, first + length)};
    tuples += domain.tuples<Way>(ranges);
  }
  return static_cast<double>(tuples);
}

/// Lines of the whole problem, of so many tuples.
double extrapolated(const Count& count, const Sample& sample, const Request& request,
                    const Domain& domain, Index vectors, Index tuples) {
  const auto sampled = request.way == 2 ? tuples_of_sample<2>(count, std::ssize(sample.vectors))
                                        : tuples_of_sample<3>(count, std::ssize(sample.vectors));
  double lines = 0;
  if (domain.everything()) {
    const auto all = tuples_of_problem(request.way, static_cast<double>(vectors),
                                       static_cast<double>(sample.length));
    for (int s = 1; s <= request.way; ++s) {
      const double seen = sampled[static_cast<std::size_t>(s)];
      if (seen > 0) lines += count.hits(s) / seen * all[static_cast<std::size_t>(s)];
    }
    return lines;
  }
  const double near = request.way == 2 ? tuples_of_stretches<2>(domain, vectors, sample.length)
                                       : tuples_of_stretches<3>(domain, vectors, sample.length);
  const double far_seen = sampled[2] + sampled[3];
  if (sampled[1] > 0) lines += count.hits(1) / sampled[1] * near;
  if (far_seen > 0) {
    lines += (count.hits(2) + count.hits(3)) / far_seen * (static_cast<double>(tuples) - near);
  }
  return lines;
}

/// The plan for the sample alone.
Plan plan_of_sample(const Plan& plan, const Sample& sample) {
  Plan alone = plan_of_some(plan);
  if (plan.groups) {
    auto groups = std::make_shared<std::vector<std::uint32_t>>();
    for (const Index v : sample.vectors) groups->push_back((*plan.groups)[idx(v)]);
    alone.groups = groups;
  }
  return alone;
}

TextLengths lengths_of_texts(const Request& request, const io::Source& source) {
  constexpr Index most = 1000;
  const Index vectors = source.vectors();
  const Index step = divide_up(vectors, most);
  const bool with_sites = request.sites && !source.sites().empty();
  TextLengths sum;
  double count = 0;
  for (Index v = 0; v < vectors; v += step, ++count) {
    sum.name += static_cast<double>(source.names()[idx(v)].size());
    if (with_sites) sum.site += static_cast<double>(site_text(source.sites(), v).size());
  }
  return count > 0 ? TextLengths{sum.name / count, sum.site / count} : sum;
}

/// Characters of a line, or bytes of a format without lines.
double bytes_of_line(const Request& request, const io::Source& source) {
  const FormatRow& format = format_of(request);
  const TextLengths text = lengths_of_texts(request, source);
  if (only_best(request)) {
    return length_of_ids_and_value(request, text) + (has_p_values(request) ? 14 : 0);
  }
  if (format.bytes_of_line != nullptr) return format.bytes_of_line(request, text);
  return static_cast<double>(format.bytes_of_value(request.precision == Precision::float32));
}

/// The same for each value: where the values of a tuple are columns they share a line.
double bytes_of_value(const Request& request, const io::Source& source) {
  const int columns = metric_of(request).columns ? cells_of(request) : 1;
  return bytes_of_line(request, source) / columns;
}

/// From a sample: lines, and bytes of each.
ExpectedOutput from_sample(const Request& request, io::Source& source, const Plan& plan,
                           Index tuples) {
  const Sample sample = sample_of(source, request.way, plan.memory);
  const PackedVectors vectors = read(source, sample);
  Count count(sample, plan.domain, request, source);
  const auto whole = RankVectors::whole(vectors, Partition::of_blocks(vectors.vectors(), 1));
  metric_of(request).run(request, whole, plan_of_sample(plan, sample), Grid(), count);
  const double lines = extrapolated(count, sample, request, plan.domain, source.vectors(), tuples);
  const FormatRow& format = format_of(request);
  const bool printed = format.prints_values || format.lines != sink::EdgeFormat::edges;
  const double bytes = printed && !metric_of(request).columns ? count.bytes_of_line()
                                                              : bytes_of_value(request, source);
  return {Certainty::about, lines, lines * bytes};
}

ExpectedOutput expected(const Request& request, io::Source& source, const Plan& plan) {
  const Index tuples = plan.domain.tuples(request.way, source.vectors());
  const Index values = tuples * cells_of(request);
  if (only_best(request)) {
    const auto lines = static_cast<double>(source.vectors());
    return {Certainty::at_most, lines, lines * bytes_of_value(request, source)};
  }
  const bool selects = has_threshold(request) || plan.groups != nullptr;
  const Index most = request.top ? std::min(*request.top, values) : values;
  const auto lines = static_cast<double>(most);
  ExpectedOutput output{selects ? Certainty::at_most : Certainty::exact, lines,
                        lines * bytes_of_value(request, source)};
  // The records of a matrix are all of one size.
  if (most <= few_values || format_of(request).holds_all) return output;
  const ExpectedOutput sampled = from_sample(request, source, plan, tuples);
  if (selects && sampled.lines < lines) return sampled;
  if (sampled.lines > 0) output.bytes = lines * sampled.bytes / sampled.lines;
  return output;
}

/// Throws Error(command_line) where it is large and not meant.
void check(const Request& request, const ExpectedOutput& output) {
  if (request.all || !output.is_large()) return;
  const std::string_view fewer =
      has_p_values(request) ? "--p-below P or --threshold T" : "--threshold T";
  throw Error(Failure::command_line,
              fmt::format("The output would have {}. Use {} for fewer, --top N for the largest, or "
                          "--all for all of them.",
                          output.text(), fewer));
}

}  // namespace

std::string ExpectedOutput::values_text() const {
  static constexpr std::string_view words[] = {"", "at most ", "about "};
  if (certainty == Certainty::about && lines == 0) return "few values, none in a sample";
  return fmt::format("{}{}", words[static_cast<std::size_t>(certainty)],
                     counted(static_cast<Index>(std::ceil(lines)), "value"));
}

std::string ExpectedOutput::text() const {
  return fmt::format("{}, {}", values_text(), bytes_text(static_cast<std::int64_t>(bytes)));
}

double ExpectedOutput::seconds(int threads, bool compressed) const {
  // see perf/results/2026-11-23-intel-output.md
  constexpr double for_line = 130e-9, for_byte = 0.4e-9, to_compress_byte = 4e-9;
  const double of_threads = lines * for_line + (compressed ? bytes * to_compress_byte : 0);
  return of_threads / threads + bytes * for_byte;
}

ExpectedOutput expect_output(const Request& request, io::Source& source, const Plan& plan,
                             const Communicator& world) {
  ExpectedOutput output;
  agree(world, [&] {
    if (world.is_root()) output = expected(request, source, plan);
  });
  return output;
}

ExpectedOutput check_output(const Request& request, io::Source& source, const Plan& plan,
                            const Communicator& world) {
  const ExpectedOutput output = expect_output(request, source, plan, world);
  agree(world, [&] { check(request, output); });
  return output;
}

}  // namespace encke::job
