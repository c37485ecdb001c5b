#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <encke/base/error.hpp>
#include <encke/io/file_kind.hpp>
#include <string>
#include <string_view>

namespace encke::io {
namespace {

/// How a kind of file begins, where it is not taken, and what to do with it.
struct OtherKind {
  std::string_view begin;
  FileKind expected;
  std::string_view found;
  std::string_view advice;
};

constexpr std::string_view with_biom = "a BIOM table is given with --biom in place of --table";
constexpr std::string_view with_table =
    "give it with --table; biom convert -i FILE -o table.biom --to-hdf5 makes a BIOM table of it";
constexpr std::string_view to_newick =
    "in R ape::write.tree(ape::read.nexus(\"FILE\"), \"tree.nwk\") makes one";

constexpr OtherKind other_kinds[] = {
    {"\x89HDF\r\n\x1a\n", FileKind::table, "HDF5 found, text expected", with_biom},
    {"{", FileKind::table, "JSON found, tab-separated text expected", with_biom},
    {"\x93NUMPY", FileKind::table, "a NumPy array found, text expected",
     "with a name that ends in .npy it is read as such"},
    {"#", FileKind::biom, "text found, BIOM expected", with_table},
    {"\x93NUMPY", FileKind::biom, "a NumPy array found, BIOM expected", "give it with --table"},
    {"#NEXUS", FileKind::tree, "NEXUS found, a Newick tree expected", to_newick},
    {"#nexus", FileKind::tree, "NEXUS found, a Newick tree expected", to_newick},
    {"<", FileKind::tree, "XML found, a Newick tree expected",
     "Bio.Phylo.convert(\"FILE\", \"phyloxml\", \"tree.nwk\", \"newick\") of Biopython makes one"},
};

/// What `qiime tools export` calls the file that is wanted.
constexpr std::string_view exported(FileKind expected) {
  switch (expected) {
    case FileKind::table:
    case FileKind::biom:
      return "feature-table.biom";
    case FileKind::tree:
      return "tree.nwk";
    case FileKind::distances:
      return "distance-matrix.tsv";
  }
  return "";
}

}  // namespace

void refuse_other_kind(const InputFile& file, FileKind expected) {
  std::array<char, 16> bytes{};
  const auto known = static_cast<std::size_t>(std::min<Index>(file.size(), bytes.size()));
  file.read_at(0, std::as_writable_bytes(std::span(bytes)).first(known));
  const std::string_view begin(bytes.data(), known);
  const auto refuse = [&](std::string_view found, std::string_view advice) {
    throw MalformedInput({.file = file.path()}, fmt::format("{}: {}", found, advice));
  };
  if (begin.starts_with("PK\x03\x04")) {
    refuse("a zip archive found",
           fmt::format("of QIIME 2's .qza, qiime tools export --input-path FILE --output-path DIR "
                       "makes DIR/{}",
                       exported(expected)));
  }
  for (const OtherKind& kind : other_kinds) {
    if (kind.expected == expected && begin.starts_with(kind.begin)) refuse(kind.found, kind.advice);
  }
}

}  // namespace encke::io
