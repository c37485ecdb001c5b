// The help in its forms: texts, manual pages, the reference, and completion, as the tools that read
// them take them.
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>

#include "program.hpp"

namespace encke::test {
namespace {

class Help : public Program {
 protected:
  static bool has(const std::string& tool) {
    return std::system(("command -v " + tool + " >/dev/null 2>&1").c_str()) == 0;
  }

  /// What a shell command prints, run in the directory of the test.
  std::string printed(const std::string& command) const {
    const std::string whole = "cd '" + path("") + "' && " + command + " >printed 2>&1";
    EXPECT_EQ(std::system(whole.c_str()), 0) << command << '\n' << read("printed");
    return read("printed");
  }

  /// What bash offers after these words.
  std::string offered(const std::string& words, int place) const {
    return printed("bash -c 'source completion; COMP_WORDS=(" + words + "); COMP_CWORD=" +
                   std::to_string(place) + "; _encke; echo \"${COMPREPLY[@]}\"'");
  }
};

TEST_F(Help, of_a_metric_is_asked_for_in_two_ways) {
  EXPECT_EQ(succeed("help r2").out, succeed("r2 --help").out);
  EXPECT_EQ(succeed("help ld").out, succeed("r2 --help").out);
  EXPECT_EQ(succeed("help").out, succeed("--help").out);
  EXPECT_EQ(succeed("help merge").out, succeed("merge --help").out);
  refuse("help rr2", 8, {"no metric 'rr2'", "r2"});
  refuse("help r2 ccc", 8, {"one metric or command"});
  refuse("help --as bash r2", 8, {"--as man"});
  refuse("help --as html", 8, {"--as html", "markdown"});
}

TEST_F(Help, in_short_names_every_option_in_lines_of_80_characters) {
  for (const std::string name : {"r2", "ccc", "unifrac", "epistasis", "network", "merge"}) {
    const std::string brief = succeed(name + " -h").out;
    const auto lines = lines_of(brief);
    EXPECT_LT(lines.size(), 60U) << name;
    const std::string whole = succeed(name + " --help").out;
    for (const auto& line : lines_of(whole)) {
      const auto at = line.find("--");
      if (at != 2) continue;  // where CLI11 begins the name of an option
      const std::string option = line.substr(at, line.find_first_of(" ,=[", at) - at);
      if (option != "--help") {
        EXPECT_NE(brief.find(option), std::string::npos) << option;
      }
    }
  }
  EXPECT_LT(lines_of(succeed("-h").out).size(), 40U);
}

/// Of the program, of every metric and of every command.
TEST_F(Help, has_no_line_above_80_characters) {
  const std::string pages = succeed("help --as markdown").out;
  std::vector<std::string> names = {"", "braycurtis"};
  for (const auto& line : lines_of(pages)) {
    const bool is_one = line.starts_with("## ") && line.find(' ', 3) == std::string::npos;
    if (is_one) names.push_back(line.substr(3));
  }
  EXPECT_GT(names.size(), 15U);
  for (const auto& name : names) {
    for (const std::string form : {" -h", " --help"}) {
      for (const auto& line : lines_of(succeed(name + form).out)) {
        EXPECT_LE(line.size(), 80U) << name << form << ": " << line;
      }
    }
  }
}

TEST_F(Help, is_a_manual_page_that_man_reads_without_a_warning) {
  for (const std::string name : {"", " r2", " network", " plan", " help"}) {
    const std::string page = succeed("help --as man" + name).out;
    EXPECT_EQ(page.find(".TH \"ENCKE"), 0U);
    EXPECT_NE(page.find(".SH \"SEE ALSO\"") != std::string::npos, name.empty());
    EXPECT_NE(page.find("damaged data"), std::string::npos);
    write("page.1", page);
    if (has("groff")) {
      EXPECT_EQ(printed("(groff -man -Tutf8 -ww -wall page.1 2>&1 >/dev/null)"), "");
    }
  }
}

TEST_F(Help, completes_commands_options_and_values_in_bash) {
  write("completion", succeed("help --as bash").out);
  EXPECT_EQ(offered("encke unif", 1), "unifrac\n");
  EXPECT_EQ(offered("encke plan unif", 2), "unifrac\n");
  EXPECT_EQ(offered("encke r2 --thres", 2), "--threshold\n");
  EXPECT_EQ(offered("encke plan r2 --thres", 3), "--threshold\n");
  EXPECT_EQ(offered("encke merge --thres", 2), "\n");
  EXPECT_EQ(offered("encke r2 --digest a", 3), "all\n");
  write("cohort.bed", "");
  EXPECT_EQ(offered("encke r2 --bfile coh", 3), "cohort.bed\n");
  EXPECT_EQ(offered("encke r2 --threshold coh", 3), "\n");
}

TEST_F(Help, completes_in_shells_that_are_there) {
  for (const std::string shell : {"zsh", "fish"}) {
    const std::string script = succeed("help --as " + shell).out;
    EXPECT_NE(script.find("window-kb"), std::string::npos);
    EXPECT_NE(script.find("unifrac"), std::string::npos);
    write("completion", script);
    if (has(shell)) {
      EXPECT_EQ(printed(shell + " -n completion"), "");
    }
  }
}

TEST_F(Help, is_the_reference_in_docs) {
  std::ifstream file(ENCKE_REFERENCE);
  const std::string kept{std::istreambuf_iterator<char>(file), {}};
  const auto differs_by_build = [](const std::string& line) {
    return line.find("`--backend") != std::string::npos;
  };
  auto kept_lines = lines_of(kept);
  auto lines = lines_of(succeed("help --as markdown").out);
  std::erase_if(kept_lines, differs_by_build);
  std::erase_if(lines, differs_by_build);
  EXPECT_EQ(lines, kept_lines) << "encke help --as markdown > docs/reference/command-line.md";
}

}  // namespace
}  // namespace encke::test
