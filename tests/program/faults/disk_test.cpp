// Disks that are full, and that may not be written: real ones, where this process may mount.
#include <sys/mount.h>

#include <cerrno>
#include <cstring>
#include <fstream>

#include "faulty_run.hpp"

namespace encke::test {
namespace {

/// A file system in memory in place of a directory, as long as this lives.
class Mounted {
 public:
  Mounted(std::string directory, const std::string& size)
      : directory_(std::move(directory)),
        mounted_(::mount("tmpfs", directory_.c_str(), "tmpfs", 0, ("size=" + size).c_str()) == 0),
        reason_(errno) {}
  Mounted(const Mounted&) = delete;
  Mounted& operator=(const Mounted&) = delete;
  ~Mounted() {
    if (mounted_) ::umount2(directory_.c_str(), MNT_DETACH);
  }

  explicit operator bool() const { return mounted_; }
  std::string why() const {
    return std::string("this process may not mount: ") + strerror(reason_);
  }
  /// True where it worked.
  bool remount(unsigned long flags, const std::string& size) const {
    return ::mount("tmpfs", directory_.c_str(), "tmpfs", MS_REMOUNT | flags,
                   ("size=" + size).c_str()) == 0;
  }

 private:
  std::string directory_;
  bool mounted_;
  int reason_;
};

class Disk : public FaultyRun {
 protected:
  void SetUp() override {
    succeed(pairs);
    expected_ = outputs();
    clear();
  }

  /// Nothing is lost with the disk's size but time: with more room the run goes on.
  void run_out_of(const Mounted& disk, const std::string& size) const {
    ASSERT_TRUE(disk.remount(0, size));
    const Ended ended = run(pairs);
    ASSERT_EQ(ended.code, 5) << size << ended.err;
    EXPECT_TRUE(is_one_error(ended.err)) << ended.err;
    EXPECT_NE(ended.err.find(output_directory()), std::string::npos) << ended.err;
    for (const auto& name : names()) EXPECT_EQ(name, "P.blocks") << size;
    ASSERT_TRUE(disk.remount(0, "16m"));
    succeed(pairs + " --resume");
    EXPECT_TRUE(outputs() == expected_) << size;
    for (const auto& name : names()) std::filesystem::remove(path("out/" + name));
  }

  /// Blocks of some 250 kB, edges of some 350 kB.
  inline static const std::string pairs =
      "ccc --synthetic random --num-vectors 160 --num-fields 60 --block 16 --threshold 0.66 "
      "--threads 1";
  std::map<std::string, std::string> expected_;
};

TEST_F(Disk, ThatIsFullIsOneErrorAndLosesNothing) {
  const Mounted disk(output_directory(), "16m");
  if (!disk) GTEST_SKIP() << disk.why();
  // From where not even the manifest has room to where the values lack some.
  for (const std::string size : {"4k", "16k", "64k", "128k", "192k", "256k", "320k"}) {
    run_out_of(disk, size);
  }
}

TEST_F(Disk, ThatIsTooSmallForPackedBlocksIsOneErrorAndLeavesNothing) {
  const Mounted disk(output_directory(), "16m");
  if (!disk) GTEST_SKIP() << disk.why();
  std::ofstream table(path("t.tsv"));  // 48 MB when packed
  table << "id";
  for (int f = 0; f < 4000; ++f) table << "\tf" << f;
  for (int v = 0; v < 1500; ++v) {
    table << "\nv" << v;
    for (int f = 0; f < 4000; ++f) table << '\t' << v * f % 7;
  }
  table << '\n';
  table.close();
  const Ended ended = run("ps --table " + path("t.tsv") +
                          " --precision f64 --threshold 0.9 --threads 1 --memory 64");
  EXPECT_EQ(ended.code, 5) << ended.err;
  EXPECT_TRUE(is_one_error(ended.err)) << ended.err;
  EXPECT_NE(ended.err.find("P.packed"), std::string::npos) << ended.err;
  EXPECT_TRUE(names().empty());
}

TEST_F(Disk, ThatMayNotBeWrittenIsToldAndLosesNothing) {
  const Mounted disk(output_directory(), "16m");
  if (!disk) GTEST_SKIP() << disk.why();
  ASSERT_TRUE(disk.remount(MS_RDONLY, "16m"));
  const Ended ended = run(pairs);
  EXPECT_EQ(ended.code, 3) << ended.err;
  EXPECT_TRUE(is_one_error(ended.err)) << ended.err;
  EXPECT_NE(ended.err.find(output_directory()), std::string::npos) << ended.err;
  EXPECT_TRUE(names().empty());
}

}  // namespace
}  // namespace encke::test
