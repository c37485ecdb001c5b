#include <cstring>
#include <encke/network/format/format_table.hpp>
#include <encke/network/format/formats.hpp>
#include <encke/network/format/tables.hpp>
#include <encke/network/format/xml_text.hpp>

#include "support/common.hpp"
#include "support/files.hpp"
#include "support/scratch.hpp"
#include "unit/network/small_graphs.hpp"

namespace encke::network {
namespace {

class Formats : public test::Scratch {
 protected:
  Formats() : graph_(test::graph_of("a b 0.5\nb c 0.25\nd d 1\nx&<>\"' a 2\n")) {
    parts_ = components(graph_);
    NodeSets sets;
    sets.add(std::vector<Node>{0, 1, 4});
    sets.add(std::vector<Node>{1, 2});
    sets.add(std::vector<Node>{3});
    clusterings_.push_back({"MCL_2", sets, sets_of_nodes(sets, graph_.nodes())});
  }

  /// The files of a format.
  std::vector<std::string> written(std::string_view name) {
    for (const GraphFormatRow& row : graph_formats()) {
      if (row.name == name)
        return written(row.endings.size(), [&](ResultFiles files) {
          row.write({graph_, parts_, clusterings_}, files);
        });
    }
    ADD_FAILURE() << name;
    return {};
  }

  template <class Write>
  std::vector<std::string> written(std::size_t count, const Write& write) {
    sink::OutputSet set;
    std::vector<std::unique_ptr<ResultFile>> files;
    for (std::size_t f = 0; f < count; ++f) {
      files.push_back(std::make_unique<ResultFile>(path("f" + std::to_string(f)), set));
    }
    write(files);
    for (auto& file : files) file->commit();
    set.commit();
    std::vector<std::string> texts;
    for (std::size_t f = 0; f < count; ++f)
      texts.push_back(bytes_of(path("f" + std::to_string(f))));
    return texts;
  }

