#include <encke/io/file_kind.hpp>

#include "support/files.hpp"

namespace encke::io {
namespace {

const std::string zip = "PK\x03\x04 and more";

TEST(FileKind, of_an_archive_says_how_to_take_out_what_is_wanted) {
  const TemporaryFiles files;
  const InputFile file(files.write("table.qza", zip));
  const std::pair<FileKind, std::string> taken[] = {
      {FileKind::biom, "DIR/feature-table.biom"},
      {FileKind::table, "DIR/feature-table.biom"},
      {FileKind::tree, "DIR/tree.nwk"},
      {FileKind::distances, "DIR/distance-matrix.tsv"}};
  for (const auto& [kind, made] : taken) {
    expect_error([&, expected = kind] { refuse_other_kind(file, expected); }, Failure::malformed,
                 {"table.qza", "qiime tools export", made});
  }
}

TEST(FileKind, says_what_is_found_and_what_to_do) {
  const struct {
    std::string_view bytes;
    FileKind expected;
    std::string_view found;
    std::string_view advice;
  } cases[] = {{"#NEXUS\nBEGIN TREES;", FileKind::tree, "NEXUS", "ape::read.nexus"},
               {"<phyloxml>", FileKind::tree, "XML", "Bio.Phylo"},
               {"\x89HDF\r\n\x1a\n", FileKind::table, "HDF5", "--biom"},
               {"{\"id\": null}", FileKind::table, "JSON", "--biom"},
               {"# Constructed from biom file\n", FileKind::biom, "text found", "--table"}};
  for (const auto& c : cases) {
    const TemporaryFiles files;
    const InputFile file(files.write("f", c.bytes));
    expect_error([&] { refuse_other_kind(file, c.expected); }, Failure::malformed,
                 {c.found, c.advice});
  }
}

TEST(FileKind, passes_what_is_expected_and_short_files) {
  const TemporaryFiles files;
  const InputFile tree(files.write("t", "(a:1,b:2);"));
  EXPECT_NO_THROW(refuse_other_kind(tree, FileKind::tree));
  const InputFile table(files.write("u", "#OTU ID\ta\n"));
  EXPECT_NO_THROW(refuse_other_kind(table, FileKind::table));
  const InputFile empty(files.write("e", ""));
  for (const FileKind kind : {FileKind::table, FileKind::biom, FileKind::tree}) {
    EXPECT_NO_THROW(refuse_other_kind(empty, kind));
  }
}

}  // namespace
}  // namespace encke::io
