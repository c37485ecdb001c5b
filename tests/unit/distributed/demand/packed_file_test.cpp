#include <unistd.h>

#include <encke/distributed/demand/packed_file.hpp>
#include <encke/distributed/read_share.hpp>
#include <encke/io/comet/synthetic.hpp>
#include <encke/pack/packers.hpp>
#include <filesystem>
#include <fstream>

#include "support/scratch.hpp"

namespace encke {
namespace {

using Parts = std::vector<PackedVectors>;

class PackedFileTest : public test::Scratch {
 protected:
  static constexpr std::uint64_t key = 7, identity = 9;

  static Parts some(Element element, Index vectors, Index fields, bool missing) {
    const auto code = missing ? MissingCode::missing : MissingCode::het;
    const auto source = io::open_synthetic(
        {.element = element, .vectors = vectors, .fields = fields, .missing = code});
    Parts parts;
    parts.push_back(source->read({{0, vectors}, {0, fields}}));
    return parts;
  }
  static Parts like(const Parts& parts) {
    Parts models;
    for (const PackedVectors& part : parts) {
      models.push_back(PackedVectors::allocate_like(part, 0, false));
    }
    return models;
  }
  static void expect_same(const Parts& found, const Parts& expected) {
    ASSERT_EQ(found.size(), expected.size());
    for (std::size_t p = 0; p < found.size(); ++p) {
      const PackedVectors& a = found[p];
      const PackedVectors& b = expected[p];
      EXPECT_EQ(a.vectors(), b.vectors());
      EXPECT_EQ(a.keeps_masks(), b.keeps_masks());
      EXPECT_EQ(a.missing(), b.missing());
      ASSERT_EQ(a.buffers().size(), b.buffers().size());
      for (std::size_t i = 0; i < a.buffers().size(); ++i) {
        EXPECT_TRUE(std::ranges::equal(a.buffers()[i], b.buffers()[i])) << i;
      }
    }
  }
  /// A file of two blocks that is kept.
  std::string kept(const Parts& first, const Parts& second) const {
    PackedFile file = PackedFile::create(path("P.packed"), key);
    file.add(0, first);
    file.add(32, second);
    file.finish(false);
    file.keep(path("packed-0-0"), identity);
    return path("packed-0-0");
  }
  void flip(const std::string& name, Index at) const {
    std::fstream file(name, std::ios::in | std::ios::out | std::ios::binary);
    file.seekg(at);
    const int byte = file.get();
    file.seekp(at);
    file.put(static_cast<char>(byte ^ 4));
  }
};

TEST_F(PackedFileTest, has_the_blocks_that_were_added_of_every_kind) {
  for (const bool missing : {false, true}) {
    for (const Element element : {Element::genotype, Element::bit, Element::float64}) {
      if (missing && element == Element::float64) continue;
      const Parts first = some(element, 32, 130, missing);
      const Parts second = some(element, 9, 130, false);
      const std::string name = kept(first, second);
      const auto found = PackedFile::find(name, key, identity);
      ASSERT_TRUE(found);
      expect_same(found->read(32, like(first)), second);
      expect_same(found->read(0, like(first)), first);
      EXPECT_EQ(test::failure_of([&] { found->read(16, like(first)); }).first, Failure::internal);
    }
  }
}

TEST_F(PackedFileTest, has_what_powered_profiles_have_in_common) {
  const std::vector<double> lengths(70, 0.5);
  Parts parts;
  parts.push_back(pack::powered_profiles(Element::powered32, 3, lengths, 0.5));
  pack::set_powered(parts.front(), 1, std::vector<double>(70, 0.25));
  const auto found = PackedFile::find(kept(parts, parts), key, identity);
  ASSERT_TRUE(found);
  Parts plain;  // without the lengths
  plain.push_back(PackedVectors::allocate(Element::powered32, 0, 70, false));
  expect_same(found->read(32, plain), parts);
}

TEST_F(PackedFileTest, is_found_by_its_own_run_alone) {
  const Parts parts = some(Element::bit, 20, 70, false);
  const std::string name = kept(parts, parts);
  EXPECT_TRUE(PackedFile::find(name, key, identity));
  EXPECT_FALSE(PackedFile::find(name, key + 1, identity));
  EXPECT_FALSE(PackedFile::find(name, key, identity + 1));
  EXPECT_FALSE(PackedFile::find(path("packed-0-1"), key, identity));
}

TEST_F(PackedFileTest, with_any_byte_changed_or_lost_is_not_found) {
  const Parts parts = some(Element::bit, 20, 70, false);
  const std::string name = kept(parts, parts);
  const auto size = static_cast<Index>(std::filesystem::file_size(name));
  for (Index at = 0; at < size; at += at < 64 ? 1 : 37) {
    flip(name, at);
    EXPECT_FALSE(PackedFile::find(name, key, identity)) << at;
    flip(name, at);
  }
  ASSERT_TRUE(PackedFile::find(name, key, identity));
  std::filesystem::resize_file(name, static_cast<std::uintmax_t>(size - 1));
  EXPECT_FALSE(PackedFile::find(name, key, identity));
}

TEST_F(PackedFileTest, that_is_damaged_while_it_is_used_is_told) {
  const Parts parts = some(Element::bit, 20, 70, false);
  const std::string name = kept(parts, parts);
  const auto found = PackedFile::find(name, key, identity);
  ASSERT_TRUE(found);
  flip(name, 100);
  EXPECT_EQ(test::failure_of([&] { found->read(0, like(parts)); }).first, Failure::checksum);
  EXPECT_NO_THROW(found->read(32, like(parts)));
}

TEST_F(PackedFileTest, goes_unless_it_is_kept_and_is_no_file_before_it_is_finished) {
  const Parts parts = some(Element::bit, 20, 70, false);
  {
    PackedFile file = PackedFile::create(path("P.packed"), key);
    file.add(0, parts);
    EXPECT_EQ(files().size(), 1U);
    EXPECT_EQ(test::failure_of([&] { PackedFile::open(file.path(), key); }).first,
              Failure::checksum);
    file.finish(true);
    EXPECT_NO_THROW(PackedFile::open(file.path(), key));
  }
  EXPECT_TRUE(files().empty());
}

TEST_F(PackedFileTest, on_a_full_disk_is_an_error_of_writing_that_leaves_nothing) {
  const Parts parts = some(Element::float64, 64, 4000, false);
  const test::FullDisk full(100'000);
  EXPECT_EQ(test::failure_of([&] { kept(parts, parts); }).first, Failure::write);
  EXPECT_TRUE(files().empty());
}

TEST_F(PackedFileTest, of_a_share_is_read_instead_of_the_input_by_a_later_process) {
  const auto source = io::open_synthetic({.element = Element::bit, .vectors = 90, .fields = 70});
  const Partition partition(90, 16);
  PackedPlace place{.path = path("P.packed")};
  {
    OwnedVectors owned = read_share(*source, partition, Grid(), 4, place);
    ASSERT_TRUE(owned.packed);
    owned.packed->keep(path("."), identity);
  }
  EXPECT_EQ(files(), std::vector<std::string>{packed_name(0, 0)});
  // other vectors of the same shape: they are not looked at
  const auto other = io::open_synthetic(
      {.problem = io::TestProblem::analytic, .element = Element::bit, .vectors = 90, .fields = 70});
  place.directory = path(".");
  place.identity = identity;
  const OwnedVectors again = read_share(*other, partition, Grid(), 4, place);
  const OwnedVectors whole = read_share(*source, partition, Grid());
  for (Index v = 0; v < 90; ++v) {
    EXPECT_EQ(again.parts.front().x_sum(v), whole.parts.front().x_sum(v));
  }
  place.identity = identity + 1;
  const OwnedVectors anew = read_share(*other, partition, Grid(), 4, place);
  bool differ = false;
  for (Index v = 0; v < 90; ++v) {
    differ = differ || anew.parts.front().x_sum(v) != whole.parts.front().x_sum(v);
  }
  EXPECT_TRUE(differ);
}

}  // namespace
}  // namespace encke
