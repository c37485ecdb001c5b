#include "predecessor.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <numeric>
#include <regex>
#include <sstream>

namespace encke::test {
namespace {

std::vector<std::string> words_of(const std::string& line) {
  std::istringstream in(line);
  return {std::istream_iterator<std::string>(in), {}};
}

std::string first_word(const std::string& path) {
  std::ifstream in(path);
  std::string word;
  in >> word;
  return word;
}

/// Lines that are not comments.
std::vector<std::string> lines_of(const std::string& path) {
  std::ifstream in(path);
  std::vector<std::string> lines;
  for (std::string line; std::getline(in, line);) {
    if (!line.empty() && line[0] != '#') lines.push_back(line);
  }
  return lines;
}

}  // namespace

Threshold PredecessorCase::selection() const {
  std::vector<double> all;
  std::istringstream texts(threshold);
  for (std::string text; std::getline(texts, text, ',');) all.push_back(std::stod(text));
  if (all.empty()) return everything();
  if (all.size() == 1) return above(all[0]);
  CellThresholds cells{.together = all.back()};
  std::copy(all.begin(), all.end() - 1, cells.of_kind.begin());
  return above_by_cell(way, cells);
}

std::string known_answers_folder() {
  const char* shared = std::getenv("ENCKE_SHARED");
  if (shared == nullptr || *shared == '\0') return "";
  const auto folder = std::filesystem::path(shared) / "known-answers";
  return std::filesystem::is_directory(folder) ? folder.string() : "";
}

PredecessorCase predecessor_case(const std::string& metric, bool sparse, int way,
                                 io::TestProblem problem, Index fields, Index vectors,
                                 bool single) {
  PredecessorCase c{.metric = metric, .sparse = sparse, .way = way, .single = single};
  c.data.problem = problem;
  c.data.element = metric == "ccc"   ? Element::genotype
                   : metric == "duo" ? Element::bit
                   : single          ? Element::float32
                                     : Element::float64;
  c.data.vectors = vectors;
  c.data.fields = fields;
  c.data.way = way;
  c.data.mantissa_digits = single ? 24 : 53;
  c.data.missing = sparse ? MissingCode::missing : MissingCode::het;
  return c;
}

std::vector<PredecessorCase> cases_with_values(const std::string& folder) {
  static const std::regex pattern(
      "(ccc|duo|czekanowski)(-sparse)?_(2|3)way_(analytic|random)_nf(\\d+)_nv(\\d+)_(double|"
      "single)");
  std::vector<PredecessorCase> cases;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    std::string name = entry.path().filename().string();
    const std::string suffix = ".metrics.txt";
    if (!name.ends_with(suffix)) continue;
    name.resize(name.size() - suffix.size());
    std::smatch part;
    if (!std::regex_match(name, part, pattern)) continue;
    auto c = predecessor_case(part[1], part[2].matched, std::stoi(part[3]),
                              *io::problem_named(part[4].str()), std::stoll(part[5]),
                              std::stoll(part[6]), part[7] == "single");
    c.name = name;
    c.checksum = first_word(folder + "/" + name + ".checksum.txt");
    cases.push_back(c);
  }
  std::sort(cases.begin(), cases.end(),
            [](const auto& a, const auto& b) { return a.name < b.name; });
  return cases;
}

std::vector<PredecessorCase> cases_with_checksums(const std::string& folder) {
  std::vector<PredecessorCase> cases;
  for (const auto& line : lines_of(folder + "/CHECKSUMS.tsv")) {
    std::istringstream columns(line);
    std::string precision, ranks, options, checksum;
    std::getline(columns, precision, '\t');
    std::getline(columns, ranks, '\t');
    std::getline(columns, options, '\t');
    std::getline(columns, checksum, '\t');
    if (precision == "precision") continue;
    const auto words = words_of(options);
    std::map<std::string, std::string> option;
    for (std::size_t i = 0; i + 1 < words.size(); i += 2) option[words[i]] = words[i + 1];
    auto c = predecessor_case(
        option["--metric_type"], option["--sparse"] == "yes", std::stoi(option["--num_way"]),
        *io::problem_named(option["--problem_type"]), std::stoll(option["--num_field"]),
        std::stoll(option["--num_vector"]), precision == "single");
    c.threshold = option["--threshold"];
    c.name = precision + " " + options;
    c.checksum = checksum;
    cases.push_back(c);
  }
  return cases;
}

std::vector<std::vector<double>> read_vectors(const std::string& path) {
  std::vector<std::vector<double>> vectors;
  for (const auto& line : lines_of(path)) {
    vectors.emplace_back();
    for (const auto& word : words_of(line)) {
      const bool code = word.size() == 2 && word.find_first_not_of("01") == std::string::npos;
      vectors.back().push_back(code ? 2 * (word[0] - '0') + (word[1] - '0') : std::stod(word));
    }
  }
  return vectors;
}

template <int Way>
std::vector<Hit<Way>> read_values(const std::string& path, bool codes) {
  std::vector<Hit<Way>> hits;
  for (const auto& line : lines_of(path)) {
    const auto words = words_of(line);
    std::array<std::pair<std::uint32_t, std::uint32_t>, Way> vectors;  // index and allele
    for (std::size_t v = 0; v < Way; ++v) {
      vectors[v] = {static_cast<std::uint32_t>(std::stoul(words[v])),
                    codes ? static_cast<std::uint32_t>(std::stoul(words[Way + v])) : 0};
    }
    std::sort(vectors.begin(), vectors.end());
    Hit<Way> hit{{}, 0, std::stod(words.back())};
    for (int v = 0; v < Way; ++v) {
      hit.index[v] = vectors[static_cast<std::size_t>(v)].first;
      hit.cell = 2 * hit.cell + vectors[static_cast<std::size_t>(v)].second;
    }
    hits.push_back(hit);
  }
  std::sort(hits.begin(), hits.end(), precedes);
  return hits;
}

template std::vector<Hit<2>> read_values(const std::string& path, bool codes);
template std::vector<Hit<3>> read_values(const std::string& path, bool codes);

}  // namespace encke::test
