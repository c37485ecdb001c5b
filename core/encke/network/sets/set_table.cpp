#include <fmt/format.h>

#include <array>
#include <encke/base/error.hpp>
#include <encke/base/text/printable.hpp>
#include <encke/network/sets/set_table.hpp>

namespace encke::network {
namespace {

using Sets = std::span<const VariantSet>;

std::string joined(const VariantSet& set, std::string_view by) {
  return fmt::format("{}", fmt::join(set.variants, by));
}

/// SKAT's SetID: set and variant, without a header.
void write_skat(Sets sets, ResultFiles files) {
  for (const VariantSet& set : sets) {
    for (const auto& id : set.variants) files[0]->write(fmt::format("{}\t{}\n", set.name, id));
  }
}

/// REGENIE's set list, annotations and mask.
void write_regenie(Sets sets, ResultFiles files) {
  for (const VariantSet& set : sets) {
    files[0]->write(
        fmt::format("{}\t{}\t{}\t{}\n", set.name, set.chromosome, set.position, joined(set, ",")));
    for (const auto& id : set.variants) {
      files[1]->write(fmt::format("{}\t{}\tencke\n", id, set.name));
    }
  }
  files[2]->write("all encke\n");
}

/// PLINK 1.9's --set.
void write_plink(Sets sets, ResultFiles files) {
  for (const VariantSet& set : sets) {
    files[0]->write(fmt::format("{}\n{}\nEND\n\n", set.name, joined(set, "\n")));
  }
}

/// The group file of SAIGE-GENE+.
void write_saige(Sets sets, ResultFiles files) {
  for (const VariantSet& set : sets) {
    std::string line = fmt::format("{} var {}\n{} anno", set.name, joined(set, " "), set.name);
    for (std::size_t v = 0; v < set.variants.size(); ++v) line += " encke";
    files[0]->write(line + '\n');
  }
}

/// Gene Matrix Transposed: set, description, members.
void write_gmt(Sets sets, ResultFiles files) {
  for (const VariantSet& set : sets) {
    files[0]->write(
        fmt::format("{}\t{} members\t{}\n", set.name, set.variants.size(), joined(set, "\t")));
  }
}

/// Every variant once, as PLINK's --extract reads them.
void write_list(Sets sets, ResultFiles files) {
  TextSet seen;
  for (const VariantSet& set : sets) {
    for (const auto& id : set.variants) {
      if (seen.insert(id).second) files[0]->write(id + '\n');
    }
  }
}

constexpr std::array<std::string_view, 1> skat = {".SetID"};
constexpr std::array<std::string_view, 3> regenie = {".regenie.setlist", ".regenie.annotations",
                                                     ".regenie.masks"};
constexpr std::array<std::string_view, 1> plink = {".set"};
constexpr std::array<std::string_view, 1> saige = {".saige.groups"};
constexpr std::array<std::string_view, 1> gmt = {".gmt"};
constexpr std::array<std::string_view, 1> list = {".list"};

constexpr std::string_view blanks = " \t\r\v\f";
constexpr std::string_view blanks_and_comma = " \t\r\v\f,";
constexpr std::string_view name_of_regenie = " \t\r\v\f,()";

constexpr std::array<SetFormatRow, 6> set_format_rows = {{
    {"skat", skat, "SKAT's SetID", blanks, blanks, "", false, write_skat},
    {"regenie", regenie, "REGENIE's three files (needs --bim)", blanks_and_comma, name_of_regenie,
     "", true, write_regenie},
    {"plink", plink, "PLINK 1.9's --set", blanks, blanks, "END", false, write_plink},
    {"saige", saige, "SAIGE-GENE+'s groups", blanks, blanks, "", false, write_saige},
    {"gmt", gmt, "GMT", "\t\r", "\t\r", "", false, write_gmt},
    {"list", list, "ids, for --extract", blanks, "", "", false, write_list},
}};

std::string shown(char c) {
  switch (c) {
    case ' ':
      return "a blank";
    case ',':
      return "a comma";
    case '(':
    case ')':
      return "a parenthesis";
    default:
      return "white space";
  }
}

}  // namespace

std::span<const SetFormatRow> set_formats() { return set_format_rows; }

void check_sets(const SetFormatRow& format, std::span<const VariantSet> sets) {
  const auto refuse = [&](std::string_view name, const std::string& what) {
    throw NameRefused(std::string(name), fmt::format("--sets {}: {}", format.name, what));
  };
  const auto check = [&](std::string_view text, std::string_view forbidden, std::string_view kind) {
    const auto at = text.find_first_of(forbidden);
    if (forbidden.empty() || at == std::string_view::npos) return;
    refuse(text, fmt::format("{} {} has {}, which the format cannot hold", kind, in_quotes(text),
                             shown(text[at])));
  };
  for (const VariantSet& set : sets) {
    check(set.name, format.not_in_names, "the set");
    for (const auto& id : set.variants) {
      check(id, format.not_in_ids, "the variant");
      if (id == ".") {
        refuse(id, "a variant is named ., which stands for all that have no id; name them before");
      }
      if (!format.not_an_id.empty() && id == format.not_an_id) {
        refuse(id, fmt::format("a variant is named {}, which ends a set in this format", id));
      }
    }
    if (format.needs_sites && set.chromosome.empty()) {
      throw Error(Failure::inconsistent,
                  fmt::format("--sets {}: the set {} has variants of several chromosomes; "
                              "--per-chromosome makes one of each",
                              format.name, in_quotes(set.name)));
    }
  }
}

}  // namespace encke::network
