#include <sys/stat.h>

#include <encke/file/output/output_file.hpp>
#include <encke/file/output/output_set.hpp>
#include <encke/sink/format/edges.hpp>
#include <encke/sink/format/matrix/dense_npy.hpp>

#include "support/scratch.hpp"

namespace {

using encke::Failure;
using encke::sink::OutputFile;
using encke::sink::OutputSet;
using encke::test::failure_of;

using Names = std::vector<std::string>;

class OutputSetTest : public encke::test::Scratch {
 protected:
  void write(const std::string& name, const std::string& text) const {
    std::ofstream(path(name)) << text;
  }
  void finish(OutputSet& set, const std::string& name, const std::string& text) const {
    OutputFile file(path(name));
    file.join(set);
    file.write(text);
    file.commit();
  }
  std::string text(const std::string& name) const { return bytes_of(path(name)); }
  /// The temporary name of the file.
  std::string temporary(const std::string& name) const {
    for (const auto& found : files()) {
      if (found.starts_with(name + ".tmp-")) return found;
    }
    return "";
  }
};

TEST_F(OutputSetTest, gives_no_name_before_all_files_are_there) {
  OutputSet set;
  finish(set, "a", "1");
  finish(set, "b", "2");
  EXPECT_EQ(files(), (Names{temporary("a"), temporary("b")}));
  set.commit();
  EXPECT_EQ(files(), (Names{"a", "b"}));
  EXPECT_EQ(text("a") + text("b"), "12");
}

TEST_F(OutputSetTest, without_commit_leaves_older_files_as_they_are) {
  for (const std::string name : {"a", "b"}) write(name, "old");
  {
    OutputSet set;
    finish(set, "a", "1");
    finish(set, "b", "2");
  }
  EXPECT_EQ(files(), (Names{"a", "b"}));
  EXPECT_EQ(text("a") + text("b"), "oldold");
}

TEST_F(OutputSetTest, replaces_older_files_and_leaves_nothing_of_them) {
  write("b", "old");
  std::filesystem::create_symlink("nowhere", path("c"));
  OutputSet set;
  for (const std::string name : {"a", "b", "c"}) finish(set, name, name);
  set.commit();
  EXPECT_EQ(files(), (Names{"a", "b", "c"}));
  EXPECT_EQ(text("a") + text("b") + text("c"), "abc");
  EXPECT_FALSE(std::filesystem::is_symlink(path("c")));
}

TEST_F(OutputSetTest, that_fails_at_any_file_restores_what_was_there) {
  for (const std::string lost : {"a", "b", "c"}) {
    for (const bool older : {false, true}) {
      for (const std::string name : {"a", "b", "c"}) {
        if (older) write(name, "old " + name);
      }
      {
        OutputSet set;
        for (const std::string name : {"a", "b", "c"}) finish(set, name, "new");
        std::filesystem::remove(path(temporary(lost)));
        const auto [failure, message] = failure_of([&] { set.commit(); });
        EXPECT_EQ(failure, Failure::write);
        EXPECT_NE(message.find(path(lost)), std::string::npos) << message;
      }
      EXPECT_EQ(files(), older ? (Names{"a", "b", "c"}) : Names{}) << lost;
      for (const auto& name : files()) EXPECT_EQ(text(name), "old " + name) << lost;
    }
    for (const auto& name : files()) std::filesystem::remove(path(name));
  }
}

TEST_F(OutputSetTest, of_a_single_file_that_fails_restores_what_was_there) {
  write("a", "old");
  {
    OutputSet set;
    finish(set, "a", "new");
    std::filesystem::remove(path(temporary("a")));
    EXPECT_EQ(failure_of([&] { set.commit(); }).first, Failure::write);
  }
  EXPECT_EQ(files(), Names{"a"});
  EXPECT_EQ(text("a"), "old");
}

TEST_F(OutputSetTest, replaces_no_directory_and_nothing_beside_it) {
  write("a", "old");
  {
    OutputSet set;
    finish(set, "a", "new");
    finish(set, "b", "new");
    std::filesystem::create_directory(path("b"));
    const auto [failure, message] = failure_of([&] { set.commit(); });
    EXPECT_EQ(failure, Failure::write);
    EXPECT_NE(message.find("Is a directory"), std::string::npos) << message;
  }
  EXPECT_EQ(files(), (Names{"a", "b"}));
  EXPECT_EQ(text("a"), "old");
}

TEST_F(OutputSetTest, takes_the_files_of_sinks) {
  const auto hits = encke::test::all_hits<2>(4, 1);
  OutputSet set;
  encke::sink::Edges edges(path("out"));
  encke::sink::DenseNpy npy(path("out"));
  edges.join(set);
  npy.join(set);
  encke::test::run(edges, {2, 1, 4, true}, hits);
  encke::test::run(npy, {2, 1, 4, true}, hits);
  for (const auto& name : files()) EXPECT_NE(name.find(".tmp-"), std::string::npos) << name;
  set.commit();
  EXPECT_EQ(files(), (Names{"out.edges.tsv", "out.npy"}));
}

TEST_F(OutputSetTest, keeps_the_permissions_of_what_it_replaces) {
  write("a", "old");
  ASSERT_EQ(::chmod(path("a").c_str(), 0600), 0);
  OutputFile file(path("a"));
  file.write("new");
  file.commit();
  struct stat status = {};
  ASSERT_EQ(::stat(path("a").c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777, 0600U);
  EXPECT_EQ(text("a"), "new");
}

TEST_F(OutputSetTest, gives_all_names_while_syncs_are_left_out) {
  const encke::LateSyncs late(1000);
  OutputSet set;
  for (const std::string name : {"a", "b"}) finish(set, name, name);
  finish(set, "c", std::string(3 << 20, 'c'));
  set.commit();
  OutputFile alone(path("d"));
  alone.write("d");
  alone.commit();
  EXPECT_EQ(files(), (Names{"a", "b", "c", "d"}));
  EXPECT_EQ(text("a") + text("b") + text("d"), "abd");
}

}  // namespace
