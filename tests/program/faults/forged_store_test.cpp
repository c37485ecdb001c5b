// Stored runs whose contents somebody made up and gave the checksums that belong to them.
#include <algorithm>
#include <cstring>
#include <encke/base/byte_hash.hpp>
#include <encke/store/block/block_file.hpp>
#include <encke/store/block/block_format.hpp>
#include <limits>

#include "faulty_run.hpp"
#include "program/exit_codes.hpp"

namespace encke::test {
namespace {

using Lines = std::vector<std::string>;

class ForgedStore : public FaultyRun {
 protected:
  /// All of a run, as a part that `encke merge` takes.
  static inline const std::string part = small_pairs + " --shard 1/1";

  void SetUp() override {
    ASSERT_EQ(run(part).code, 0);
    const std::string text = contents(manifest());
    for (std::size_t at = 0; at < text.size();) {
      const std::size_t end = text.find('\n', at);
      lines_.push_back(text.substr(at, text.rfind('\t', end) - at));
      at = end + 1;
    }
    files_ = static_cast<std::size_t>(std::ranges::find(lines_, "files") - lines_.begin());
    ASSERT_EQ(lines_.size(), files_ + 2);  // one file
  }

  std::string manifest() const { return state() + "/manifest"; }
  std::string blocks() const { return state() + "/run-1-rank-0.blocks"; }

  /// Writes a manifest of these lines, each with its hash.
  void seal(const Lines& lines) const {
    ByteHash hash;
    std::string all;
    const auto add = [&](const std::string& text) {
      hash.add(std::as_bytes(std::span(text)));
      all += text;
    };
    for (const auto& line : lines) {
      add(line);
      add('\t' + hash.text() + '\n');
    }
    std::ofstream(manifest(), std::ios::binary) << all;
  }

  void refuse(const std::vector<std::string>& words) const {
    const Ended ended = say(words);
    EXPECT_EQ(ended.code, damaged) << ended.err;
    EXPECT_TRUE(is_one_error(ended.err)) << ended.err;
  }
  /// verify and merge, which writes nothing.
  void refuse_to_read() const {
    refuse({program(), "verify", prefix()});
    refuse({program(), "merge", "--out", path("merged"), prefix()});
    for (const auto& entry : std::filesystem::directory_iterator(path("."))) {
      EXPECT_FALSE(entry.path().filename().string().starts_with("merged")) << entry.path();
    }
  }
  /// --resume, which makes a list that is damaged again from the files, as it says.
  void resume_makes_the_list_again() const {
    const Ended ended = run(part + " --resume");
    EXPECT_EQ(ended.code, 0) << ended.err;
    EXPECT_EQ(tiles_resumed(), small_tiles);
    EXPECT_EQ(say({program(), "verify", prefix()}).code, 0);
  }

  Lines lines_;
  std::size_t files_ = 0;  ///< the line after which files are listed
};

TEST_F(ForgedStore, AsItWasWrittenIsNoForgery) {
  const std::string before = contents(manifest());
  seal(lines_);
  EXPECT_EQ(contents(manifest()), before);
  EXPECT_EQ(say({program(), "verify", prefix()}).code, 0);
}

TEST_F(ForgedStore, EntryOfTheIdentityThatComesTwice) {
  Lines lines = lines_;
  lines.insert(lines.begin() + 2, lines[1]);
  seal(lines);
  refuse_to_read();
  resume_makes_the_list_again();
}

TEST_F(ForgedStore, LinesThatSayNothingThatThereIs) {
  for (const std::string& line :
       {std::string("file\trun-1-rank-0.blocks\t40\t1"), std::string("file\t"),
        lines_.back() + "\t1", std::string("file\trun-1-rank-0.blocks\t-1\t1\t1\t0123456789abcdef"),
        std::string("file\t../../P.blocks/run-1-rank-0.blocks\t40\t1\t1\t0123456789abcdef"),
        std::string("identity\tway\t2")}) {
    Lines lines = lines_;
    lines.back() = line;
    seal(lines);
    refuse_to_read();
    resume_makes_the_list_again();
  }
}

/// The bytes of a block file whose tiles all have so many tuples, and the line that lists it.
std::string with_tuples(std::string bytes, Index tuples, std::string& listed) {
  using namespace store;
  const auto read = [&]<class T>(std::size_t at, T& value) {
    std::memcpy(&value, bytes.data() + at, sizeof value);
  };
  const auto write = [&]<class T>(std::size_t at, const T& value) {
    std::memcpy(bytes.data() + at, &value, sizeof value);
  };
  FileHeader header;
  read(0, header);
  StoredFooter footer;
  RecordHead head;
  for (std::size_t at = sizeof header; at < bytes.size();) {
    read(at, head);
    const std::size_t payload = at + sizeof head;
    if (head.kind == RecordKind::tile) {
      StoredTile tile;
      read(payload, tile);
      tile.tuples = tuples;
      write(payload, tile);
      ++footer.tiles;
    }
    if (const Index each = bytes_of_hit(head.kind); each > 0) footer.hits += head.bytes / each;
    if (head.kind == RecordKind::footer) write(payload, footer);
    const auto size = static_cast<std::size_t>(head.bytes);
    head.payload_checksum = checksum_of(std::as_bytes(std::span(bytes)).subspan(payload, size));
    head.checksum = checksum_of(head, static_cast<Index>(at), header.identity);
    write(at, head);
    if (head.kind != RecordKind::footer) add_to_sum(footer.sum, head);
    at = payload + size;
  }
  listed = "file\t" + text(BlockFile{"run-1-rank-0.blocks", std::ssize(bytes), footer.tiles,
                                     footer.hits, head.checksum});
  return bytes;
}

TEST_F(ForgedStore, TuplesOfWhichThereAreMoreThanNumbers) {
  const std::string whole = contents(blocks());
  for (const Index tuples : {Index{1} << 62, std::numeric_limits<Index>::max()}) {
    Lines lines = lines_;
    const std::string forged = with_tuples(whole, tuples, lines.back());
    std::ofstream(blocks(), std::ios::binary) << forged;
    seal(lines);
    refuse_to_read();
    refuse(command(part + " --resume"));
  }
  // One that is made the same way and can be.
  Lines lines = lines_;
  std::ofstream(blocks(), std::ios::binary) << with_tuples(whole, 3, lines.back());
  seal(lines);
  EXPECT_EQ(say({program(), "verify", prefix()}).code, 0);
}

}  // namespace
}  // namespace encke::test
