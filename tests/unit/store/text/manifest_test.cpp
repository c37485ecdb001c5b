#include <encke/base/byte_hash.hpp>
#include <encke/store/block/scan.hpp>
#include <encke/store/text/manifest.hpp>
#include <limits>
#include <span>

#include "unit/store/sample.hpp"

namespace {

using namespace encke;
using namespace encke::store;
using test::failure_of;

class ManifestTest : public test::StoreTest {
 protected:
  ManifestTest() : name_(path("manifest")) {
    Manifest::create(name_, test::identity());
    Manifest manifest = Manifest::open(name_);
    for (const Index n : {1, 2, 3}) manifest.append(file(n));
    bytes_ = bytes_of(name_);
  }
  static BlockFile file(Index n) {
    return {"run-1-rank-" + std::to_string(n) + ".blocks", n, n, n, 9};
  }

  std::string name_;
  std::string bytes_;
};

TEST_F(ManifestTest, brings_back_identity_and_files) {
  const auto content = Manifest::read(name_);
  EXPECT_EQ(content.identity.entries(), test::identity().entries());
  EXPECT_EQ(content.files, (std::vector{file(1), file(2), file(3)}));
  EXPECT_FALSE(content.torn);
  EXPECT_EQ(files(), std::vector<std::string>{"manifest"});
}

TEST_F(ManifestTest, can_be_made_with_its_files_at_once) {
  Manifest::create(path("other"), test::identity(), std::vector{file(1), file(2), file(3)});
  EXPECT_EQ(bytes_of(path("other")), bytes_);
}

TEST_F(ManifestTest, takes_several_files_as_it_takes_them_one_by_one) {
  const std::string other = path("other");
  Manifest::create(other, test::identity());
  Manifest::open(other).append(std::vector{file(1), file(2), file(3)});
  EXPECT_EQ(bytes_of(other), bytes_);
}

TEST_F(ManifestTest, leaves_out_a_torn_last_line_and_cuts_it_off) {
  const std::size_t list = bytes_.find("file\t");
  for (std::size_t length = 0; length < bytes_.size(); ++length) {
    test::put(name_, bytes_.substr(0, length));
    if (length < list) {  // came with the file's name, so it cannot be cut short by a crash
      EXPECT_EQ(failure_of([&] { Manifest::read(name_); }).first, Failure::checksum) << length;
      continue;
    }
    const auto whole = std::count(bytes_.begin(), bytes_.begin() + static_cast<long>(length), '\n');
    const auto expected = static_cast<std::size_t>(whole) - 6;
    EXPECT_EQ(Manifest::read(name_).files.size(), expected) << length;
    EXPECT_EQ(bytes_of(name_).size(), length);  // reading changes nothing
    Manifest manifest = Manifest::open(name_);
    for (Index n = static_cast<Index>(expected) + 1; n <= 3; ++n) manifest.append(file(n));
    EXPECT_EQ(bytes_of(name_), bytes_) << length;
  }
}

TEST_F(ManifestTest, finds_every_flipped_bit_or_takes_the_last_line_for_torn) {
  const std::size_t last = bytes_.rfind("file\t");
  for (std::size_t bit = 0; bit < 8 * bytes_.size(); ++bit) {
    test::put(name_, bytes_);
    test::spoil(name_, static_cast<std::int64_t>(bit));
    try {
      const auto content = Manifest::read(name_);
      EXPECT_TRUE(content.torn) << bit;
      EXPECT_LE(content.files.size(), 2u);
      EXPECT_GE(bit / 8, last - 1);  // the newline before joins two lines
    } catch (const Error& error) {
      EXPECT_EQ(error.failure(), Failure::checksum) << bit;
    }
  }
}

TEST_F(ManifestTest, names_the_bad_line) {
  test::spoil(name_, 8 * static_cast<std::int64_t>(bytes_.find("metric")));
  EXPECT_EQ(failure_of([&] { Manifest::read(name_); }),
            std::pair(Failure::checksum, name_ + ":3: the line is not as it was written"));
}

TEST_F(ManifestTest, finds_lines_left_out_doubled_or_moved) {
  std::vector<std::string> lines;
  for (std::size_t at = 0; at < bytes_.size();) {
    const std::size_t end = bytes_.find('\n', at) + 1;
    lines.push_back(bytes_.substr(at, end - at));
    at = end;
  }
  const auto refused = [&](const std::vector<std::string>& changed) {
    std::string all;
    for (const auto& line : changed) all += line;
    test::put(name_, all);
    return failure_of([&] { Manifest::read(name_); }).first == Failure::checksum;
  };
  for (std::size_t n = 0; n + 2 < lines.size(); ++n) {
    auto changed = lines;
    changed.erase(changed.begin() + static_cast<long>(n));
    EXPECT_TRUE(refused(changed)) << n;
    changed = lines;
    std::swap(changed[n], changed[n + 1]);
    EXPECT_TRUE(refused(changed)) << n;
    changed = lines;
    changed.insert(changed.begin() + static_cast<long>(n), lines[n]);
    EXPECT_TRUE(refused(changed)) << n;
  }
}

TEST_F(ManifestTest, on_a_full_disk_stays_as_it_was) {
  Manifest manifest = Manifest::open(name_);
  for (rlim_t more = 0; more < 40; ++more) {
    const test::FullDisk full(bytes_.size() + more);
    EXPECT_EQ(failure_of([&] { manifest.append(file(4)); }).first, Failure::write);
    EXPECT_EQ(bytes_of(name_), bytes_);
  }
  manifest.append(file(4));
  EXPECT_EQ(Manifest::read(name_).files.size(), 4u);
  const test::FullDisk full(100);
  EXPECT_EQ(failure_of([&] { Manifest::create(path("new"), test::identity()); }).first,
            Failure::write);
  EXPECT_EQ(files(), std::vector<std::string>{"manifest"});
}

TEST_F(ManifestTest, of_another_version_or_kind_is_refused) {
  ByteHash hash;
  const std::string line = "encke-run\t2";
  hash.add(std::as_bytes(std::span(line)));
  test::put(name_, line + "\t" + hash.text() + "\n");
  const auto [failure, message] = failure_of([&] { Manifest::read(name_); });
  EXPECT_EQ(failure, Failure::inconsistent);
  EXPECT_NE(message.find("begins with 'encke-run\\t2'"), std::string::npos) << message;
  for (const std::string text : {"", "\n", "hello\n", "hello"}) {
    test::put(name_, text);
    EXPECT_EQ(failure_of([&] { Manifest::read(name_); }).first, Failure::checksum);
  }
  EXPECT_EQ(failure_of([&] { Manifest::read(path("none")); }).first, Failure::open);
}

/// A manifest of these lines, each with the right hash.
std::string forged(const std::vector<std::string>& lines) {
  ByteHash hash;
  std::string all;
  for (const std::string& line : lines) {
    hash.add(std::as_bytes(std::span(line)));
    const std::string end = "\t" + hash.text() + "\n";
    hash.add(std::as_bytes(std::span(end)));
    all += line + end;
  }
  return all;
}

TEST_F(ManifestTest, refuses_wrong_contents_with_the_right_hash) {
  test::put(name_, forged({"encke-run\t1", "identity\ta\t1", "files"}));
  EXPECT_EQ(Manifest::read(name_).identity.entries().size(), 1U);
  for (const auto& lines : std::vector<std::vector<std::string>>{
           {"encke-run\t1", "identity\ta\t1", "identity\ta\t1", "files"},
           {"encke-run\t1", "identity\ta\\x\t1", "files"},
           {"encke-run\t1", "identity\ta", "files"},
           {"encke-run\t1", "other\ta\t1", "files"},
           {"encke-run\t1", "file\ta\t1\t2\t3\t0000000000000000", "files"}}) {
    test::put(name_, forged(lines));
    EXPECT_EQ(failure_of([&] { Manifest::read_good_lines(name_); }).first, Failure::checksum);
  }
}

TEST_F(ManifestTest, refuses_files_that_cannot_be_and_keeps_those_before) {
  for (const std::string line : {"file\tx", "file\ta/b\t1\t2\t3\t0000000000000000", "files",
                                 "file\ta\t1\t-2\t3\t0000000000000000", "identity\tb\t1"}) {
    test::put(name_, forged({"encke-run\t1", "files", "file\t" + text(file(1)), line}));
    EXPECT_EQ(failure_of([&] { Manifest::read(name_); }).first, Failure::checksum) << line;
    const auto content = Manifest::read_good_lines(name_);
    EXPECT_NE(content.damage.find("manifest:4"), std::string::npos) << content.damage;
    EXPECT_EQ(content.files, std::vector{file(1)});
  }
}

TEST(Totals, refuse_counts_beyond_those_of_any_run) {
  constexpr Index most = std::numeric_limits<Index>::max();
  const auto add_twice = [](const TileEntry& tile) {
    Totals totals;
    add(totals, tile);
    add(totals, tile);
  };
  TileEntry tile;
  tile.stored.tuples = tile.stored.hits = tile.stored.below = tile.stored.nan = Index{1} << 57;
  tile.bins = {{0, Index{1} << 57}};
  add_twice(tile);
  for (Index StoredTile::*const count :
       {&StoredTile::tuples, &StoredTile::hits, &StoredTile::below, &StoredTile::nan}) {
    for (const Index large : {most, most / 2 + 1, most / 16}) {
      TileEntry forged_tile;
      forged_tile.stored.*count = large;
      EXPECT_EQ(failure_of([&] { add_twice(forged_tile); }).first, Failure::checksum) << large;
    }
  }
  tile.bins = {{0, most}};
  EXPECT_EQ(failure_of([&] { add_twice(tile); }).first, Failure::checksum);
}

}  // namespace
