#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <encke/base/error.hpp>
#include <encke/file/input_file.hpp>
#include <encke/file/pipe_copy.hpp>
#include <thread>

#include "support/files.hpp"

namespace encke::io {
namespace {

TEST(PipeCopy, HasWhatAPipeHadAsAFile) {
  int ends[2];
  ASSERT_EQ(::pipe(ends), 0);
  const std::string path = "/dev/fd/" + std::to_string(ends[0]);
  const std::string text(200'000, 'x');  // more than a pipe holds
  std::thread writer([&] {
    for (std::size_t at = 0; at < text.size();) {
      const auto step = ::write(ends[1], text.data() + at, text.size() - at);
      if (step <= 0) break;
      at += static_cast<std::size_t>(step);
    }
    ::close(ends[1]);
  });
  const PipeCopy copy(path);
  writer.join();
  ::close(ends[0]);
  InputFile file(copy.path());
  EXPECT_EQ(file.size(), std::ssize(text));
  const TemporaryFiles files;
  files.write("same", text);
  InputFile same(files.path("same"));
  EXPECT_EQ(file.record().digest, same.record().digest);
}

TEST(PipeCopy, OfAPipeThatHasEndedIsEmpty) {
  int ends[2];
  ASSERT_EQ(::pipe(ends), 0);
  ::close(ends[1]);
  const PipeCopy copy("/dev/fd/" + std::to_string(ends[0]));
  EXPECT_EQ(InputFile(copy.path()).size(), 0);
  ::close(ends[0]);
}

TEST(PipeCopy, LeavesFilesAndPipesWithANameToWhoOpensThem) {
  const TemporaryFiles files;
  const std::string file = files.write("file", "a");
  EXPECT_EQ(PipeCopy(file).path(), file);
  EXPECT_EQ(PipeCopy(files.path("absent")).path(), files.path("absent"));
  ASSERT_EQ(::mkfifo(files.path("fifo").c_str(), 0600), 0);
  const PipeCopy copy(files.path("fifo"));
  expect_error([&] { InputFile opened(copy.path()); }, Failure::open, {"a pipe or device"});
}

}  // namespace
}  // namespace encke::io
