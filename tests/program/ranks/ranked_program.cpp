#include "ranked_program.hpp"

#include <cstdlib>
#include <random>

#include "program/cli/small_data.hpp"

namespace encke::test {
namespace {

/// What may differ between runs of one problem.
constexpr const char* of_the_run[] = {"command",
                                      "ranks",
                                      "num_proc_vector",
                                      "num_proc_field",
                                      "seconds",
                                      "num_proc_repl",
                                      "comparisons_per_second",
                                      "block",
                                      "tiles",
                                      "threads",
                                      "memory_planned_bytes",
                                      "memory_peak_bytes",
                                      "bytes_shifted",
                                      "host",
                                      "outputs",
                                      "memory_peak_sum_bytes",
                                      "started",
                                      "parts",
                                      "tiles_resumed",
                                      "left_out",
                                      "finished"};
constexpr const char* options_of_the_run[] = {"out", "num-proc-vector", "num-proc-field",
                                              "num-proc-repl", "check"};

nlohmann::json comparable(nlohmann::json summary) {
  for (const char* const name : of_the_run) {
    EXPECT_EQ(summary.erase(name), 1U) << name;
  }
  for (const char* const name : options_of_the_run) summary.at("options").erase(name);
  if (const auto network = summary.find("network"); network != summary.end()) {
    // digests have the names of files
    for (const char* const name :
         {"seconds", "memory_peak_bytes", "memory_planned_bytes", "digests"}) {
      EXPECT_EQ(network->erase(name), 1U) << name;
    }
    network->erase("ranks");  // where there are several
  }
  return summary;
}

}  // namespace

void RankedProgram::SetUp() {
  const char* const launcher = std::getenv("ENCKE_MPIEXEC");
  if (launcher == nullptr || *launcher == '\0') {
    GTEST_SKIP() << "ENCKE_MPIEXEC names no launcher: built without MPI, or mpiexec was not found";
  }
}

void RankedProgram::on(int ranks) {
  start_by(ranks == 0 ? "" : std::getenv("ENCKE_MPIEXEC") + (' ' + std::to_string(ranks)));
}

std::string RankedProgram::axes(int vector, int field, int replica) {
  return " --num-proc-vector " + std::to_string(vector) + " --num-proc-field " +
         std::to_string(field) + " --num-proc-repl " + std::to_string(replica) + " ";
}

void RankedProgram::write_plink(int variants, int samples, int missing) const {
  std::mt19937 random(3);
  GenotypeRows genotypes(static_cast<std::size_t>(variants));
  for (auto& row : genotypes) {
    const auto frequency = random() % 8 + 1;
    for (int s = 0; s < samples; ++s) {
      const bool gone = missing > 0 && random() % static_cast<unsigned>(missing) == 0;
      const int copies = (random() % 10 < frequency ? 1 : 0) + (random() % 10 < frequency ? 1 : 0);
      row.push_back(gone ? -1 : copies);
    }
  }
  write("x.bed", bed_bytes(genotypes));
  write("x.bim", bim_text(genotypes.size()));
  write("x.fam", fam_text(static_cast<std::size_t>(samples)));
  write("x.vcf", vcf_text(genotypes));
  write("x.bgen", bgen_bytes(genotypes));
}

void RankedProgram::write_table(int rows, int fields) const {
  std::mt19937 random(4);
  Profiles profiles(static_cast<std::size_t>(rows));
  for (auto& row : profiles) {
    for (int f = 0; f < fields; ++f) row.push_back(0.25 * static_cast<double>(random() % 40));
  }
  write("t.tsv", table_text(profiles));
}

std::vector<std::string> RankedProgram::endings(const std::string& prefix) const {
  std::vector<std::string> found;
  for (const auto& name : files()) {
    if (!name.starts_with(prefix + '.')) continue;
    const std::string ending = name.substr(prefix.size());
    if (ending != ".log" && ending != ".summary.json") found.push_back(ending);
  }
  return found;
}

void RankedProgram::expect_same_outputs(const std::string& found,
                                        const std::string& expected) const {
  const auto ends = endings(expected);
  EXPECT_FALSE(ends.empty());
  EXPECT_EQ(endings(found), ends);
  for (const auto& ending : ends) {
    EXPECT_GT(read(expected + ending).size(), 40U) << "nothing to compare in " << ending;
    EXPECT_TRUE(read(found + ending) == read(expected + ending)) << found << ending;
  }
  EXPECT_EQ(comparable(summary(found)), comparable(summary(expected))) << found;
}

}  // namespace encke::test