  Graph graph_;
  Components parts_;
  std::vector<Clustering> clusterings_;
};

TEST_F(Formats, TableOfNodes) {
  const auto text = written(1, [&](ResultFiles files) {
    write_nodes({graph_, parts_, clusterings_}, sums_of_weights(graph_), {}, *files[0]);
  });
  EXPECT_EQ(text[0],
            "#NODE\tDEGREE\tWEIGHT\tCOMPONENT\tMCL_2\n"
            "a\t2\t2.5\t1\t1\nb\t2\t0.75\t1\t1,2\nc\t1\t0.25\t1\t2\nd\t0\t0\t2\t3\n"
            "x&<>\"'\t1\t2\t1\t1\n");
}

TEST_F(Formats, TableOfComponentsAndClusters) {
  const auto text = written(2, [&](ResultFiles files) {
    write_components({graph_, parts_, clusterings_}, *files[0]);
    write_clusters(graph_, clusterings_[0].sets, *files[1]);
  });
  EXPECT_EQ(text[0], "#COMPONENT\tNODES\tEDGES\tFIRST_NODE\n1\t4\t3\ta\n2\t1\t0\td\n");
  EXPECT_EQ(text[1], "a\tb\tx&<>\"'\nb\tc\nd\n");
}

TEST_F(Formats, Ncol) {
  graph_ = test::graph_of("a b 0.5\nb c 0.25\n");
  EXPECT_EQ(written("ncol")[0], "a b 0.5\nb c 0.25\n");
}

TEST_F(Formats, SifHasIsolatedNodesAndWeights) {
  const auto text = written("sif");
  EXPECT_EQ(text[0], "a\twith\tb\na\twith\tx&<>\"'\nb\twith\tc\nd\n");
  EXPECT_EQ(text[1], "name\tweight\na (with) b\t0.5\na (with) x&<>\"'\t2\nb (with) c\t0.25\n");
}

TEST_F(Formats, MatrixMarketHasTheLowerTriangle) {
  const auto text = written("mtx");
  EXPECT_EQ(text[0],
            "%%MatrixMarket matrix coordinate real symmetric\n5 5 3\n2 1 0.5\n5 1 2\n3 2 0.25\n");
  EXPECT_EQ(text[1], "a\nb\nc\nd\nx&<>\"'\n");
}

TEST_F(Formats, Mci) {
  graph_ = test::graph_of("a b 0.5\nb c 0.25\n");
  const auto text = written("mci");
  EXPECT_EQ(text[0],
            "(mclheader\nmcltype matrix\ndimensions 3x3\n)\n(mclmatrix\nbegin\n"
            "0 1:0.5 $\n1 0:0.5 2:0.25 $\n2 1:0.25 $\n)\n");
  EXPECT_EQ(text[1], "0\ta\n1\tb\n2\tc\n");
}

TEST_F(Formats, XmlEscapesNames) {
  for (const std::string name : {"graphml", "gexf"}) {
    const std::string text = written(name)[0];
    EXPECT_NE(text.find("x&amp;&lt;&gt;&quot;&apos;"), std::string::npos) << name;
    EXPECT_EQ(text.find("x&<"), std::string::npos) << name;
  }
  EXPECT_EQ(xml_text("a&b<c>\"'"), "a&amp;b&lt;c&gt;&quot;&apos;");
}

TEST_F(Formats, GraphmlHasClustersAndWeights) {
  const std::string text = written("graphml")[0];
  EXPECT_NE(text.find("<node id=\"n1\"><data key=\"name\">b</data><data key=\"component\">1</data>"
                      "<data key=\"mcl_2\">1,2</data></node>"),
            std::string::npos);
  EXPECT_NE(text.find("<edge source=\"n1\" target=\"n2\"><data key=\"weight\">0.25</data>"),
            std::string::npos);
}

TEST_F(Formats, GraphmlHasChromosomesAndPositionsWhereTheyAreKnown) {
  EXPECT_EQ(written("graphml")[0].find("chromosome"), std::string::npos);
  io::TemporaryFiles files;
  const Variants variants = Variants::read_bim(
      files.write("v.bim", "1 b 0 123 A C\nX c 0 7 A C\n1 d 0 1 A C\n1 d 0 2 A C\n"));
  const std::string text = written(1, [&](ResultFiles written_to) {
    write_graphml({graph_, parts_, clusterings_, &variants}, written_to);
  })[0];
  EXPECT_NE(text.find("attr.name=\"position\" attr.type=\"long\"/>"), std::string::npos);
  const std::string place = "<data key=\"chromosome\">1</data><data key=\"position\">123</data>";
  EXPECT_NE(text.find("name\">b</data>" + place), std::string::npos);
  EXPECT_NE(text.find("<data key=\"position\">7</data>"), std::string::npos);
  EXPECT_NE(text.find("name\">a</data><data key=\"component"), std::string::npos);
}

TEST_F(Formats, NpzIsAZipOfArrays) {
  const std::string text = written("npz")[0];
  EXPECT_EQ(text.substr(0, 4), "PK\x03\x04");
  EXPECT_EQ(text.substr(text.size() - 22, 4), "PK\x05\x06");
  for (const std::string name :
       {"indices.npy", "indptr.npy", "format.npy", "shape.npy", "data.npy"}) {
    EXPECT_NE(text.find(name), std::string::npos);
  }
  const std::size_t data = text.find("data.npy") + 8;
  ASSERT_EQ(text.substr(data, 6), "\x93NUMPY");
  std::uint16_t header = 0;
  std::memcpy(&header, text.data() + data + 8, 2);
  EXPECT_EQ((10 + header) % 64, 0);
  double first = 0;
  std::memcpy(&first, text.data() + data + 10 + header, 8);
  EXPECT_EQ(first, 0.5);
  std::uint32_t crc = 0;  // of the member, in its header: 16 bytes before the name
  std::memcpy(&crc, text.data() + text.find("format.npy") - 16, 4);
  EXPECT_NE(crc, 0u);
}

TEST_F(Formats, RefuseNamesThatTheyCannotHold) {
  const auto check = [&](std::string_view format, const std::string& name) {
    Labels labels;
    labels.add("good");
    labels.add(name);
    Dropped dropped;
    const std::vector<Edge> edges = {{0, 1, 1}};
    const Graph graph = make_graph(labels, edges, {}, dropped);
    for (const GraphFormatRow& row : graph_formats()) {
      if (row.name == format) check_names(row, graph);
    }
  };
  for (const std::string format : {"graphml", "gexf", "sif"}) {
    io::expect_error(
        [&] {
          check(format,
                "a\x01"
                "b");
        },
        Failure::inconsistent, {format, "node 2"});
    EXPECT_NO_THROW(check(format, "a b"));
  }
  io::expect_error([&] { check("ncol", "a b"); }, Failure::inconsistent, {"ncol", "'a b'"});
  EXPECT_NO_THROW(check("npz", "a b"));
}

}  // namespace
}  // namespace encke::network
