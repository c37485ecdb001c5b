// A whole job from a program: values in a file, a part of a run, parts joined, and a run that was
// stopped and goes on.
#include <encke/encke.hpp>
#include <fstream>
#include <iostream>
#include <string>

namespace {

int failures = 0;

void expect(const std::string& what, bool holds) {
  if (holds) return;
  std::cerr << what << '\n';
  ++failures;
}

/// A synthetic problem of 40 vectors.
encke::job::Request problem(const std::string& out) {
  const encke::job::GivenOption given[] = {
      {"--synthetic", "random"}, {"--num-vectors", "40"}, {"--num-fields", "30"}, {"--out", out}};
  return encke::job::read_request("ccc", given);
}

std::string contents(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// Stops a job before its first tile.
class Impatient final : public encke::job::Observer {
 public:
  void check_stop() override {
    throw encke::Error(encke::Failure::stopped, "stopped by this test");
  }
};

}  // namespace

int main(int argc, char** argv) try {
  encke::Runtime runtime(argc, argv);
  const auto whole = encke::job::perform(problem("whole"), runtime.world());
  expect("all pairs have 4 values", whole.report.hits == 40 * 39 / 2 * 4);
  expect("the values are in a file", contents("whole.edges.tsv").starts_with("#ID1"));

  encke::job::Request joined;
  for (encke::Index part = 0; part < 2; ++part) {
    encke::job::Request request = problem("part" + std::to_string(part));
    request.shard = encke::Shares{part, part, 2};
    encke::job::perform(request, runtime.world());
    joined.parts.push_back(request.out);
  }
  joined.out = "joined";
  const auto merged = encke::job::merge(joined);
  expect("parts have the values of the whole", merged.report.digest == whole.report.digest);
  expect("and its file", contents("joined.edges.tsv") == contents("whole.edges.tsv"));

  encke::job::Request stopped = problem("stopped");
  stopped.resume = true;
  try {
    Impatient impatient;
    encke::job::perform(stopped, runtime.world(), impatient);
    expect("a job is stopped", false);
  } catch (const encke::Error& error) {
    expect("a job is stopped", error.failure() == encke::Failure::stopped);
  }
  expect("no file of a stopped job", contents("stopped.edges.tsv").empty());
  encke::job::perform(stopped, runtime.world());
  expect("a stopped job goes on", contents("stopped.edges.tsv") == contents("whole.edges.tsv"));

  const auto source = encke::io::open_synthetic(
      {.problem = encke::io::TestProblem::random, .vectors = 40, .fields = 30});
  const auto report = encke::run(
      encke::Ccc{}, *source, encke::Plan{}, [](std::span<const encke::Hit<2>>) {}, runtime.world());
  expect("one call has the same values", report.digest == whole.report.digest);
  return failures == 0 ? 0 : 1;
} catch (const encke::Error& error) {
  std::cerr << error.what() << '\n';
  return error.exit_code();
}
