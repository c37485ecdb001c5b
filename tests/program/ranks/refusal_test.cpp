// An error is printed once, whoever has it, with the code that the manual has for it.
#include <gtest/gtest.h>

#include "ranked_program.hpp"

namespace encke::test {
namespace {

class Refusal : public RankedProgram {
 protected:
  const std::string problem_ = "ccc --synthetic random --num-vectors 100 --num-fields 100 ";
};

TEST_F(Refusal, of_the_command_line) {
  on(3);
  refuse("ccc --bogus", 8, {"--bogus"});
  refuse(problem_ + "--threshold x", 8, {"--threshold", "x"});
  refuse(problem_ + "--block 7", 8, {"--block", "7"});
  refuse(problem_ + "--num-proc-vector 0", 8, {"--num-proc-vector"});
  refuse("merge p1 p2", 8, {"--out"});
}

TEST_F(Refusal, of_messages_between_gpus_where_there_is_none) {
  on(2);
  refuse(problem_ + "--backend reference --gpu-aware-mpi try", 16,
         {"--gpu-aware-mpi", "reference"});
}

TEST_F(Refusal, of_a_decomposition_that_is_not_of_the_ranks) {
  on(3);
  refuse(problem_ + "--num-proc-vector 2", 8, {"2 x any x any", "3, the number of ranks"});
  refuse(problem_ + axes(2, 1, 1), 8, {"2 x 1 x 1"});
  refuse("plan " + problem_ + axes(1, 2, 2), 8, {"1 x 2 x 2"});
  refuse(problem_ + "--num-proc-vector 65536 --num-proc-field 65536", 8, {"65536 x 65536 x any"});
  on(0);
  refuse(problem_ + axes(2, 1, 1), 8, {"2 x 1 x 1", "1, the number of ranks"});
  refuse(problem_ + axes(641, 6700417, 1), 8, {"641 x 6700417 x 1"});  // 2^32 + 1
}

TEST_F(Refusal, of_inputs) {
  write_plink(20, 9, 0);
  on(2);
  refuse("ccc --bfile nothing", 3, {"nothing.fam"});
  refuse("ccc --bfile x --extract nobody", 3, {"nobody"});
  write("x.fam", "one line\n");
  refuse("ccc --bfile x", 6, {"x.fam:1:"});
  write("bad.tsv", "id\ta\tb\np0\t1\t2\np1\t3\tfour\n");
  refuse("ps --table bad.tsv", 6, {"bad.tsv:3:", "four"});
  refuse("ps --table bad.tsv" + axes(2, 1, 1), 6, {"bad.tsv:3:"});
}

TEST_F(Refusal, of_a_bed_file_that_is_too_short) {
  write_plink(20, 9, 0);
  const std::string bytes = read("x.bed");
  write("x.bed", bytes.substr(0, bytes.size() - 1));
  on(2);
  refuse("ccc --bfile x", 6, {"x.bed"});
}

TEST_F(Refusal, of_inputs_that_do_not_fit) {
  write("zeros.tsv", "id\ta\tb\np0\t0\t0\np1\t0\t0\np2\t1\t2\n");
  on(3);
  refuse("ccc --synthetic random --num-vectors 1 --num-fields 9", 7, {"1 vector", "--way 2"});
  refuse("plan ccc --synthetic random --num-vectors 2 --num-fields 9 --way 3", 7, {"2 vectors"});
  refuse("ps --table zeros.tsv --empty-pair error", 7, {"p0", "p1"});
  write_plink(40, 31, 10);
  refuse("sorenson --bfile x", 7, {"missing", "sorenson"});
  refuse("sorenson --bfile x" + axes(1, 3, 1), 7, {"missing", "sorenson"});
}

TEST_F(Refusal, of_memory_that_does_not_suffice_says_what_does) {
  on(2);
  refuse(problem_ + "--memory 8", 2, {"needed", "8 MiB allowed"});
  refuse("plan " + problem_ + "--memory 8", 2, {"needed", "8 MiB allowed"});
}

TEST_F(Refusal, of_outputs) {
  write_plink(20, 9, 0);
  on(2);
  refuse(problem_ + "--out no/such/directory", 3, {"no/such/directory"});
  refuse("verify nothing", 3, {"nothing.blocks"});
  refuse("merge --out all part1 part2", 3, {"part1"});
}

TEST_F(Refusal, to_go_on_with_another_problem) {
  on(2);
  succeed(problem_ + "--shard 1/2 --out part");
  refuse(problem_ + "--shard 2/2 --out part --resume", 7, {"share", "part.blocks"});
}

TEST_F(Refusal, to_go_on_with_the_variants_that_the_first_part_left_out) {
  write_plink(40, 9, 0);
  std::string half;
  for (int v = 0; v < 20; ++v) half += "rs" + std::to_string(v) + '\n';
  write("half", half);
  on(2);
  succeed("ccc --bfile x --extract half --shard 1/2 --out part");
  refuse("ccc --bfile x --exclude half --shard 1/2 --out part --resume", 7,
         {"selected by", "'exclude' here", "'extract'"});
}

}  // namespace
}  // namespace encke::test
