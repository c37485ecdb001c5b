#include <encke/store/publish.hpp>
#include <functional>

#include "sample.hpp"

namespace {

using namespace encke;
using namespace encke::store;
using test::compute;
using test::Sample;

/// Two stores that fit together, a and b, which each case spoils in its own way.
class Refusal : public test::StoreTest {
 protected:
  Refusal() {
    const auto ids = sample_.ids();
    make("a", "0/2", {ids.begin(), ids.begin() + 7});
    make("b", "1/2", {ids.begin() + 7, ids.end()});
  }

  void make(const std::string& name, const std::string& share, const std::vector<Index>& ids) {
    make(name, test::identity(share), ids);
  }
  void make(const std::string& name, const Identity& identity, const std::vector<Index>& ids) {
    std::filesystem::remove_all(in(name));
    RunStore store = RunStore::create(path(name), identity);
    compute(store, sample_, ids);
  }
  std::string in(const std::string& name) const { return path(name + ".blocks"); }
  std::string manifest(const std::string& name) const { return in(name) + "/manifest"; }
  std::string blocks(const std::string& name) const { return in(name) + "/run-1-rank-0.blocks"; }

  /// Puts a header into a block file, with its right checksum.
  void put_header(const std::string& file, const std::function<void(FileHeader&)>& change) {
    PosixFile f = PosixFile::open_to_change(file);
    FileHeader header;
    f.read_at(0, std::as_writable_bytes(std::span(&header, 1)));
    change(header);
    header.checksum = checksum_of(header);
    f.write_at(0, std::as_bytes(std::span(&header, 1)));
  }

  void use(const std::vector<std::string>& names = {"a", "b"}) {
    std::vector<std::string> prefixes;
    for (const auto& name : names) prefixes.push_back(path(name));
    const BlockSet set(prefixes);
    check_complete(set, sample_.tiles());
    sink::Collect collect;
    publish(set, sample_.partition(), sample_.info(), collect);
  }

  void expect(Failure failure, const std::string& part,
              const std::vector<std::string>& names = {"a", "b"}) {
    const auto [got, message] = test::failure_of([&] { use(names); });
    EXPECT_EQ(got, failure) << message;
    EXPECT_NE(message.find(part), std::string::npos) << message;
  }

