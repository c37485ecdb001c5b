// Compares the synthetic problems with vectors that CoMet itself wrote. They are no part of Encke:
// ENCKE_SHARED names the directory whose known-answers/ has them.
#include <cstdio>
#include <cstdlib>
#include <encke/io/comet/packed_file.hpp>
#include <encke/io/comet/synthetic.hpp>
#include <encke/pack/packers.hpp>
#include <fstream>
#include <sstream>
#include <string>

#include "support/files.hpp"

namespace encke::io::known_vectors_test {
namespace {

struct Case {
  Synthetic what;
  std::string stem;  // path without ".vectors.txt"
};

constexpr std::string_view extension = ".vectors.txt";

// The case that a name METRIC[-sparse]_{2,3}way_{analytic,random}_nfF_nvV_{double,single} stands
// for.
Synthetic case_of(const std::string& name) {
  std::istringstream parts(name);
  std::string metric, way, problem, fields, vectors, precision;
  for (std::string* part : {&metric, &way, &problem, &fields, &vectors, &precision}) {
    std::getline(parts, *part, '_');
  }
  const bool single = precision == "single";
  return {.problem = problem_named(problem).value(),
          .element = metric != "czekanowski" ? Element::genotype
                     : single                ? Element::float32
                                             : Element::float64,
          .vectors = std::stoi(vectors.substr(2)),
          .fields = std::stoi(fields.substr(2)),
          .way = way.front() - '0',
          .mantissa_digits = single ? 24 : 53};
}

std::vector<Case> known_cases(const std::string& directory) {
  std::vector<Case> cases;
  for (const auto& entry : std::filesystem::directory_iterator(directory)) {
    std::string path = entry.path().string();
    if (!path.ends_with(extension)) continue;
    path.resize(path.size() - extension.size());
    cases.push_back({case_of(std::filesystem::path(path).filename().string()), path});
  }
  return cases;
}

std::string element_text(const PackedVectors& vectors, Index v, Index f) {
  constexpr const char* code[] = {"00", "01", "11", "10"};
  if (vectors.element() == Element::genotype) return code[pack::genotype(vectors, v, f)];
  char text[40];
  std::snprintf(text, sizeof text, "%.16e", pack::real(vectors, v, f));
  return text;
}

// What a .vectors.txt has in its lines that are not comments.
std::string text(const PackedVectors& vectors) {
  std::string s;
  for (Index v = 0; v < vectors.vectors(); ++v) {
    for (Index f = 0; f < vectors.fields(); ++f) {
      s += (f == 0 ? "" : " ") + element_text(vectors, v, f);
    }
    s += '\n';
  }
  return s;
}

std::string known_text(const std::string& path) {
  std::ifstream file(path);
  std::string s;
  for (std::string line; std::getline(file, line);) {
    if (line.front() != '#') s += line + '\n';
  }
  return s;
}

class KnownVectors : public testing::Test {
 protected:
  void SetUp() override {
    const char* const shared = std::getenv("ENCKE_SHARED");
    if (shared == nullptr)
      GTEST_SKIP() << "ENCKE_SHARED is not set: no known answers to compare with";
    cases = known_cases(std::string(shared) + "/known-answers");
    ASSERT_FALSE(cases.empty());
  }

  std::vector<Case> cases;
};

TEST_F(KnownVectors, AreWhatTheSyntheticProblemsGive) {
  for (const auto& [what, stem] : cases) {
    EXPECT_EQ(text(make_synthetic(what).vectors), known_text(stem + ".vectors.txt")) << stem;
  }
}

TEST_F(KnownVectors, AreWhatTheHeaderlessFilesHold) {
  for (const auto& [what, stem] : cases) {
    if (stem.find("duo") != std::string::npos) continue;  // one bit an element
    const Dataset data = read_packed(stem + ".input.bin", what.element, what.vectors, what.fields);

    EXPECT_EQ(text(data.vectors), known_text(stem + ".vectors.txt")) << stem;
  }
}

}  // namespace
}  // namespace encke::io::known_vectors_test
