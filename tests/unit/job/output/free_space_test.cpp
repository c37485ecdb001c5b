// What of a disk is asked for before a run, a run that is resumed, and a merge.
#include <gtest/gtest.h>

#include <encke/file/posix_file.hpp>
#include <encke/job/output/outputs.hpp>
#include <encke/sink/format/free_space.hpp>
#include <filesystem>

#include "support/files.hpp"

namespace encke::job {
namespace {

class FreeSpace : public testing::Test {
 protected:
  /// Opens a sink of as many values as fit into the file, but not into the file and blocks.
  void open(bool merge, bool resume) const {
    Request request{.metric = "ps"};
    if (merge) request.parts = {"part"};
    request.resume = resume;
    request.out = files_.path("P");
    Outputs outputs(request, {".log"});
    outputs.open_sink({"a", "b"}, nullptr, values_);
  }

  io::TemporaryFiles files_;
  const Index values_ = free_bytes(directory_of(files_.path("P"))) / 28;  // 16 and 24 bytes each
};

TEST_F(FreeSpace, is_needed_for_blocks_and_file_of_a_new_run) {
  io::expect_error([&] { open(false, false); }, Failure::write, {"P.edges.tsv", "free"});
  io::expect_error([&] { open(false, true); }, Failure::write, {"P.edges.tsv", "free"});
}

TEST_F(FreeSpace, is_needed_for_the_file_alone_where_the_blocks_are_there) {
  open(true, false);
  std::filesystem::create_directory(files_.path("P.blocks"));
  files_.write("P.blocks/run-1-rank-0.blocks", "");
  std::filesystem::resize_file(files_.path("P.blocks/run-1-rank-0.blocks"),
                               static_cast<std::uintmax_t>(24 * values_));  // takes no room
  open(false, true);
  io::expect_error([&] { open(false, false); }, Failure::write, {"P.edges.tsv", "free"});
}

}  // namespace
}  // namespace encke::job
