// Names that are awkward for some format: each comes through a format unharmed, or is refused with
// its line.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "program/cli/program.hpp"
#include "program/exit_codes.hpp"

namespace encke::test {
namespace {

using Names = std::set<std::string>;

/// A name, and the formats that cannot hold it.
struct Awkward {
  std::string name;
  Names refused;
};

const Names with_words = {"ncol", "skat", "regenie", "plink", "saige", "list"};

const std::vector<Awkward> awkward = {
    {"a&b", {}},
    {"a<b>", {}},
    {"a\"b", {}},
    {"a'b", {}},
    {"'", {}},
    {"a,b", {"regenie"}},
    {"a b", with_words},
    {" ", with_words},
    {"a:b", {}},
    {"a:b:1", {}},
    {"(a)", {}},
    {"#a", {}},
    {"a\\b", {}},
    {"\xc3\xa9", {}},
    {"END", {"plink"}},
    {".", {"skat", "regenie", "plink", "saige", "gmt", "list"}},
    {"\xff", {"graphml", "gexf", "sif"}},
    {"a\xc2\x85z", {"graphml", "gexf", "sif"}},  // a control character of Unicode
};

const Names graph_names = {"graphml", "gexf", "ncol", "sif", "mtx", "npz", "mci"};
const Names set_names = {"skat", "regenie", "plink", "saige", "gmt", "list"};

std::string unescaped(std::string text) {
  const std::map<std::string, std::string> escapes = {
      {"&lt;", "<"}, {"&gt;", ">"}, {"&quot;", "\""}, {"&apos;", "'"}};
  for (const auto& [escape, character] : escapes) {
    for (std::size_t at = 0; (at = text.find(escape, at)) != std::string::npos; ++at) {
      text.replace(at, escape.size(), character);
    }
  }
  for (std::size_t at = 0; (at = text.find("&amp;", at)) != std::string::npos; ++at) {
    text.replace(at, 5, "&");
  }
  return text;
}

class NamesOfNodes : public Program {
 protected:
  /// The name is in line 3, as the second of its line.
  void write_edges(const std::string& name) const {
    write("e.tsv", "#ID1\tID2\tVALUE\nx\ty\t0.5\nx\t" + name + "\t0.25\n");
    write("e.bim", "1 x 0 1 A C\n1 y 0 2 A C\n");
    write("n.bim", "1\tx\t0\t1\tA\tC\n1\ty\t0\t2\tA\tC\n1\t" + name + "\t0\t3\tA\tC\n");
  }

  /// The names of the three nodes as the files of a format have them.
  std::vector<std::string> names_in(const std::string& format) const {
    const auto column = [&](const std::string& file, std::size_t number) {
      std::vector<std::string> found;
      for (const auto& line : lines_of(read(file))) found.push_back(cells_of(line).at(number));
      return found;
    };
    const auto between = [&](const std::string& file, const std::string& begin,
                             const std::string& end) {
      std::vector<std::string> found;
      for (const auto& line : lines_of(read(file))) {
        const std::size_t at = line.find(begin);
        if (at == std::string::npos) continue;
        const std::size_t from = at + begin.size();
        found.push_back(unescaped(line.substr(from, line.find(end, from) - from)));
      }
      return found;
    };
    const auto parts = [](const std::string& text, char by) {
      std::vector<std::string> found(1);
      for (const char c : text) {
        if (c == by) {
          found.emplace_back();
        } else {
          found.back() += c;
        }
      }
      return found;
    };
    if (format == "graphml") return between("n.graphml", "<data key=\"name\">", "</data>");
    if (format == "gexf") return between("n.gexf", " label=\"", "\"");
    if (format == "mtx" || format == "npz") return lines_of(read("n." + format + ".labels.txt"));
    if (format == "mci") return column("n.mci.tab", 1);
    if (format == "skat") return column("n.SetID", 1);
    if (format == "list") return lines_of(read("n.list"));
    if (format == "regenie") return parts(column("n.regenie.setlist", 3).at(0), ',');
    std::vector<std::string> found;
    if (format == "ncol" || format == "sif") {
      const auto lines = lines_of(read("n." + format));
      const bool sif = format == "sif";
      for (const auto& line : lines) {
        const auto cells = parts(line, sif ? '\t' : ' ');
        if (found.empty()) found.push_back(cells.at(0));
        found.push_back(cells.at(sif ? 2 : 1));
      }
      return found;
    }
    if (format == "gmt") found = parts(lines_of(read("n.gmt")).at(0), '\t');
    if (format == "saige") found = parts(lines_of(read("n.saige.groups")).at(0), ' ');
    if (format == "plink") {
      found = lines_of(read("n.set"));
      EXPECT_EQ(found.at(4), "END");
      return {found.begin() + 1, found.begin() + 4};
    }
    return {found.begin() + 2, found.end()};
  }
};

TEST_F(NamesOfNodes, ComeThroughEachFormatOrAreRefusedWithTheirLine) {
  for (const auto& [name, refused] : awkward) {
    write_edges(name);
    std::string together;  // what is not refused, in one start
    Names written;
    for (const Names& formats : {graph_names, set_names}) {
      const std::string option = formats.contains("mtx") ? " --graph " : " --sets ";
      std::string list;
      for (const std::string& format : formats) {
        SCOPED_TRACE(name + " in " + format);
        const std::string more = format == "regenie" ? " --bim n.bim" : "";
        const std::string command = "network --edges e.tsv --out n" + option + format + more;
        if (format == "regenie" && name.find(' ') != std::string::npos) continue;  // no .bim has it
        if (name == "." && format == "regenie") {  // its .bim comes first
          refuse(command, inconsistent, {"n.bim", "line 3"});
        } else if (refused.contains(format)) {
          refuse(command, inconsistent, {"e.tsv:3: ", format});
        } else {
          list += (list.empty() ? option : ",") + format;
          together += more;
          written.insert(format);
        }
      }
      together += list;
    }
    succeed("network --edges e.tsv --out n" + together);
    for (const std::string& format : written) {
      SCOPED_TRACE(name + " in " + format);
      EXPECT_EQ(names_in(format), (std::vector<std::string>{"x", "y", name}));
    }
    for (const std::string& path : outputs()) {
      if (path.starts_with("n.") && path != "n.bim") std::filesystem::remove(this->path(path));
    }
  }
}

TEST_F(NamesOfNodes, ComeThroughTheTables) {
  for (const auto& [name, refused] : awkward) {
    SCOPED_TRACE(name);
    write_edges(name);
    succeed("network --edges e.tsv --cluster mcl --reach x --embed 1 --embed-min 2 --out n");
    EXPECT_EQ(cells_of(lines_of(read("n.nodes.tsv")).at(3)).at(0), name);
    EXPECT_EQ(cells_of(lines_of(read("n.reach.tsv")).at(3)).at(0), name);
    EXPECT_EQ(cells_of(lines_of(read("n.embedding.tsv")).at(3)).at(0), name);
    EXPECT_EQ(read("n.clusters.I2.txt"), "x\ty\t" + name + "\n");
  }
}

TEST_F(NamesOfNodes, WithControlCharactersAreRefusedWithTheirLine) {
  for (const std::string name : {"a\rb", "a\x01", "\x1f", "a\x7fz", "\x1b[2J", "a\vb"}) {
    SCOPED_TRACE(name);
    write_edges(name);
    refuse("network --edges e.tsv --out n", malformed, {"e.tsv:3: ", "control characters"});
  }
}

}  // namespace
}  // namespace encke::test
