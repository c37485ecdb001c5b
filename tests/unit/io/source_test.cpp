#include <algorithm>
#include <encke/file/npy_header.hpp>
#include <encke/io/comet/packed_file.hpp>
#include <encke/io/comet/synthetic.hpp>
#include <encke/io/plink/plink.hpp>
#include <encke/io/table/table.hpp>
#include <encke/pack/packers.hpp>
#include <random>
#include <string>

#include "support/files.hpp"

namespace encke::io::source_test {
namespace {

double value(const PackedVectors& vectors, Index v, Index f) {
  if (vectors.element() == Element::genotype) return pack::genotype(vectors, v, f);
  if (vectors.element() == Element::bit) return pack::bit(vectors, v, f);
  return pack::real(vectors, v, f);
}

// Bounds of parts of 0 … size: multiples of `step`, some of them equal.
std::vector<Index> random_cuts(Index size, Index step, std::mt19937& random) {
  std::vector<Index> cuts = {0, size};
  std::uniform_int_distribution<Index> at(0, size / step);
  for (int i = 0; i < 4; ++i) cuts.push_back(at(random) * step);
  std::sort(cuts.begin(), cuts.end());
  return cuts;
}

// All parts of a random division have the elements that the whole has.
void expect_parts_of(Source& source, const PackedVectors& whole, unsigned seed) {
  std::mt19937 random(seed);
  ASSERT_EQ(source.vectors(), whole.vectors());
  ASSERT_EQ(source.fields(), whole.fields());
  const auto vectors = random_cuts(whole.vectors(), 16, random);
  const auto fields = random_cuts(whole.fields(), 1, random);
  for (std::size_t i = 1; i < vectors.size(); ++i) {
    for (std::size_t j = 1; j < fields.size(); ++j) {
      const ReadRange part = {{vectors[i - 1], vectors[i]}, {fields[j - 1], fields[j]}};
      const PackedVectors read = source.read(part);
      ASSERT_EQ(read.element(), whole.element());
      ASSERT_EQ(read.vectors(), part.vectors.size());
      ASSERT_EQ(read.fields(), part.fields.size());
      for (Index v = 0; v < read.vectors(); ++v) {
        for (Index f = 0; f < read.fields(); ++f) {
          ASSERT_EQ(value(read, v, f), value(whole, part.vectors.begin + v, part.fields.begin + f))
              << "vector " << v << ", field " << f << " of the part from " << part.vectors.begin
              << ", " << part.fields.begin;
        }
      }
    }
  }
}

// Reading whole, in parts before and after, gives the same elements and the same digests.
template <class Open>
void expect_parts(Open open, unsigned seed) {
  const std::unique_ptr<Source> first = open();
  const PackedVectors whole = first->read(first->whole());
  const std::unique_ptr<Source> parts = open();
  expect_parts_of(*parts, whole, seed);
  expect_parts_of(*first, whole, seed + 1);
  EXPECT_EQ(first->names().size(), static_cast<std::size_t>(whole.vectors()));
  const auto read_whole = first->files();
  const auto read_in_parts = parts->files();
  ASSERT_EQ(read_whole.size(), read_in_parts.size());
  for (std::size_t i = 0; i < read_whole.size(); ++i) {
    EXPECT_EQ(read_whole[i].path, read_in_parts[i].path);
    EXPECT_EQ(read_whole[i].bytes, read_in_parts[i].bytes);
    EXPECT_EQ(read_whole[i].digest, read_in_parts[i].digest) << read_whole[i].path;
  }
}

std::string random_bytes(Index size, unsigned seed) {
  std::mt19937 random(seed);
  std::string bytes(static_cast<std::size_t>(size), '\0');
  for (char& byte : bytes) byte = static_cast<char>(random());
  return bytes;
}

struct Extents {
  Index vectors;
  Index fields;
};

// The last has rows so long that parts of them are read by themselves.
const Extents extents[] = {{1, 1}, {17, 5}, {50, 64}, {100, 333}, {70, 4097}, {18, 131'075}};

std::string write_plink(const TemporaryFiles& files, const Extents& e) {
  files.write("set.bed", "\x6c\x1b\x01" + random_bytes(e.vectors * divide_up(e.fields, 4), 7));
  std::string bim, fam;
  for (Index v = 0; v < e.vectors; ++v) bim += "1 v" + std::to_string(v) + " 0 1 A C\n";
  for (Index s = 0; s < e.fields; ++s) fam += "f i" + std::to_string(s) + " 0 0 1 1\n";
  files.write("set.bim", bim);
  files.write("set.fam", fam);
  return files.path("set");
}

std::string every_third(const std::string& stem, Index count) {
  std::string ids;
  for (Index i = 0; i < count; i += 3) ids += stem + std::to_string(i) + "\n";
  return ids;
}

TEST(Source, OfPlinkReadsPartsWithAndWithoutSelection) {
  for (const Extents& e : extents) {
    const TemporaryFiles files;
    const std::string prefix = write_plink(files, e);
    const std::string keep = files.write("keep", every_third("i", e.fields));
    const std::string extract = files.write("extract", every_third("v", e.vectors));
    for (const Subset& subset :
         {Subset{}, Subset{.keep = keep}, Subset{.extract = extract},
          Subset{.keep = keep, .extract = extract}, Subset{.geno = 0.9, .maf = 0.01}}) {
      if (subset.maf > 0 && e.fields < 64) continue;  // no variant might be left
      for (const Element element : {Element::genotype, Element::bit}) {
        for (const MissingCode missing : {MissingCode::missing, MissingCode::het}) {
          if (e.fields > 100'000 && missing == MissingCode::het) continue;  // takes seconds
          expect_parts([&] { return open_plink(prefix, subset, missing, element); },
                       static_cast<unsigned>(e.fields));
        }
      }
    }
  }
}

TEST(Source, OfAPackedFileReadsPartsOfAllElements) {
  for (const Extents& e : extents) {
    const TemporaryFiles files;
    const std::string codes =
        files.write("codes.bin", random_bytes(e.vectors * divide_up(e.fields, 4), 8));
    for (const Element element : {Element::genotype, Element::bit}) {
      expect_parts([&] { return open_packed(codes, element, e.vectors, e.fields); }, 11);
    }
    std::string reals(static_cast<std::size_t>(e.vectors * e.fields * 4), '\0');
    for (Index i = 0; i < e.vectors * e.fields; ++i) {
      const auto x = static_cast<float>(i % 1009) / 8;
      std::copy_n(reinterpret_cast<const char*>(&x), 4, reals.begin() + 4 * i);
    }
    const std::string path = files.write("reals.bin", reals);
    expect_parts([&] { return open_packed(path, Element::float32, e.vectors, e.fields); }, 12);
  }
}

TEST(Source, OfAnNpyFileReadsPartsInBothOrders) {
  for (const Extents& e : extents) {
    const TemporaryFiles files;
    const Index shape[] = {e.vectors, e.fields};
    std::string bytes = npy_header("|u1", shape);
    const std::string values = random_bytes(e.vectors * e.fields, 9);
    const std::string c = files.write("c.npy", bytes + values);
    bytes.replace(bytes.find("False"), 5, "True ");
    const std::string fortran = files.write("fortran.npy", bytes + values);
    for (const std::string& path : {c, fortran}) {
      expect_parts([&] { return open_table(path, Element::float64); }, 13);
    }
  }
}

TEST(Source, OfATextTableReadsParts) {
  for (const Extents& e : {Extents{1, 1}, Extents{17, 5}, Extents{100, 333}, Extents{33, 3000}}) {
    std::string reals = "id";
    std::string bits = "\xef\xbb\xbfid";
    for (Index f = 0; f < e.fields; ++f) (reals += "\tf", bits += "\tf");
    for (Index v = 0; v < e.vectors; ++v) {
      (reals += "\nrow", bits += "\r\nrow");
      (reals += std::to_string(v), bits += std::to_string(v));
      for (Index f = 0; f < e.fields; ++f) {
        reals += "\t" + std::to_string(v * e.fields + f) + ".5";
        bits += (v * 7 + f * f) % 5 == 0 ? "\tNA" : (v + f) % 3 == 0 ? "\t1" : "\t0";
      }
    }
    const TemporaryFiles files;
    const std::string real_table = files.write("reals.tsv", reals + "\n");
    const std::string bit_table = files.write("bits.tsv", bits);
    expect_parts([&] { return open_table(real_table, Element::float64); }, 14);
    expect_parts([&] { return open_table(bit_table, Element::bit); }, 15);
  }
}

TEST(Source, OfASyntheticProblemMakesParts) {
  for (const Extents& e : {Extents{1, 1}, Extents{17, 5}, Extents{100, 333}, Extents{300, 9000}}) {
    for (const TestProblem problem : {TestProblem::random, TestProblem::analytic}) {
      for (const Element element : {Element::genotype, Element::bit, Element::float32}) {
        const Synthetic what = {
            .problem = problem, .element = element, .vectors = e.vectors, .fields = e.fields};
        expect_parts([&] { return open_synthetic(what); }, 16);
      }
    }
  }
}

TEST(Source, KnowsItsShapeBeforeItIsRead) {
  const TemporaryFiles files;
  const std::string prefix = write_plink(files, {6, 9});
  const std::string keep = files.write("keep", "i1\ni4\n");
  const std::string extract = files.write("extract", "v0 v2 v5");

  const auto source = open_plink(prefix, {.keep = keep, .extract = extract});

  EXPECT_EQ(source->vectors(), 3);
  EXPECT_EQ(source->fields(), 2);
  EXPECT_EQ(source->vectors_in_file(), 6);
  EXPECT_EQ(source->fields_in_file(), 9);
  EXPECT_EQ(source->names(), (std::vector<std::string>{"v0", "v2", "v5"}));
  EXPECT_EQ(source->remarks().size(), 3u);  // and the random bytes have bits beyond sample 9
}

}  // namespace
}  // namespace encke::io::source_test