  Sample<2> sample_;
};

TEST_F(Refusal, of_nothing_where_all_is_well) {
  EXPECT_NO_THROW(use());
  EXPECT_NO_THROW(use({"b", "a"}));
}

TEST_F(Refusal, of_sets_with_missing_or_additional_parts) {
  expect(Failure::inconsistent, "8 tiles of 15 missing, the first is tile 7", {"a"});
  expect(Failure::inconsistent, "7 tiles of 15 missing, the first is tile 0", {"b"});
  expect(Failure::inconsistent, "15 tiles of 15 missing", {});
  expect(Failure::inconsistent, "is given twice", {"a", "b", "a"});
  make("c", "0/2", {3});
  expect(Failure::inconsistent, "overlap: both have tile 3", {"a", "b", "c"});
  expect(Failure::inconsistent, "overlap: both have tile 3", {"c", "a", "b"});
  make("b", "1/2", {7, 8, 9, 11, 12, 13, 14});
  expect(Failure::inconsistent, "1 tile of 15 missing, the first is tile 10");
  make("b", "1/2", {});
  expect(Failure::inconsistent, "8 tiles of 15 missing, the first is tile 7");
  const BlockSet set({path("a")});
  EXPECT_EQ(test::failure_of([&] { check_complete(set, 6); }).second,
            "tile 6 is not one of the 6 tiles expected");
}

TEST_F(Refusal, of_stores_that_are_not_there) {
  expect(Failure::open, "there is no state of a run", {"a", "none"});
  std::filesystem::create_directory(in("empty"));
  expect(Failure::open, "there is no state of a run", {"a", "empty"});
  test::put(in("file"), "x");
  expect(Failure::open, "there is no state of a run", {"a", "file"});
  std::filesystem::remove(manifest("b"));
  expect(Failure::open, "b.blocks/manifest: cannot open");
}

TEST_F(Refusal, of_parts_of_another_run) {
  const auto entries = test::identity("1/2").entries();
  for (const auto& [name, value] : entries) {
    Identity other, less;
    for (const auto& [n, v] : entries) other.add(n, v + (n == name && n != "share" ? "x" : ""));
    for (const auto& [n, v] : entries) {
      if (n != name) less.add(n, v);
    }
    const std::vector<Index> ids{7, 8, 9, 10, 11, 12, 13, 14};
    make("b", other, ids);
    if (name == "share") {
      EXPECT_NO_THROW(use());
    } else {
      expect(Failure::inconsistent, "part of another run than " + in("a") + "; " + name + ": '");
      make("b", less, ids);
      expect(Failure::inconsistent, name + ": '" + escaped(value) + "' here, nothing there");
    }
  }
}

TEST_F(Refusal, of_an_unfinished_run) {
  test::put(in("b") + "/run-2-rank-0.blocks.open", "");
  expect(Failure::inconsistent, "holds an unfinished run");
}

TEST_F(Refusal, of_block_files_that_are_not_what_the_manifest_lists) {
  const std::string whole = bytes_of(blocks("b"));
  std::filesystem::remove(blocks("b"));
  expect(Failure::checksum, "the manifest lists it, but it is not there");
  test::put(blocks("b"), "");
  expect(Failure::checksum, "too short for the header");
  test::put(blocks("b"), std::string(1000, 'x'));
  expect(Failure::checksum, "not the header of a block file");
  test::put(blocks("b"), whole.substr(0, whole.size() - 1));
  expect(Failure::checksum, "bytes, the manifest says");
  test::put(blocks("b"), whole + std::string(8, '\0'));
  expect(Failure::checksum, "bytes, the manifest says");
  test::put(blocks("b"), whole.substr(0, 40) + std::string(whole.size() - 40, '\0'));
  expect(Failure::checksum, "byte 40: not the head of a record");
  test::put(blocks("b"), whole.substr(0, whole.size() - 72) + std::string(72, '\0'));
  expect(Failure::checksum, "not the head of a record");
}

TEST_F(Refusal, of_a_whole_block_file_in_another_s_place) {
  std::filesystem::copy_file(blocks("a"), blocks("b"),
                             std::filesystem::copy_options::overwrite_existing);
  expect(Failure::inconsistent, "block file of another run");
  make("c", "1/2", {7});
  std::filesystem::copy_file(blocks("c"), blocks("b"),
                             std::filesystem::copy_options::overwrite_existing);
  expect(Failure::checksum, "bytes, the manifest says");
  {  // the same tiles in another order: the same size, every checksum is right
    make("c", "1/2", {14, 13, 12, 11, 10, 9, 8, 7});
    std::filesystem::copy_file(blocks("c"), blocks("b"),
                               std::filesystem::copy_options::overwrite_existing);
    expect(Failure::checksum, "not the file that the manifest lists");
  }
}

TEST_F(Refusal, of_a_manifest_from_elsewhere) {
  make("c", "1/2", {7, 8});
  std::filesystem::copy_file(manifest("c"), manifest("b"),
                             std::filesystem::copy_options::overwrite_existing);
  expect(Failure::checksum, "bytes, the manifest says");
  std::filesystem::copy_file(manifest("a"), manifest("b"),
                             std::filesystem::copy_options::overwrite_existing);
  expect(Failure::inconsistent, "block file of another run");
  test::put(manifest("b"), "");
  expect(Failure::checksum, "manifest");
  test::put(manifest("b"), bytes_of(blocks("b")));
  expect(Failure::checksum, "manifest:1:");
}

TEST_F(Refusal, of_another_format_version_or_way) {
  const std::string whole = bytes_of(blocks("b"));
  put_header(blocks("b"), [](FileHeader& header) { header.version = format_version + 1; });
  expect(Failure::inconsistent, "block file of format version 3, expected 2");
  test::put(blocks("b"), whole);
  put_header(blocks("b"), [](FileHeader& header) { header.way = 3; });
  expect(Failure::inconsistent, "3-way, but");
  put_header(blocks("b"), [](FileHeader& header) { header.way = 4; });
  expect(Failure::checksum, "not the header of a block file");
  test::put(blocks("b"), whole);
  put_header(blocks("b"), [](FileHeader& header) { ++header.identity; });
  expect(Failure::inconsistent, "block file of another run");
}

TEST_F(Refusal, to_publish_tiles_of_another_problem) {
  const BlockSet set({path("a"), path("b")});
  sink::Collect collect;
  const auto attempt = [&](const Partition& partition, int way) {
    return test::failure_of(
        [&] { publish(set, partition, {.way = way, .cells = 4, .vectors = 70}, collect); });
  };
  EXPECT_EQ(attempt(sample_.partition(), 3).second, "the stored tiles are 2-way, expected 3-way");
  EXPECT_EQ(attempt(Partition(30, 16), 2).second,
            "tile 3 is not one of the 3 tiles of the problem");
  EXPECT_EQ(attempt(Partition(160, 32), 2).first, Failure::checksum);
  EXPECT_EQ(test::failure_of([&] { set.read<3>(set.tiles()[0], [](auto) {}); }).first,
            Failure::inconsistent);
}

}  // namespace
