// encke network on several ranks, which share the components.
#include <gtest/gtest.h>

#include "program/exit_codes.hpp"
#include "ranked_program.hpp"
#include "support/long_run.hpp"

namespace encke::test {
namespace {

class NetworkOnRanks : public RankedProgram {
 protected:
  /// Rings of 3 to 40 nodes with chords, so that there are many components.
  void write_edges() const {
    std::string text;
    for (int ring = 0; ring < 80; ++ring) {
      const int nodes = 3 + ring % 38;
      const auto name = [&](int n) {
        return "r" + std::to_string(ring) + "_" + std::to_string(n % nodes);
      };
      for (int n = 0; n < nodes; ++n) {
        for (const int step : {1, 2, 1 + n % 7}) {
          if (step % nodes == 0) continue;
          text += name(n) + " " + name(n + step) + " 0." + std::to_string(1 + n * step % 9) + "\n";
        }
      }
    }
    write("e.abc", text);
  }
};

const std::string problem =
    "network --edges e.abc --cluster mcl --inflation 1.4,2 --overlap keep --sets gmt";

TEST_F(NetworkOnRanks, HasTheBytesOfOneProcess) {
  write_edges();
  on(0);
  succeed(problem + " --out alone");
  EXPECT_FALSE(summary("alone").contains("ranks"));
  int number = 0;
  const std::string hows[] = {" --threads 1", " --threads 2", " --threads 5",
                              " --threads 2 --engine spgemm"};
  for (const std::size_t ranks : {1, 2, 3}) {
    on(static_cast<int>(ranks));
    for (std::size_t h = 0; h < std::size(hows); ++h) {
      if (!has_turn(ranks + h, 2)) continue;
      const std::string& how = hows[h];
      const std::string out = "n" + std::to_string(++number);
      const Ended ended = run(problem + how + " --out " + out);
      if (ended.err.find("Kokkos Kernels") != std::string::npos) continue;  // built without it
      ASSERT_EQ(ended.code, 0) << ended.err;
      for (const std::string ending :
           {".nodes.tsv", ".clusters.I1.4.txt", ".clusters.I2.txt", ".gmt"}) {
        EXPECT_EQ(read(out + ending), read("alone" + ending)) << ranks << how << ending;
      }
      if (ranks > 1) {
        EXPECT_EQ(summary(out)["ranks"], ranks);
      }
      EXPECT_EQ(summary(out)["clusterings"], summary("alone")["clusterings"]);
    }
  }
}

TEST_F(NetworkOnRanks, IsPlannedForThem) {
  write_edges();
  on(2);
  EXPECT_NE(succeed("plan " + problem).out.find(" a rank\n"), std::string::npos);
}

TEST_F(NetworkOnRanks, EndsTogetherWhereItFails) {
  write_edges();
  on(3);
  refuse(problem + " --memory 1 --out n", out_of_memory, {"the network"});
  refuse("network --edges none.abc --cluster mcl --out n", open_failed, {"none.abc"});
  refuse("network --edges e.abc --threshold 7 --cluster mcl --out n", inconsistent, {"no edge"});
}

}  // namespace
}  // namespace encke::test
